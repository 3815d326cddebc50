import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { createContext, Script } from "node:vm"
import { inCI } from "@lectern/storage-testing/inCI"
import { build } from "esbuild"
import { expect, it } from "vitest"

const source = fileURLToPath(new URL("../../src", import.meta.url))
const modules = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))

it.runIf(inCI)("every module of core bundles for a browser and runs there, without anything of Node", async () => {
  expect(modules).toContain("Lectern.ts")
  const { errors, outputFiles, metafile } = await build({
    stdin: {
      contents: modules.map((name, index) => `export * as m${index} from "./${name.replaceAll("\\", "/")}"`).join("\n"),
      resolveDir: source,
      loader: "ts"
    },
    bundle: true,
    format: "iife",
    globalName: "core",
    platform: "browser",
    conditions: ["lectern-source"],
    target: "es2024",
    metafile: true,
    write: false,
    logLevel: "silent"
  })
  expect(errors).toEqual([])
  const reached = Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path))
  expect(reached.filter((path) => path.startsWith("node:") || path.includes("(disabled)"))).toEqual([])
  const web = { TextEncoder, TextDecoder, URL, crypto, performance, setTimeout, clearTimeout, queueMicrotask, console }
  const global = createContext({ ...web, Intl, structuredClone, AbortController, WeakRef, atob, btoa })
  new Script(`${outputFiles[0]?.text}; globalThis.core = core`).runInContext(global)
  expect(Object.keys(global.core as object)).toHaveLength(modules.length)
})
