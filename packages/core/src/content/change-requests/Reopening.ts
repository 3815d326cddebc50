/** Undoes decisions of conflicts: what they were about is undecided again, with the versions that it had. */
import * as Effect from "effect/Effect"
import { Conflict, type NotFound, notFound } from "../../foundation/errors/Errors.js"
import { viewOf } from "../drafts/ChangeRequestLines.js"
import type { Line } from "../drafts/ContentWriter.js"
import type { Draft } from "../drafts/Draft.js"
import { documentHash } from "../items/DocumentHash.js"
import type { DocumentRepositoryService } from "../items/DocumentRepository.js"
import type { ItemValue } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { sameValue } from "../items/SameValue.js"
import { markedParts } from "../merge/Markers.js"
import { undecided as nothingDecided } from "../merge/Resolution.js"
import { placeOf, valueAt } from "../merge/UndecidedParts.js"
import type { ChangeRequestRecord } from "./ChangeRequest.js"
import { ChangeRequestRepository } from "./ChangeRequestRepository.js"
import type { ReopenConflicts } from "./DecidedConflict.js"
import type { DecidedRecord, DecidedRecords } from "./DecidedRecord.js"
import { withChoices } from "./MarkedConflicts.js"
import type { MergeOne } from "./PreparedMerges.js"
import { makeRebasing, type Rebasing, type Reopened } from "./Rebasing.js"
import { isWritten, putText } from "./TextWrites.js"

/** The decisions to undo; fails with `NotFound` if one does not exist. */
const chosenIn = (decided: DecidedRecords, { conflicts }: ReopenConflicts): Effect.Effect<DecidedRecords, NotFound> =>
  Effect.gen(function* () {
    const chosen = new Map<string, ReadonlyArray<DecidedRecord>>()
    for (const { item, where } of conflicts) {
      const record = decided.get(item)?.find(({ conflict }) => conflict.where === where)
      if (record === undefined) return yield* notFound("decided conflict")
      const others = (chosen.get(item) ?? []).filter((each) => each !== record)
      chosen.set(item, [...others, record])
    }
    return chosen
  })

const edited = ({ conflict }: DecidedRecord): Conflict =>
  new Conflict({
    message: `${JSON.stringify(conflict.title)} has been edited since this was decided: edit it again instead of reopening the conflict`
  })

/** Whether an item is still as a decision has left it, or as main has it. */
const isAsDecided = (
  { conflict, deletion, result }: DecidedRecord,
  current: ItemValue | undefined,
  base: ItemValue | undefined
): boolean => {
  if (deletion !== undefined) return deletion.isKept === (current !== undefined)
  if (current === undefined) return false
  const of = (value: ItemValue | undefined): unknown =>
    conflict.kind === "place" ? placeOf(value)?.parent : valueAt(value, conflict.where)
  return conflict.kind === "item" || sameValue(of(current), result) || sameValue(of(current), of(base))
}

/** The draft that reopened texts are put into. */
interface Target {
  readonly documents: DocumentRepositoryService
  readonly draft: Draft
  readonly space: string
}

/** Reopening, over the repositories of the context. */
export const makeReopening = Effect.gen(function* () {
  const items = yield* ItemRepository
  const requests = yield* ChangeRequestRepository
  const { dry, ...wet } = yield* makeRebasing

  /** What of the items is open again; fails with `Conflict` if one was edited since. */
  const partsOf = Effect.fnUntraced(function* (request: ChangeRequestRecord, chosen: DecidedRecords) {
    const view = { ...viewOf(request), sequence: request.sequence }
    const base = { line: request.space, sequence: request.base }
    const parts = new Map<string, Reopened>()
    const add = (id: string, more: Partial<Reopened>) => parts.set(id, { undecided: {}, ...parts.get(id), ...more })
    for (const [id, records] of chosen) {
      const current = (yield* items.find(view, id))?.value.value
      const before = (yield* items.find(base, id))?.value.value
      for (const record of records) {
        const { deletion, main, moved = [], text, undecided } = record
        if (text !== undefined) continue
        if (!isAsDecided(record, current, before)) return yield* edited(record)
        const known = parts.get(id)?.undecided
        const fields = [...(known?.fields ?? []), ...(undecided?.fields ?? [])]
        add(id, { undecided: { ...known, ...undecided, ...(fields.length > 0 && { fields }) } })
        if (deletion !== undefined && !deletion.isKept) add(id, { put: { value: deletion.before, main } })
        for (const each of moved) {
          const now = placeOf((yield* items.find(view, each.id))?.value.value)
          const { parent, position, slug } = each
          if (now?.parent === each.to) add(each.id, { place: { parent, position, slug } })
        }
      }
    }
    return parts
  })
  /** Puts both versions between markers again, where the decided text is. */
  const reopenTexts = Effect.fnUntraced(function* <E>(
    merge: MergeOne<E>,
    { documents, draft, space }: Target,
    decided: ReadonlyArray<DecidedRecord>,
    chosen: ReadonlyArray<DecidedRecord>
  ) {
    const ofTexts = decided.filter((record) => record.text !== undefined && chosen.includes(record)).toReversed()
    const [first] = ofTexts
    if (first === undefined) return
    const value = yield* draft.item(first.conflict.item)
    if (!isWritten(value)) return yield* edited(first)
    const before = yield* documents.markdown(space, value.document)
    let text = before
    for (const document of new Set(ofTexts.map((record) => record.text?.document ?? ""))) {
      const open = yield* documents.markdown(space, document)
      const ofText = decided.filter((record) => record.text?.document === document)
      const decidedText = (records: ReadonlyArray<DecidedRecord>): string =>
        withChoices(
          open,
          records.flatMap(({ choice, text: of }) => (of === undefined ? [] : [{ choice, versions: of.versions }]))
        )
      const base = decidedText(ofText)
      const theirs = decidedText(ofText.filter((record) => !chosen.includes(record)))
      text = yield* merged(merge, { base, ours: text, theirs })
    }
    const parts = markedParts(text)
    const isOpen = ({ text: of }: DecidedRecord): boolean =>
      parts.some(({ main, request }) => main === of?.versions.main && request === of.versions.request)
    const missing = ofTexts.find((record) => !isOpen(record))
    if (missing !== undefined) return yield* edited(missing)
    yield* putText({ draft, put: documents.put, space }, value, before, text)
  })

  /** A merged text, without the versions of the other side where both changed it. */
  const merged = Effect.fnUntraced(function* <E>(
    merge: MergeOne<E>,
    { base, ours, theirs }: { readonly base: string; readonly ours: string; readonly theirs: string }
  ) {
    const sideOf = (text: string): ItemValue => ({
      kind: "reusable-content",
      id: "",
      title: "",
      document: documentHash(text),
      createdAt: "",
      updatedAt: ""
    })
    const sides = { base: sideOf(base), ours: sideOf(ours), theirs: sideOf(theirs) }
    const texts = new Map([base, ours, theirs].map((text) => [documentHash(text), text]))
    const { merged: found } = yield* merge({ sides, undecided: {}, texts, decided: nothingDecided })
    if (found.conflicts.length > 0) return ours
    return found.body?.text ?? texts.get(isWritten(found.value) ? found.value.document : "") ?? ours
  })

  const over =
    ({ documents, rebase }: Rebasing) =>
    <E>(merge: MergeOne<E>, main: Line, request: ChangeRequestRecord, input: ReopenConflicts) =>
      Effect.gen(function* () {
        const { decided } = yield* requests.conflicts(request.id)
        const chosen = yield* chosenIn(decided, input)
        const rebased = yield* rebase(merge, main, request, undefined, yield* partsOf(request, chosen))
        const target: Target = { documents, draft: rebased.draft, space: request.space }
        for (const [item, records] of chosen) yield* reopenTexts(merge, target, decided.get(item) ?? [], records)
        const left = [...decided].map(
          ([item, records]) => [item, records.filter((each) => chosen.get(item)?.includes(each) !== true)] as const
        )
        return { ...rebased, decided: new Map(left) }
      })

  return {
    /** A request with decisions undone, brought together with main. */
    reopen: over(wet),
    /** A dry run of it that stores no bodies. */
    previewReopening: <E>(merge: MergeOne<E>, main: Line, request: ChangeRequestRecord, input: ReopenConflicts) =>
      over(dry())(merge, main, request, input)
  }
})
