/** Checks lines of content: every sequence has a revision, and every version of an item a valid interval. */
import * as Effect from "effect/Effect"
import type { ChangeRequestRecord } from "../../../content/change-requests/ChangeRequest.js"
import { Documents } from "../../../content/items/DocumentRepository.js"
import { type ItemVersion, open } from "../../../content/items/Item.js"
import { Items } from "../../../content/items/ItemTables.js"
import type { RevisionRecord } from "../../../content/revisions/Revision.js"
import { Revisions } from "../../../content/revisions/RevisionRepository.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import type { SpaceRecord } from "../../../people/places/Space.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import type { Check, Report } from "../Finding.js"
import { eachRow, exists } from "../Scanning.js"
import { eachRequest, eachSpace } from "../Spaces.js"

/** A line with its head: a space's, or one of its change requests'. */
interface CheckedLine {
  readonly space: SpaceRecord
  readonly request?: ChangeRequestRecord
}

const lineOf = ({ request, space }: CheckedLine): string => request?.id ?? space.id
const placeOf = ({ request, space }: CheckedLine): string =>
  `space ${space.id}${request === undefined ? "" : ` change request ${request.id}`}`

/**
 * On a main line, every sequence from 1 to the head has a revision, whose first parent is the one before. A change
 * request that continues after a merge skips numbers, and begins with a parent on main.
 */
const revisionsOf = Effect.fnUntraced(function* (storage: StorageService, line: CheckedLine, report: Report) {
  const { request, space } = line
  const where = placeOf(line)
  const head = request ?? space
  let before: RevisionRecord | undefined
  yield* eachRow<RevisionRecord>(storage, Revisions, { index: "line", prefix: [lineOf(line)] }, ({ value }) => {
    const revision = value
    if (revision === undefined || !Array.isArray(revision.parents)) return undefined
    const { base, parents, sequence } = revision
    const at = `${where} revision ${revision.id}`
    if (sequence > head.sequence) report(at, `its sequence ${sequence} is beyond the head, ${head.sequence}`)
    if (revision.space !== space.id) report(at, `it names the space ${revision.space}`)
    if (request === undefined) {
      const expected = (before?.sequence ?? 0) + 1
      if (sequence !== expected) report(where, `no revision has the sequence ${expected}; the next is ${sequence}`)
      const isFirst = sequence === 1
      if (isFirst && parents.length > 0) report(at, "the first revision has a parent")
      if (!isFirst && before !== undefined && sequence === expected && parents[0] !== before.id) {
        report(at, `its parent is ${parents[0]}, but the revision before is ${before.id}`)
      }
    } else if (base?.line !== space.id || base.sequence > space.sequence) {
      report(at, `it lies over ${base?.line} at ${base?.sequence}, which main does not have`)
    }
    before = revision
    return undefined
  })
  if (request === undefined && before?.id !== space.revision) {
    report(where, `its head is revision ${space.revision}, but the last one is ${before?.id}`)
  }
  if (request === undefined && before?.sequence !== space.sequence) {
    report(where, `its head has the sequence ${space.sequence}, but the last one is ${before?.sequence}`)
  }
  if (request !== undefined && request.base > space.sequence) {
    report(where, `it lies over main at ${request.base}, which is beyond the head, ${space.sequence}`)
  }
})

/**
 * Checks that the intervals of each item do not overlap, begin and end with a revision of the line, and that their
 * bodies exist.
 */
const intervalsOf = (storage: StorageService, line: CheckedLine, report: Report): Effect.Effect<void, Unavailable> => {
  const { space } = line
  const head = (line.request ?? space).sequence
  let before: ItemVersion | undefined
  const checkOne = Effect.fnUntraced(function* (version: ItemVersion, previous: ItemVersion | undefined) {
    const { from, until, value } = version
    const where = `${placeOf(line)} ${value.kind} ${value.id} from ${from}`
    if (from < 1 || from > head) report(where, `it begins beyond the head, ${head}`)
    if (until !== open && until > head) report(where, `it ends at ${until}, beyond the head, ${head}`)
    if (previous?.value.id === value.id) {
      if (previous.until > from) report(where, `the version before it ends at ${previous.until}, after it begins`)
      if (previous.value.kind !== value.kind) report(where, `it was a ${previous.value.kind} before`)
    }
    if (!(yield* exists(storage, Revisions, [version.line, from], "line"))) {
      report(where, `no revision has the sequence ${from}`)
    }
    if (version.deleted === true && line.request === undefined) report(where, "main has a mark of deletion")
    const document = "document" in value ? value.document : undefined
    if (document !== undefined && !(yield* exists(storage, Documents, [space.id, document]))) {
      report(where, `its text ${document} does not exist`)
    }
  })
  return eachRow<ItemVersion>(storage, Items, { prefix: [lineOf(line)] }, ({ value }) => {
    const version = value
    if (typeof version?.value !== "object") return undefined
    const previous = before
    before = version
    return checkOne(version, previous)
  })
}

/** The check of revisions and intervals. */
export const histories = (storage: StorageService): Check => ({
  name: "history",
  units: eachSpace(storage, (space, report) => {
    const line = (checked: CheckedLine) =>
      Effect.zipRight(revisionsOf(storage, checked, report), intervalsOf(storage, checked, report))
    return Effect.zipRight(
      line({ space }),
      eachRequest(storage, space.id, (request) => line({ space, request }))
    )
  })
})
