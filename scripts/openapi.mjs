/** Writes the OpenAPI document from the declaration of the API; with `--check`, fails where the committed one differs. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { document } from "@lectern/http/OpenApiDocument"
import { root } from "./lib/toolchain.mjs"

const file = join(root, "packages/http/openapi.json")
const text = `${JSON.stringify(document(), null, 2)}\n`

const committed = () => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

if (!process.argv.includes("--check")) {
  writeFileSync(file, text)
  console.log(`openapi: wrote ${file}`)
} else if (committed() === text) {
  console.log("openapi: the committed document is that of the declaration")
} else {
  console.error("openapi: packages/http/openapi.json is not that of the declaration; run `npm run openapi`")
  process.exitCode = 1
}
