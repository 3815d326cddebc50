/**
 * `npm run fuzz`: malformed texts of every kind, in this process and over HTTP. `--count` is how many in the process, in
 * all; `--http` how many of each kind come to what checks them over HTTP; `--seed` makes the same ones again.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { parseArgs } from "node:util"
import { handleListener } from "@lectern/http/internal/node/HandleListener"
import * as LecternHttp from "@lectern/http/LecternHttp"
import { fuzz, fuzzOver, type Outcome } from "./Fuzz.js"
import type { Kind } from "./Kind.js"
import { openKinds } from "./Kinds.js"

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    http: { type: "string", default: "1000" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: String(Date.now() % 2 ** 32) }
  }
})
const seed = Number(values.seed)
const { close, http, kinds, lectern } = await openKinds()
const chosen = kinds.filter(({ name }) => name.includes(values.only))
// Trying a kind in the process takes longer than idle connections are kept.
const server = createServer({ keepAliveTimeout: 600_000 }, handleListener(LecternHttp.handle(lectern, http)))
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

let failed = 0
const report = (where: string, { kind, mutations, problems, refusals, tried }: Outcome) => {
  failed += problems.length
  process.stdout.write(`${kind}, ${where}: ${tried} texts, ${mutations} of them mutations of valid ones\n`)
  for (const [reason, count] of Object.entries(refusals).sort(([, a], [, b]) => b - a)) {
    process.stdout.write(`  ${String(count).padStart(8)}  ${reason}\n`)
  }
  for (const { ended, text } of problems) process.stdout.write(`  PROBLEM   ${ended}: ${JSON.stringify(text)}\n`)
}

const rest = 1 - chosen.reduce((sum, { share = 0 }) => sum + share, 0)
const equals = chosen.filter(({ share }) => share === undefined).length
const countOf = ({ share = rest / equals }: Kind) => Math.ceil(Number(values.count) * share)

process.stdout.write(`seed ${seed}\n`)
for (const kind of chosen) {
  report("in the process", await fuzz(kind, countOf(kind), seed))
  const served = await fuzzOver(base, kind, Number(values.http), seed)
  report(`over HTTP, ${served.verified} verified`, served)
}
const { system, user } = process.cpuUsage()
process.stdout.write(`${failed} problems; ${((system + user) / 1e6).toFixed(1)} s of processor time\n`)
server.closeAllConnections()
server.close()
await close()
process.exitCode = failed === 0 ? 0 : 1
