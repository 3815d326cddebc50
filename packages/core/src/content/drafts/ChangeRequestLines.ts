/** The lines of content of change requests. */
import * as Effect from "effect/Effect"
import type { SpaceRecord } from "../../people/places/Space.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { ChangeRequestRecord } from "../change-requests/ChangeRequest.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import type { View } from "../items/View.js"
import { undecidedAfter } from "../merge/UndecidedParts.js"
import type { Line } from "./ContentWriter.js"

/** The view of a change request. */
export const viewOf = ({ id, space, base }: ChangeRequestRecord): View => ({
  line: id,
  base: { line: space, sequence: base }
})

/** The content that a change request is based on, and its own. */
export const sidesOf = (request: ChangeRequestRecord): readonly [before: View, after: View] => [
  { line: request.space, sequence: request.base },
  { ...viewOf(request), sequence: request.sequence }
]

const nothing: ReadonlySet<string> = new Set()

/** The line of a change request, as it was read in the transaction that writes onto it. */
export type ChangeRequestLines = (space: SpaceRecord, stored: Stored<ChangeRequestRecord>) => Line

/**
 * {@link ChangeRequestLines} over the repositories of the context. Editors become contributors; the base of a new
 * revision becomes the base of the request.
 */
export const makeChangeRequestLines = Effect.map(
  ChangeRequestRepository,
  (requests): ChangeRequestLines =>
    (space, stored) => ({
      space,
      head: { revision: stored.value.revision, sequence: stored.value.sequence },
      view: viewOf(stored.value),
      ...(stored.value.live === true && { live: true }),
      edited: (changes, named) => {
        const changed = new Map(
          changes.map(({ next, stored }) => {
            const before = stored?.value.value
            return [(next ?? before)?.id ?? "", { before, after: next }] as const
          })
        )
        return requests.decide(stored.value.id, new Set([...changed.keys(), ...named.keys()]), (item, undecided) =>
          undecidedAfter(undecided, named.get(item) ?? nothing, changed.get(item))
        )
      },
      moveTo: Effect.fnUntraced(function* (revision) {
        const { id, type, sequence, base, parents, createdAt, createdBy, coauthors = [], computed } = revision
        yield* requests.replace(stored, {
          ...stored.value,
          revision: id,
          sequence,
          base: base?.sequence ?? stored.value.base,
          ...(type === "update" && { revisionMergedAncestor: parents.at(-1) ?? stored.value.revision }),
          updatedAt: createdAt,
          ...(computed === true && { computed })
        })
        if ((type === "edits" || type === "rollback") && createdBy !== undefined) {
          yield* requests.contributed(stored.value, createdBy, createdAt, 1)
          for (const other of coauthors) yield* requests.contributed(stored.value, other, createdAt, 1)
        }
        return []
      })
    })
)
