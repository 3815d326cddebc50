/** The answers for revisions without their content. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { PublicUrls, revisionUrls } from "../../foundation/urls/PublicUrls.js"
import { makePeople } from "../../people/users/People.js"
import { makeChangeRequestAnswer, mergedBy } from "../change-requests/ChangeRequestAnswer.js"
import type { NamedRevisionRecord } from "./NamedRevision.js"
import type { RevisionRecord, RevisionSummary } from "./Revision.js"

/** Makes the answer for a revision, with its name if it has one. */
export type RevisionAnswers = (
  revision: RevisionRecord,
  named: NamedRevisionRecord | undefined
) => Effect.Effect<RevisionSummary, Unavailable>

/** {@link RevisionAnswers} over the repositories of the context. */
export const makeRevisionAnswer = Effect.gen(function* () {
  const person = yield* makePeople
  const answerRequest = yield* makeChangeRequestAnswer
  const { base } = yield* PublicUrls
  const answer: RevisionAnswers = Effect.fnUntraced(function* (revision, named) {
    const { coauthors, createdAt, createdBy, git, id, mergedFrom, parents, space, type } = revision
    return {
      object: "revision-summary" as const,
      id,
      type,
      parents,
      ...(mergedFrom !== undefined && { mergedFrom: yield* answerRequest(revision, mergedBy(mergedFrom, revision)) }),
      createdAt,
      ...(createdBy !== undefined && { createdBy: yield* person(createdBy) }),
      ...(coauthors !== undefined && { coauthors: yield* Effect.forEach(coauthors, person) }),
      ...(named !== undefined && { name: named.name }),
      ...(named?.description !== undefined && { description: named.description }),
      ...(git !== undefined && { git }),
      urls: revisionUrls(base, space, id)
    }
  })
  return answer
})
