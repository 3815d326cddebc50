/** How well ranked pages answer a question. */
import type { Question } from "./Questions.js"

/** How deep an answer counts. */
export const depth = 10

/** What an engine made of a question, from 0 to 1 each; `found` is how many pages it gave, up to {@link depth}. */
export interface Score {
  /** Normalised discounted cumulative gain of the first {@link depth} pages, with gains of 3 and 1. */
  readonly ndcg: number
  /** One over the rank of the first page that answers, 0 where none of the first {@link depth} does. */
  readonly reciprocalRank: number
  readonly found: number
}

/** The scores of some questions together: means, and how many of them found nothing. */
export interface Summary {
  readonly questions: number
  readonly ndcg: number
  readonly mrr: number
  readonly nothing: number
}

const gain = (grade: number): number => 2 ** grade - 1

const discounted = (grades: ReadonlyArray<number>): number =>
  grades.reduce((sum, grade, i) => sum + gain(grade) / Math.log2(i + 2), 0)

/** The score of the pages that an engine gave, best first. */
export const scoreOf = ({ answers }: Pick<Question, "answers">, ranked: ReadonlyArray<string>): Score => {
  const grades = ranked.slice(0, depth).map((name) => answers[name] ?? 0)
  const ideal = Object.values(answers)
    .toSorted((a, b) => b - a)
    .slice(0, depth)
  const first = grades.findIndex((grade) => grade > 0)
  return {
    ndcg: discounted(grades) / discounted(ideal),
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    found: grades.length
  }
}

const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** What some scores are together. */
export const summaryOf = (scores: ReadonlyArray<Score>): Summary => ({
  questions: scores.length,
  ndcg: mean(scores.map(({ ndcg }) => ndcg)),
  mrr: mean(scores.map(({ reciprocalRank }) => reciprocalRank)),
  nothing: scores.filter(({ found }) => found === 0).length
})
