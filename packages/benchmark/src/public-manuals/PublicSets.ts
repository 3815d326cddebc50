/** Judged questions about public manuals, of which only the questions and the paths of pages are kept here. */
import { readdirSync, readFileSync } from "node:fs"
import * as Schema from "effect/Schema"

/**
 * How a question is put: in the words of somebody who does not know the term, as an error or a symptom that was pasted,
 * or with the words of headings.
 */
export const Manner = Schema.Literal("beginner", "symptom", "keywords")

/** A question, and the pages of its manual that are relevant: 2 for those that answer it, 1 for those that help. */
const PublicQuestion = Schema.Struct({
  id: Schema.String,
  manner: Manner,
  question: Schema.String,
  /** By path below the folder of the manual. */
  relevant: Schema.Record({ key: Schema.String, value: Schema.Literal(1, 2) }),
  /** Whether the question must not be read while search is being tuned. */
  frozen: Schema.Boolean
})

/** A judged question about a public manual. */
export type PublicQuestion = typeof PublicQuestion.Type

/** A manual, which is a folder of a repository at a commit, and its questions. */
const PublicSet = Schema.Struct({
  repository: Schema.String,
  commit: Schema.String,
  folder: Schema.String,
  /** The license of the texts, or `none stated`. */
  license: Schema.String,
  /** The language of the manual and of the questions. */
  language: Schema.String,
  questions: Schema.Array(PublicQuestion)
})

/** The questions about a public manual; `name` is that of their file. */
export type PublicSet = typeof PublicSet.Type & { readonly name: string }

const decode = Schema.decodeUnknownSync(Schema.parseJson(PublicSet), { onExcessProperty: "error" })

const folder = new URL("../../judged/public/", import.meta.url)

/** All sets, by name. */
export const publicSets = (): ReadonlyArray<PublicSet> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ ...decode(readFileSync(new URL(file, folder), "utf8")), name: file.replace(/\.json$/, "") }))
