/** The scripts and styles of the console, which are bundled when the package is built. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** What a bundle consists of: `manifest.json` in its folder. */
export interface Manifest {
  /** The names of the files that the page loads first. */
  readonly script: string
  readonly style: string
  /** The names of all files. */
  readonly files: ReadonlyArray<string>
}

const require = createRequire(import.meta.url)
const folder = () => join(dirname(require.resolve("@lectern/console/package.json")), "dist/client")

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8"
}

/** A file of the bundle. */
export interface Asset {
  readonly body: string
  readonly contentType: string
  /** The compressed body, once it was asked for. */
  readonly compressed: { body?: Uint8Array }
}

/** The bundle, read once from the folder of the package. */
export interface Assets {
  readonly manifest: Promise<Manifest>
  /** A file by its name; `undefined` for any other name. */
  readonly file: (name: string) => Promise<Asset | undefined>
}

/** Opens the bundle of the package. */
export const openAssets = (): Assets => {
  const manifest = readFile(join(folder(), "manifest.json"), "utf8").then((text) => JSON.parse(text) as Manifest)
  const files = new Map<string, Promise<Asset>>()
  return {
    manifest,
    file: async (name) => {
      if (!(await manifest).files.includes(name)) return undefined
      const known = files.get(name)
      if (known !== undefined) return known
      const contentType = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream"
      const read = readFile(join(folder(), name), "utf8").then((body) => ({ body, contentType, compressed: {} }))
      files.set(name, read)
      return read
    }
  }
}
