/**
 * `npm run bench -- fuzz`: tests malformed texts of every kind, in this process and over HTTP. `--count` is the total number in
 * this process; `--http` is how many of each kind must reach the verifier over HTTP; `--seed` repeats a run.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { parseArgs } from "node:util"
import { handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import * as LecternHttp from "@lectern/http/LecternHttp"
import { fuzz, fuzzOver, type Outcome, together } from "./Fuzz.js"
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
const wanted = Number(values.http)

/** How long a workspace is used, in milliseconds: sign-in attempts expire after 15 minutes. */
const lifetime = 5 * 60_000
/**
 * How many texts are tested between two checks of the clock: a multiple of eight, since eight ways of generating texts
 * take turns.
 */
const atOnce = 4000

/** A new workspace with its server. */
const serve = async () => {
  const workspace = await openKinds()
  // Testing a kind in this process takes longer than the default keep-alive timeout.
  const server = createServer(
    { keepAliveTimeout: 600_000 },
    handleListener(LecternHttp.handle(workspace.lectern, workspace.http))
  )
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kinds: workspace.kinds.filter(({ name }) => name.includes(values.only)),
    until: Date.now() + lifetime,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await workspace.close()
    }
  }
}

let served = await serve()
/** The current workspace, or a new one if it is too old. */
const current = async () => {
  if (Date.now() >= served.until) {
    await served.close()
    served = await serve()
  }
  return served
}

const processorSeconds = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1e6
}
const write = (line: string): void => void process.stdout.write(`${line}\n`)
const part = (count: number, all: number): string => (all === 0 ? "none" : `${((count / all) * 100).toFixed(1)}%`)

let failed = 0
const report = (where: string, { kind, mutations, problems, refusals, tried }: Outcome, seconds: number) => {
  failed += problems.length
  write(`${kind}, ${where}: ${tried} texts, ${mutations} (${part(mutations, tried)}) of them mutations of valid ones`)
  write(`  ${((seconds / tried) * 1000).toFixed(2)} s of processor time for 1,000 texts`)
  for (const [reason, count] of Object.entries(refusals).sort(([, a], [, b]) => b - a)) {
    write(`  ${String(count).padStart(8)}  ${reason}`)
  }
  for (const { ended, text } of problems) write(`  PROBLEM   ${ended}: ${JSON.stringify(text)}`)
}

const kinds = served.kinds
const rest = 1 - kinds.reduce((sum, { share = 0 }) => sum + share, 0)
const equals = kinds.filter(({ share }) => share === undefined).length
const countOf = ({ share = rest / equals }: Kind) => Math.ceil(Number(values.count) * share)

write(`seed ${seed}`)
const sum = (all: ReadonlyArray<number>): number => all.reduce((total, each) => total + each, 0)
const [inProcess, overHttp] = [[] as Array<Outcome>, [] as Array<Outcome & { readonly verified: number }>]
for (const [index, { name }] of kinds.entries()) {
  const count = countOf(kinds[index] as Kind)
  const outcomes: Array<Outcome> = []
  const started = processorSeconds()
  for (let from = 0; from < count; from += atOnce) {
    const kind = (await current()).kinds[index] as Kind
    outcomes.push(await fuzz(kind, Math.min(atOnce, count - from), (seed + from) % 2 ** 32))
  }
  const all = together(name, outcomes)
  report("in the process", all, processorSeconds() - started)
  inProcess.push(all)
  const { base, kinds: fresh } = await current()
  const asked = processorSeconds()
  const answered = await fuzzOver(base, fresh[index] as Kind, wanted, seed)
  report(`over HTTP, ${answered.verified} verified`, answered, processorSeconds() - asked)
  overHttp.push(answered)
}
await served.close()

const tried = sum(inProcess.map((each) => each.tried))
const mutations = sum(inProcess.map((each) => each.mutations))
write(`in the process: ${tried} texts, ${mutations} (${part(mutations, tried)}) of them mutations of valid ones`)
for (const { kind, tried } of inProcess) write(`  ${String(tried).padStart(8)}  ${kind}`)
write(
  `over HTTP: ${sum(overHttp.map((each) => each.tried))} texts, ${sum(overHttp.map((each) => each.verified))} came to what checks them`
)
for (const { kind, tried, verified } of overHttp) {
  const isEnough = verified >= wanted
  if (!isEnough) failed++
  write(`  ${String(verified).padStart(8)}  ${kind}, of ${tried}${isEnough ? "" : `: PROBLEM, fewer than ${wanted}`}`)
}
write(`${failed} problems; ${processorSeconds().toFixed(1)} s of processor time`)
process.exitCode = failed === 0 ? 0 : 1
