/**
 * Records responses of the server, builds, and writes the OpenAPI document from the declaration of the API and these
 * examples. With `--check`, fails if the committed document differs.
 */
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./lib/toolchain.mjs"

const file = join(root, "packages/http/openapi.json")

const textOf = async () => {
  const { document } = await import("../packages/http/dist/OpenApiDocument.js")
  const { recorded } = await import("../packages/http/dist/document/RecordedExamples.js")
  return `${JSON.stringify(document(recorded), null, 2)}\n`
}

const committed = () => {
  try {
    return readFileSync(file, "utf8")
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
  writeFileSync(file, await textOf())
  console.log(`openapi: wrote ${file}`)
} else if (committed() === (await textOf())) {
  console.log("openapi: the committed document is that of the declaration")
} else {
  console.error("openapi: packages/http/openapi.json is not that of the declaration; run `npm run openapi`")
  process.exitCode = 1
}
