/**
 * Records responses of the server, and writes them and the OpenAPI document, which is made from the declaration of the API
 * and these examples. With `--check`, fails if what is committed differs.
 */
import { spawnSync } from "node:child_process"
import { Failure, main, root } from "../lib/toolchain.mjs"

await main(() => {
  const isCheck = process.argv.includes("--check")
  const { status } = spawnSync("npx", ["vitest", "run", "--root", "packages/http", "document/examples"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, LECTERN_RECORD: isCheck ? "0" : "1" }
  })
  if (status !== 0) throw new Failure("openapi: see above what failed")
})
