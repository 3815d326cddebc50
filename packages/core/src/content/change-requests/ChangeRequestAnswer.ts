/** The answers for change requests. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { changeRequestUrls, PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { makePeople } from "../../people/users/People.js"
import type { RevisionRecord } from "../revisions/Revision.js"
import type { ChangeRequest, ChangeRequestRecord } from "./ChangeRequest.js"

/** The point of main that a request last contained completely. */
export const inStepWith = ({ base, merged }: ChangeRequestRecord): number => Math.max(base, merged?.sequence ?? 0)

/** A change request as it is after a merge, which may have overridden the rules of approval. */
export const mergedBy = (
  { overridden: _, ...request }: ChangeRequestRecord,
  { id, sequence, createdAt }: Pick<RevisionRecord, "id" | "sequence" | "createdAt">,
  overridden?: ChangeRequestRecord["overridden"]
): ChangeRequestRecord => ({
  ...request,
  ...(overridden !== undefined && { overridden }),
  status: "merged",
  merged: { revision: id, sequence, at: createdAt },
  updatedAt: createdAt
})

/** Makes the answer for a change request, as of a moment of main. */
export type ChangeRequestAnswers = (
  main: { readonly sequence: number },
  request: ChangeRequestRecord
) => Effect.Effect<ChangeRequest, Unavailable>

/** {@link ChangeRequestAnswers} over the repositories of the context. */
export const makeChangeRequestAnswer = Effect.gen(function* () {
  const person = yield* makePeople
  const { base } = yield* PublicUrls
  const answer: ChangeRequestAnswers = Effect.fnUntraced(function* (main, request) {
    const { id, number, status, subject, createdAt, updatedAt, revision, revisionInitial } = request
    const { merged, overridden, revisionMergedAncestor, space } = request
    return {
      object: "change-request" as const,
      id,
      number,
      status,
      subject,
      ...(request.description !== undefined && { description: { markdown: request.description } }),
      createdBy: yield* person(request.createdBy),
      createdAt,
      updatedAt,
      revision,
      revisionInitial,
      ...(revisionMergedAncestor !== undefined && { revisionMergedAncestor }),
      ...(merged !== undefined && { revisionMerged: merged.revision }),
      ...(overridden !== undefined && {
        overridden: {
          ...(overridden.by !== undefined && { by: yield* person(overridden.by) }),
          at: overridden.at
        }
      }),
      comments: request.comments ?? 0,
      outdated: inStepWith(request) !== main.sequence,
      urls: changeRequestUrls(base, space, id)
    }
  })
  return answer
})
