/** A change request over the main line of today: what merging writes there, and what the request holds after an update. */
import { Effect } from "effect"
import type { Line } from "../content/ContentWriter.js"
import { DocumentRepository, type DocumentRepositoryService, documentHash } from "../content/DocumentRepository.js"
import { type Draft, make as makeDraft, sameValue } from "../content/Draft.js"
import type { ItemValue } from "../content/Item.js"
import { ItemRepository, type ItemRepositoryService } from "../content/ItemRepository.js"
import type { View } from "../content/View.js"
import type { LecternError } from "../errors/Errors.js"
import { hasMarkers } from "../merge/Markers.js"
import type { Sides } from "../merge/MergeFields.js"
import { mergeItem, textsOf } from "../merge/MergeItems.js"
import { type Resolutions, undecided } from "../merge/Resolution.js"
import type { ChangeRequestRecord } from "./ChangeRequest.js"
import { viewOf } from "./ChangeRequestLines.js"
import { conflictsIn, type Decisions, type MergeConflict, placeConflict } from "./MergeConflict.js"
import { settle } from "./Settling.js"

/** The changes of a request as a draft on the head of main, and what the two sides conflict in. */
export interface Rebased {
  readonly draft: Draft
  readonly conflicts: ReadonlyArray<MergeConflict>
  /** The paths of the pages, and the ids of other texts, in which the request has conflict markers. */
  readonly marked: ReadonlyArray<string>
}

/** Brings a request and main together; what is decided is no conflict. */
export type Rebase = (
  main: Line,
  request: ChangeRequestRecord,
  decisions?: Decisions
) => Effect.Effect<Rebased, LecternError>

/** {@link Rebase} over the repositories of the context, and the same without writing any body, to see what comes. */
export const make = Effect.map(
  Effect.all([ItemRepository, DocumentRepository]),
  ([items, documents]): { readonly rebase: Rebase; readonly preview: Rebase } => ({
    rebase: rebaseOver(items, documents),
    preview: rebaseOver(items, { ...documents, put: (_, markdown) => Effect.succeed(documentHash(markdown)) })
  })
)

const bodyOf = (value: ItemValue | undefined): string | undefined =>
  value !== undefined && "document" in value ? value.document : undefined

const rebaseOver = (items: ItemRepositoryService, documents: DocumentRepositoryService): Rebase => {
  const valueIn = (view: View, id: string) => Effect.map(items.find(view, id), (found) => found?.value.value)

  const isMarked = (space: string, { base, theirs }: Sides<ItemValue>) =>
    bodyOf(theirs) === bodyOf(base)
      ? Effect.succeed(false)
      : Effect.map(documents.markdown(space, bodyOf(theirs)), hasMarkers)

  /** An item that both sides may have changed, with its new body stored; markers are in it where they conflict. */
  const merge = Effect.fnUntraced(function* (space: string, sides: Sides<ItemValue>, decided: Resolutions) {
    if (sameValue(sides.base, sides.ours)) return { value: sides.theirs, conflicts: [] }
    const bodies = new Map<string, string>()
    for (const hash of textsOf(sides)) bodies.set(hash, yield* documents.markdown(space, hash))
    const { value, body, conflicts } = mergeItem(sides, (hash) => bodies.get(hash) ?? "", decided)
    if (body === undefined || value === undefined || !("document" in value)) return { value, conflicts }
    return { value: { ...value, document: yield* documents.put(space, body.withMarkers) }, conflicts }
  })

  return Effect.fnUntraced(function* (main, request, decisions = new Map()) {
    const view: View = { ...viewOf(request), sequence: request.sequence }
    const base: View = { line: request.space, sequence: request.base }
    const draft = makeDraft(items, main.view)
    const changed: Array<string> = []
    const marked: Array<string> = []
    const conflicts: Array<MergeConflict> = []
    for (const id of yield* items.own({ line: request.id, sequence: request.sequence })) {
      const sides: Sides<ItemValue> = {
        base: yield* valueIn(base, id),
        ours: yield* valueIn(main.view, id),
        theirs: yield* valueIn(view, id)
      }
      const { ours, theirs } = sides
      if (sameValue(sides.base, theirs) || sameValue(ours, theirs)) continue
      if (yield* isMarked(request.space, sides)) marked.push(theirs?.kind === "page" ? theirs.path : id)
      const merged = yield* merge(request.space, sides, decisions.get(id) ?? undecided)
      const shown = ours ?? theirs
      if (shown !== undefined) conflicts.push(...conflictsIn(shown, merged.conflicts))
      changed.push(id)
      yield* merged.value === undefined ? draft.remove(id) : draft.put(merged.value)
    }
    const placed = (id: string) => decisions.get(id)?.get("place")
    for (const id of yield* settle(draft, (each) => valueIn(main.view, each), changed, placed)) {
      const [mine, other] = [yield* valueIn(main.view, id), yield* valueIn(view, id)]
      const shown = mine ?? other
      if (shown === undefined || placed(id) !== undefined) continue
      conflicts.push(...conflictsIn(shown, [placeConflict(mine, other)]))
    }
    return { draft, conflicts, marked }
  })
}
