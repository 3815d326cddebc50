/**
 * Records responses of the server, builds, and writes the OpenAPI document from the declaration of the API and these
 * examples: as a file, and as the module that the server reads. With `--check`, fails if what is committed differs.
 */
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./lib/toolchain.mjs"

const file = join(root, "packages/http/openapi.json")
const module = join(root, "packages/http/src/engine/document/WrittenDocument.ts")

/** A value as JSON, with each member down to this depth on a line of its own, so that a change is a small difference. */
const lines = (value, depth) => {
  if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${lines(each, depth - 1)}`)
  return `{\n${members.join(",\n")}\n}`
}

const unicode = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

const moduleOf = async (document) => {
  const { shortHash } = await import("../packages/http/dist/foundation/dispatcher/EntityTag.js")
  // In ASCII, it takes half as long to load and to parse.
  const text = lines(document, 3).replaceAll(/[^ -~\n]/g, unicode)
  return [
    "/** The OpenAPI document as the server sends it: written by `npm run openapi`. */",
    "",
    "/** The document, in JSON. */",
    `export const text: string = \`${text.replaceAll(/[`\\]|\$(?=\{)/g, "\\$&")}\``,
    "",
    "/** Its entity tag. */",
    `export const tag: string = ${JSON.stringify(shortHash(text))}`,
    ""
  ].join("\n")
}

const textsOf = async () => {
  const { document } = await import("../packages/http/dist/engine/OpenApiDocument.js")
  const { recorded } = await import("../packages/http/dist/engine/document/RecordedExamples.js")
  const made = document(recorded)
  return [
    [file, `${JSON.stringify(made, null, 2)}\n`],
    [module, await moduleOf(JSON.parse(JSON.stringify(made)))]
  ]
}

const committed = (path) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

const run = (...command) => {
  const { status } = spawnSync("npx", command, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, LECTERN_RECORD: "1" }
  })
  if (status !== 0) throw new Error(`openapi: ${command.join(" ")} failed`)
}

if (!process.argv.includes("--check")) {
  run("vitest", "run", "--root", "packages/http", "examples")
  run("tsc", "-b")
  for (const [path, text] of await textsOf()) {
    writeFileSync(path, text)
    console.log(`openapi: wrote ${path}`)
  }
  run("tsc", "-b")
} else if ((await textsOf()).every(([path, text]) => committed(path) === text)) {
  console.log("openapi: the committed document is that of the declaration")
} else {
  console.error("openapi: packages/http/openapi.json is not that of the declaration; run `npm run openapi`")
  process.exitCode = 1
}
