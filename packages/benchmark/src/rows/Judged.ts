import { deepStrictEqual } from "node:assert/strict"
import { join } from "node:path"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import { constant, type Family } from "../Harness.js"
import { type ManualEngine, openManuals, type PageSearch } from "../judged/Lectern.js"
import { type Manual, manuals } from "../judged/Manuals.js"
import { bestOf, scoresOf, variantsOf } from "../judged/Measured.js"
import { type Half, type Question, questionsOf } from "../judged/Questions.js"
import { type Score, summaryOf } from "../judged/Scores.js"
import { lunrPeer } from "../peers/Lunr.js"
import { miniSearch } from "../peers/MiniSearch.js"
import { orama } from "../peers/Orama.js"
import { tempFolder } from "../TempFolder.js"

const halves = ["tuning", "frozen"] as const
const questions: Readonly<Record<Half, ReadonlyArray<Question>>> = {
  tuning: questionsOf("tuning"),
  frozen: questionsOf("frozen")
}

/** The minimum share to close of the gap between the best default and a perfect score. */
const closed = 0.4
/** The minimum lead over the best tuned engine. */
const above = 0.02
/** The minimum score of the search of an export, as a part of that of the engine. */
const exportedPart = 0.95

/** The scores of an engine for both halves. */
interface Answered {
  readonly name: string
  readonly scores: Readonly<Record<Half, ReadonlyArray<Score>>>
}

const answered = async (name: string, searchOf: (manual: string) => PageSearch): Promise<Answered> => ({
  name,
  scores: { tuning: await scoresOf(questions.tuning, searchOf), frozen: await scoresOf(questions.frozen, searchOf) }
})

const engine = (read: ReadonlyArray<Manual>, storage: Parameters<typeof openManuals>[1]) =>
  Effect.acquireRelease(
    Effect.promise(() => openManuals(read, storage)),
    (opened) => Effect.promise(() => opened.close())
  )

/** Fails if two engines answer a question with different pages, or in another order. */
const same = async (one: ManualEngine, other: ManualEngine): Promise<void> => {
  for (const { manual, query } of halves.flatMap((half) => questions[half])) {
    deepStrictEqual(await one.searchOf(manual)(query), await other.searchOf(manual)(query), query)
  }
}

/** Whether a manual has Chinese texts. */
const isCut = (manual: string): boolean => manual === "builder"

/** The scores of the other engines: each with its best defaults, and with its best tuning on the tuning half. */
const others = async (read: ReadonlyArray<Manual>) => {
  const defaults: Array<Answered> = []
  const tuned: Array<Answered> = []
  for (const { defaults: usual, name, tuned: all } of [
    variantsOf(miniSearch, read, isCut),
    variantsOf(orama, read, isCut),
    variantsOf(lunrPeer, read, isCut)
  ]) {
    const plain = await bestOf(questions.tuning, usual)
    defaults.push(await answered(`${name}: ${plain.words}`, plain.searchOf))
    const best = await bestOf(questions.tuning, all)
    tuned.push(await answered(`${name}, tuned: ${best.words}`, best.searchOf))
  }
  return { defaults, tuned }
}

const groups: ReadonlyArray<readonly [name: string, has: (question: Question) => boolean]> = [
  ["all", () => true],
  ...["fastify", "markdownlint", "builder"].map((name) => [name, (q: Question) => q.manual === name] as const),
  ["Chinese", (question) => question.language === "zh"],
  ...["keywords", "question", "typo", "identifier", "partial", "number", "error"].map(
    (name) => [name, (q: Question) => q.kind === name] as const
  )
]

const shown = (value: number): string => value.toFixed(3)

/** The nDCG and MRR of each engine for each group of questions of a half, and how many of them found nothing. */
const linesOf = (half: Half, all: ReadonlyArray<Answered>): string =>
  all
    .map(({ name, scores }) => {
      const line = groups.map(([group, has]) => {
        const summary = summaryOf(scores[half].filter((_, i) => has(questions[half][i]!)))
        const nothing = summary.nothing === 0 ? "" : `, ${summary.nothing} found nothing`
        return `    ${group.padEnd(13)}${shown(summary.ndcg)} ${shown(summary.mrr)}  of ${summary.questions}${nothing}`
      })
      return `${half}: ${name} (nDCG@10, MRR)\n${line.join("\n")}`
    })
    .join("\n")

const measures = [
  ["ndcg", "nDCG@10"],
  ["mrr", "MRR"]
] as const

const best = (all: ReadonlyArray<Answered>, half: Half, measure: "ndcg" | "mrr"): readonly [string, number] =>
  all
    .map(({ name, scores }) => [name.split(":")[0]!, summaryOf(scores[half])[measure]] as const)
    .reduce((one, other) => (other[1] > one[1] ? other : one))

/**
 * The quality of search on the judged questions, compared with other engines over the same pages: it closes 40 % of the
 * gap between the best of their defaults and 1, stays 0.02 above their best tuning, and finds something for every
 * question. In an export it answers nearly as well. Prints all figures by manual, language and kind.
 */
export const judged: Family = {
  name: "judged",
  rows: Effect.gen(function* () {
    const read = manuals()
    const memory = yield* engine(read, MemoryStorage.open())
    const filename = join(yield* tempFolder, "workspace.db")
    const file = yield* engine(read, SqliteStorage.open({ filename }))
    yield* Effect.promise(() => same(memory, file))
    const lectern = yield* Effect.promise(() => answered("Lectern", memory.searchOf))
    const exported = yield* Effect.promise(async () => answered("Lectern, in an export", await memory.exported()))
    const { defaults, tuned } = yield* Effect.promise(() => others(read))
    for (const half of halves) process.stderr.write(`${linesOf(half, [lectern, exported, ...defaults, ...tuned])}\n`)
    const rows = halves.flatMap((half) => {
      const summary = summaryOf(lectern.scores[half])
      return [
        ...measures.flatMap(([measure, unit]) => {
          const subject = [`search, ${half} half`, summary[measure]] as const
          const plain = best(defaults, half, measure)
          const chosen = best(tuned, half, measure)
          const closing = plain[1] + closed * (1 - plain[1])
          return [
            constant(`judged-${half}-${measure}`, subject, plain, unit, {
              of: "subject",
              kind: "at least",
              value: closing
            }),
            constant(`judged-${half}-${measure}-tuned`, subject, chosen, unit, {
              of: "subject",
              kind: "at least",
              value: chosen[1] + above
            }),
            constant(
              `judged-${half}-${measure}-export`,
              [`search of an export, ${half} half`, summaryOf(exported.scores[half])[measure]],
              ["search of the engine", summary[measure]],
              unit,
              { of: "ratio", kind: "at least", value: exportedPart }
            )
          ]
        }),
        constant(
          `judged-${half}-nothing`,
          [`search, ${half} half`, summary.nothing],
          ["of", summary.questions],
          "questions",
          { of: "subject", kind: "at most", value: 0 }
        )
      ]
    })
    return rows
  })
}
