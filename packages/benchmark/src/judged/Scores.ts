/** Scores how well ranked pages answer a question. */
import type { Question } from "./Questions.js"

/** The number of scored results. */
export const depth = 10

/** The scores of one answer, from 0 to 1; `found` is the number of its results, up to {@link depth}. */
export interface Score {
  /** Normalized discounted cumulative gain of the first {@link depth} results, with gains of 3 and 1. */
  readonly ndcg: number
  /** One over the rank of the first relevant result; 0 if none of the first {@link depth} is. */
  readonly reciprocalRank: number
  readonly found: number
}

/** The mean scores of some questions, and how many of them found nothing. */
export interface Summary {
  readonly questions: number
  readonly ndcg: number
  readonly mrr: number
  readonly nothing: number
}

const gain = (grade: number): number => 2 ** grade - 1

const discounted = (grades: ReadonlyArray<number>): number =>
  grades.reduce((sum, grade, i) => sum + gain(grade) / Math.log2(i + 2), 0)

/** The score of a result list, best first. */
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

/** The summary of some scores. */
export const summaryOf = (scores: ReadonlyArray<Score>): Summary => ({
  questions: scores.length,
  ndcg: mean(scores.map(({ ndcg }) => ndcg)),
  mrr: mean(scores.map(({ reciprocalRank }) => reciprocalRank)),
  nothing: scores.filter(({ found }) => found === 0).length
})
