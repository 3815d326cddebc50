/** `npm run compatibility -- NAME`: runs one check of what Lectern works with; the arguments after the name are its own. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { Failure, main, root } from "./lib/toolchain.mjs"

const checks = {
  // The packages, installed in an empty project.
  outside: ".ci/outside.mjs",
  // The same with the lowest and the highest versions of the peer dependencies.
  peers: ".ci/peers.mjs",
  // The storage on other versions of PostgreSQL, and behind pgbouncer.
  postgres: "scripts/compatibility/postgres.mjs",
  // The packages on other versions of Node, on Bun and on Deno.
  runtimes: "scripts/compatibility/runtimes.mjs",
  // This version replaces an earlier one while clients work.
  versions: "scripts/compatibility/versions.mjs"
}

await main(() => {
  const [name, ...args] = process.argv.slice(2)
  if (!(name in checks)) throw new Failure(`Usage: npm run compatibility -- ${Object.keys(checks).join("|")}`)
  const { status } = spawnSync(process.execPath, [join(root, checks[name]), ...args], { cwd: root, stdio: "inherit" })
  if (status !== 0) throw new Failure(`${name} failed`)
})
