/**
 * `npm run generate`: writes everything that is made from the sources and committed. Arguments after `--`: names, for some
 * of it, and `--check`, which fails if what is committed differs.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { build, Failure, main, root } from "./lib/toolchain.mjs"

/** What is written, in an order in which each finds what it is made from. */
const generators = {
  // The public modules of core, in its manifest.
  exports: "exports.mjs",
  // The tag `@since` of new public modules.
  since: "since.mjs",
  // An example of every operation, and the OpenAPI document of the API.
  openapi: "openapi.mjs",
  // The public surface of each package, from what was built.
  api: "api.mjs"
}

await main(() => {
  const args = process.argv.slice(2)
  const isCheck = args.includes("--check")
  const asked = args.filter((each) => !each.startsWith("--"))
  const unknown = asked.filter((name) => !(name in generators))
  if (unknown.length > 0)
    throw new Failure(`generate: no ${unknown.join(", ")}; there is ${Object.keys(generators).join(", ")}`)
  const names = Object.keys(generators).filter((name) => asked.length === 0 || asked.includes(name))
  const failed = names.filter((name) => {
    if (name === "api" && !isCheck) build()
    const file = join(root, "scripts/generate", generators[name])
    return (
      spawnSync(process.execPath, [file, ...(isCheck ? ["--check"] : [])], { cwd: root, stdio: "inherit" }).status !== 0
    )
  })
  if (failed.length > 0) throw new Failure(`generate: ${failed.join(", ")} failed`)
})
