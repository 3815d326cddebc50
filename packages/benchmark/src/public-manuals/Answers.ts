/** How well engines answer the questions about public manuals. */
import type { PageSearch } from "../judged/Lectern.js"
import { depth, scoreOf } from "../judged/Scores.js"
import { pairedDifference } from "./Bootstrap.js"
import { pageName } from "./Clones.js"
import type { PublicQuestion, PublicSet } from "./PublicSets.js"

/** How well a question was answered. A right page is one that answers it, not one that only helps. */
export interface Answer {
  readonly set: string
  readonly question: PublicQuestion
  /** One over the rank of the first right page; 0 if none of the first {@link depth} is. */
  readonly reciprocalRank: number
  readonly ndcg: number
}

/** The questions of a half. */
export const questionsOfHalf = ({ questions }: PublicSet, frozen: boolean): ReadonlyArray<PublicQuestion> =>
  questions.filter((question) => question.frozen === frozen)

/** The grades of a question's pages, by their names in the manual. */
export const gradesOf = ({ relevant }: PublicQuestion): Readonly<Record<string, 1 | 2>> =>
  Object.fromEntries(Object.entries(relevant).map(([path, grade]) => [pageName(path), grade]))

/** The answers of an engine to the questions of a half. */
export const answersOf = async (
  sets: ReadonlyArray<PublicSet>,
  frozen: boolean,
  searchOf: (manual: string) => PageSearch
): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = []
  for (const set of sets) {
    for (const question of questionsOfHalf(set, frozen)) {
      const ranked = (await searchOf(set.name)(question.question)).slice(0, depth)
      const grades = gradesOf(question)
      const right = ranked.findIndex((name) => grades[name] === 2)
      answers.push({
        set: set.name,
        question,
        reciprocalRank: right < 0 ? 0 : 1 / (right + 1),
        ndcg: scoreOf({ answers: grades }, ranked).ndcg
      })
    }
  }
  return answers
}

const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const shown = (value: number): string => value.toFixed(3)
const signed = (value: number): string => `${value < 0 ? "" : "+"}${shown(value)}`

/** The means of some answers: MRR, how often a right page is first and among five, and nDCG. */
const meansOf = (answers: ReadonlyArray<Answer>): string =>
  [
    mean(answers.map(({ reciprocalRank }) => reciprocalRank)),
    mean(answers.map(({ reciprocalRank }) => (reciprocalRank === 1 ? 1 : 0))),
    mean(answers.map(({ reciprocalRank }) => (reciprocalRank >= 1 / 5 ? 1 : 0))),
    mean(answers.map(({ ndcg }) => ndcg))
  ]
    .map(shown)
    .join(" | ")

const columns = "MRR@10 | first | among five | nDCG@10"

/** A table of the answers of two engines to the same questions, by set, by manner and pooled. */
export const tableOf = (subject: ReadonlyArray<Answer>, baseline: ReadonlyArray<Answer>): string => {
  const groups: ReadonlyArray<readonly [name: string, has: (answer: Answer) => boolean]> = [
    ...[...new Set(subject.map(({ set }) => set))].map(
      (name) => [name, (answer: Answer) => answer.set === name] as const
    ),
    ...[...new Set(subject.map(({ question }) => question.manner))].map(
      (name) => [name, (answer: Answer) => answer.question.manner === name] as const
    ),
    ["pooled", () => true]
  ]
  const lines = groups.map(([name, has]) => {
    const [one, other] = [subject.filter(has), baseline.filter(has)]
    const { high, low, mean } = pairedDifference(
      one.map(({ reciprocalRank }, index) => [reciprocalRank, other[index]!.reciprocalRank])
    )
    const difference = `${signed(mean)} (${signed(low)} to ${signed(high)})`
    return `| ${name} | ${one.length} | ${meansOf(one)} | ${meansOf(other)} | ${difference} |`
  })
  const head = `| | questions | Lectern: ${columns} | MiniSearch: ${columns} | difference of MRR, 95 % |`
  return [head, `|${"---|".repeat(11)}`, ...lines].join("\n")
}
