/**
 * The scripts and styles of the console, read from this package on first use.
 * @since 0.1.0
 */
import { readdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { ClientFile, ClientFiles } from "../shell/ClientFiles.js"

export type { ClientFiles } from "../shell/ClientFiles.js"

const require = createRequire(import.meta.url)

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8"
}

const read = async (): Promise<ClientFiles> => {
  const folder = join(dirname(require.resolve("@lectern/console/package.json")), "dist/window")
  const names = (await readdir(folder)).toSorted()
  const entry = (of: string, ending: string) =>
    names.find((name) => name.startsWith(`${of}-`) && name.endsWith(ending)) ?? ""
  const files = names.map(async (name): Promise<[string, ClientFile]> => {
    const contentType = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream"
    return [name, { body: await readFile(join(folder, name), "utf8"), contentType, compressed: {} }]
  })
  return {
    script: entry("main", ".js"),
    style: entry("main", ".css"),
    worker: entry("TextWorker", ".js"),
    files: new Map(await Promise.all(files))
  }
}

let files: Promise<ClientFiles> | undefined

/** The files of the console's window, which were bundled when the package was built. */
export const clientFiles = (): Promise<ClientFiles> => {
  files ??= read()
  return files
}
