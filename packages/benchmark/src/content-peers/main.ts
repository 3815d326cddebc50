/** `npm run bench -- content-peers`: compares Lectern with Payload, Directus and json-server on the same documents. */
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import { print, runAsked, say, sayMissed } from "../CommandLine.js"
import type { Result } from "../Harness.js"
import { line } from "../Report.js"
import { type Comparison, compare, comparisons } from "./Comparisons.js"
import { allDocuments, vocabularyOf } from "./Documents.js"
import { installPeers } from "./Installed.js"
import { filledFile } from "./Lectern.js"
import { operationsOf } from "./Operations.js"

const usage = `usage: npm run bench -- content-peers [--only NAME...] [--folder FOLDER] [--json]
names: ${comparisons.map(({ name }) => name).join(", ")}`

/** Parses the command line. Throws if it is not understood. */
const asked = () => {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", default: join(tmpdir(), "lectern-content-peers") },
      json: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] }
    }
  })
  const unknown = values.only.find((name) => !comparisons.some((each) => each.name === name))
  if (unknown !== undefined) throw new Error(`no comparison ${unknown}`)
  const wanted = comparisons.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
  return { ...values, wanted }
}

const measured = (wanted: ReadonlyArray<Comparison>, installed: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      say("filling a file of Lectern...")
      const filled = yield* filledFile
      const operations = operationsOf(vocabularyOf(allDocuments()))
      const all: Array<Result> = []
      for (const comparison of wanted) {
        say(`${comparison.name}...`)
        all.push(
          ...(yield* compare(comparison, { filled, installed, operations }, (result) => say(`  ${line(result)}`)))
        )
      }
      return all
    })
  )

const run = async ({ folder, json, wanted }: ReturnType<typeof asked>): Promise<void> => {
  await installPeers(folder, say)
  const results = await Effect.runPromise(measured(wanted, folder))
  print(results, json)
  sayMissed(results)
}

// The peers end with this process, also when it receives a signal.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))

await runAsked(asked, usage, run)
