/** The judged questions: queries of people, and the pages that answer them. */
import { readFileSync } from "node:fs"
import * as Schema from "effect/Schema"

/** The form of a question. */
const Kind = Schema.Literal("keywords", "question", "typo", "identifier", "partial", "number", "error")

/** A question, and which pages of its manual answer it: 2 for the best answers, 1 for pages that help as well. */
const Question = Schema.Struct({
  id: Schema.String,
  manual: Schema.String,
  kind: Kind,
  /** The language of the question. */
  language: Schema.String,
  query: Schema.String,
  answers: Schema.Record({ key: Schema.String, value: Schema.Literal(1, 2) })
})

/** A question with its judged answers, by page name. */
export type Question = typeof Question.Type

/** What an engine needs of a question, and what its answer is compared with. */
export type Asked = Pick<Question, "manual" | "query" | "answers">

/**
 * Half of the questions are for tuning. The others show whether tuning also helped with questions that nobody looked
 * at.
 */
export type Half = "tuning" | "frozen"

const decode = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Question)))

/** The questions of a half. */
export const questionsOf = (half: Half): ReadonlyArray<Question> =>
  decode(readFileSync(new URL(`../../judged/${half}.json`, import.meta.url), "utf8"))
