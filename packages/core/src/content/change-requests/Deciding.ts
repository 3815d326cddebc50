/** Decides the conflicts between markers, and notes every decision with what reopening it needs. */
import * as Effect from "effect/Effect"
import { now } from "../../foundation/ids/Time.js"
import type { UserId } from "../../people/users/User.js"
import { DocumentRepository, type DocumentRepositoryService } from "../items/DocumentRepository.js"
import type { Resolution } from "../merge/Resolution.js"
import { placeOf, valueAt } from "../merge/UndecidedParts.js"
import type { DecidedRecord, DecidedRecords, Moved } from "./DecidedRecord.js"
import { freeName, isMarked, type MarkedConflict, markedIn, markedWhere, withChoices } from "./MarkedConflicts.js"
import { choiceOf, type Decisions, type MergeConflict } from "./MergeConflict.js"
import type { Rebased } from "./Rebasing.js"
import { isWritten, putText } from "./TextWrites.js"
import type { Undecided } from "./Undecided.js"

/** The content of a request before and after decisions, both brought together with main. */
export interface DecidedSides {
  readonly space: string
  /** The sequence of main. */
  readonly main: number
  readonly before: Rebased
  readonly after: Rebased
  /** The bodies of what was before, of which those that are new are not stored. */
  readonly bodies: Pick<DocumentRepositoryService, "markdown">
  /** The conflicts that could be decided, those between markers among them. */
  readonly conflicts: ReadonlyArray<MergeConflict>
  readonly marked: ReadonlyArray<MarkedConflict>
  readonly decisions: Decisions
  readonly by: UserId | undefined
}

/** The part of an item's unresolved conflicts that one of them is. */
const portionOf = (open: Undecided | undefined, { kind, where }: MergeConflict): Undecided | undefined => {
  const fields = kind === "field" ? open?.fields?.filter((field) => field.where === where) : undefined
  const isDeletion = open?.deletion !== undefined && open.deletion.where === kind
  const portion: Undecided = {
    ...(isDeletion && { deletion: open.deletion }),
    ...(kind === "place" && open?.place !== undefined && { place: open.place }),
    ...(fields !== undefined && fields.length > 0 && { fields })
  }
  return Object.keys(portion).length === 0 ? undefined : portion
}

const ending = /(?:\r\n?|\n)$/
const trimmed = (value: unknown): string => (typeof value === "string" ? value.replace(ending, "") : "")

/** Deciding, over the repositories of the context. */
export const makeDeciding = Effect.map(DocumentRepository, (documents) => {
  /** Keeps a body of what was before. */
  const keep = Effect.fnUntraced(function* ({ bodies, space }: DecidedSides, document: string) {
    return yield* documents.put(space, yield* bodies.markdown(space, document), document)
  })

  /** Decides what stands between markers in the draft. */
  const decideMarked = Effect.fnUntraced(function* ({ after, decisions, marked, space }: DecidedSides) {
    for (const [item, decided] of decisions) {
      const chosen = marked.filter(({ conflict }) => conflict.item === item && decided.has(conflict.where))
      const value = chosen.length === 0 ? undefined : yield* after.draft.item(item)
      if (!isWritten(value)) continue
      const text = yield* documents.markdown(space, value.document)
      const next = withChoices(
        text,
        chosen.flatMap(({ conflict, versions }) => {
          const by = decided.get(conflict.where)
          return by === undefined ? [] : [{ versions, choice: choiceOf(by) }]
        })
      )
      if (next !== text) yield* putText({ draft: after.draft, put: documents.put, space }, value, text, next)
    }
  })

  const movedFrom = Effect.fnUntraced(function* ({ after, before }: DecidedSides, above: string) {
    const moved: Array<Moved> = []
    for (const { id, parent, position, slug } of yield* before.draft.children(above)) {
      const now = placeOf(yield* after.draft.item(id))
      if (now !== undefined && now.parent !== above) moved.push({ id, parent, position, slug, to: now.parent })
    }
    return moved
  })

  const recordOf = Effect.fnUntraced(function* (
    sides: DecidedSides,
    conflict: MergeConflict,
    decision: Resolution,
    earlier: ReadonlyArray<DecidedRecord>
  ) {
    const { after, before, by, main, marked, space } = sides
    const { item, kind, where } = conflict
    const common = { conflict, choice: choiceOf(decision), ...(by !== undefined && { by }), at: yield* now, main }
    const undecided = isMarked(where) ? undefined : portionOf(before.undecided.get(item), conflict)
    if (undecided === undefined && (kind === "block" || kind === "field")) {
      const value = yield* before.draft.item(item)
      if (!isWritten(value)) return undefined
      const found = markedIn(value, yield* sides.bodies.markdown(space, value.document))
      const own = marked.find((each) => each.conflict.item === item && each.conflict.where === where)?.versions
      const isSame = (one: MergeConflict): boolean =>
        one.item === item &&
        one.kind === kind &&
        trimmed(one.main) === trimmed(conflict.main) &&
        trimmed(one.request) === trimmed(conflict.request)
      const ordinal =
        own?.ordinal ?? sides.conflicts.filter((one) => !isMarked(one.where) && isSame(one)).indexOf(conflict)
      const versions = found.filter((one) => isSame(one.conflict))[ordinal]?.versions
      if (versions === undefined) return undefined
      const isTaken = (name: string) => earlier.some((record) => record.conflict.where === name)
      const name = freeName(markedWhere(versions), isTaken)
      const record: DecidedRecord = {
        ...common,
        conflict: { ...conflict, where: name, ...(kind === "field" && { field: conflict.field ?? where }) },
        text: { document: yield* keep(sides, value.document), versions }
      }
      return record
    }
    const [previous, current] = [yield* before.draft.item(item), yield* after.draft.item(item)]
    if (undecided?.deletion !== undefined && isWritten(previous)) yield* keep(sides, previous.document)
    const result = kind === "place" ? placeOf(current)?.parent : kind === "field" && valueAt(current, where)
    const moved = kind === "item" || kind === "place" ? yield* movedFrom(sides, item) : []
    const record: DecidedRecord = {
      ...common,
      ...(undecided !== undefined && { undecided }),
      ...(result !== undefined && { result }),
      ...(undecided?.deletion !== undefined &&
        previous !== undefined && { deletion: { before: previous, isKept: current !== undefined } }),
      ...(moved.length > 0 && { moved })
    }
    return record
  })

  /** All decisions of a request, with these; what is in conflict again is decided no more. */
  const recorded = Effect.fnUntraced(function* (sides: DecidedSides) {
    const records = new Map(sides.after.known.decided)
    for (const [item, decided] of sides.decisions) {
      for (const [where, by] of decided) {
        const conflict = sides.conflicts.find((each) => each.item === item && each.where === where)
        const earlier = (records.get(item) ?? []).filter((record) => record.conflict.where !== where)
        const record = conflict && (yield* recordOf(sides, conflict, by, earlier))
        records.set(item, record === undefined ? earlier : [...earlier, record])
      }
    }
    return stillDecided(records, sides.after.conflicts)
  })

  return {
    /** Decides, and returns all decisions of the request. */
    decide: (sides: DecidedSides) => Effect.zipRight(decideMarked(sides), recorded(sides))
  }
})

/** The decisions about parts that are not in conflict again. */
export const stillDecided = (records: DecidedRecords, conflicts: ReadonlyArray<MergeConflict>): DecidedRecords => {
  const open = new Set(conflicts.map(({ item, where }) => JSON.stringify([item, where])))
  return new Map(
    [...records].map(([item, of]) => [
      item,
      of.filter(({ conflict }) => !open.has(JSON.stringify([item, conflict.where])))
    ])
  )
}
