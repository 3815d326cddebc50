/**
 * A change request rebased on the current main: the content that merging writes there, and the content that the request
 * holds after an update.
 */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { viewOf } from "../drafts/ChangeRequestLines.js"
import type { Line } from "../drafts/ContentWriter.js"
import { type Draft, makeDraft } from "../drafts/Draft.js"
import { documentHash } from "../items/DocumentHash.js"
import { DocumentRepository, type DocumentRepositoryService } from "../items/DocumentRepository.js"
import { bodyOf, type ItemValue, type ItemVersion, type PageItem } from "../items/Item.js"
import { ItemRepository, type ItemRepositoryService } from "../items/ItemRepository.js"
import { sameValue } from "../items/SameValue.js"
import type { View } from "../items/View.js"
import { hasMarkers } from "../merge/Markers.js"
import type { Sides } from "../merge/MergeFields.js"
import { type MergedItem, textsOf } from "../merge/MergeItems.js"
import { conflictsOf, leftUndecided, type Requested } from "../merge/MergeRequested.js"
import { type Resolution, type Resolutions, undecided } from "../merge/Resolution.js"
import type { ChangeRequestRecord } from "./ChangeRequest.js"
import {
  ChangeRequestRepository,
  type ChangeRequestRepositoryService,
  type KeptConflicts
} from "./ChangeRequestRepository.js"
import { conflictsIn, type Decisions, type MergeConflict } from "./MergeConflict.js"
import type { MergeOne } from "./PreparedMerges.js"
import { repairTree } from "./TreeRepair.js"
import type { Undecided } from "./Undecided.js"

/** The changes of a request as a draft on the head of main, and the conflicts between the two sides. */
export interface Rebased {
  readonly draft: Draft
  readonly conflicts: ReadonlyArray<MergeConflict>
  /** The paths of the pages, and the ids of other texts, in which the request has conflict markers. */
  readonly marked: ReadonlyArray<string>
  /** The conflicts that were stored with the request before. */
  readonly known: KeptConflicts
  /** By item, the conflicts that stay undecided when the draft becomes the content of the request. */
  readonly undecided: ReadonlyMap<string, Undecided>
}

/** An item of which a decision is undone. */
export interface Reopened {
  /** The conflicts that are open again. */
  readonly undecided: Undecided
  /** The item, where the decision has removed it, and the sequence of main that it goes with. */
  readonly put?: { readonly value: ItemValue; readonly main: number }
  /** The place of a page that a decision has moved. */
  readonly place?: Pick<PageItem, "parent" | "position" | "slug">
}

/** Brings a request and main together; decided conflicts no longer count, and reopened ones count again. */
export type Rebase = <E>(
  merge: MergeOne<E>,
  main: Line,
  request: ChangeRequestRecord,
  decisions?: Decisions,
  reopened?: ReadonlyMap<string, Reopened>
) => Effect.Effect<Rebased, LecternError | E>

/** Bringing together, and where it stores bodies. */
export interface Rebasing {
  readonly rebase: Rebase
  readonly documents: DocumentRepositoryService
}

/** Bodies of which new ones are only remembered. */
const remembering = (documents: DocumentRepositoryService): DocumentRepositoryService => {
  const texts = new Map<string, string>()
  return {
    ...documents,
    put: (_, markdown, hash = documentHash(markdown)) =>
      Effect.sync(() => {
        texts.set(hash, markdown)
        return hash
      }),
    markdown: (space, hash) => {
      const known = texts.get(hash ?? "")
      return known === undefined ? documents.markdown(space, hash) : Effect.succeed(known)
    }
  }
}

/** {@link Rebasing} over the repositories of the context, and a dry run of it that stores no bodies. */
export const makeRebasing = Effect.map(
  Effect.all([ItemRepository, DocumentRepository, ChangeRequestRepository]),
  ([items, documents, requests]): Rebasing & { readonly dry: () => Rebasing } => ({
    rebase: rebaseOver(items, documents, requests),
    documents,
    dry: () => {
      const remembered = remembering(documents)
      return { rebase: rebaseOver(items, remembered, requests), documents: remembered }
    }
  })
)

const nothing: Undecided = {}

const placedAgain = (value: ItemValue | undefined, place: Reopened["place"]): ItemValue | undefined =>
  value?.kind === "page" && place !== undefined ? { ...value, ...place } : value

/** Unresolved conflicts with those that are open again. */
const together = (undecided: Undecided, again: Undecided | undefined): Undecided => {
  if (again === undefined) return undecided
  const names = new Set(again.fields?.map(({ where }) => where))
  const fields = [...(undecided.fields ?? []).filter(({ where }) => !names.has(where)), ...(again.fields ?? [])]
  return { ...undecided, ...again, ...(fields.length > 0 && { fields }) }
}

const gone: MergedItem = { value: undefined, conflicts: [] }

/** Versions of items by id; `undefined` for one that is known not to exist. */
type Known = Map<string, Stored<ItemVersion> | undefined>

/**
 * The items, each looked up once in each view, if it is not known already: nothing is written while two lines are
 * brought together.
 */
const readingOnce = (items: ItemRepositoryService, views: Map<View, Known>): ItemRepositoryService => {
  return {
    ...items,
    find: (view, id) => {
      const known: Known = views.get(view) ?? new Map()
      views.set(view, known)
      return known.has(id)
        ? Effect.succeed(known.get(id))
        : Effect.tap(items.find(view, id), (version) => Effect.sync(() => known.set(id, version)))
    }
  }
}

const rebaseOver = (
  items: ItemRepositoryService,
  documents: DocumentRepositoryService,
  requests: ChangeRequestRepositoryService
): Rebase => {
  /** Reads the texts of one item, each once. */
  const textsIn = (space: string) => {
    const texts = new Map<string, string>()
    const text = Effect.fnUntraced(function* (hash: string) {
      const found = texts.get(hash) ?? (yield* documents.markdown(space, hash))
      texts.set(hash, found)
      return found
    })
    return { texts, text }
  }
  type Texts = ReturnType<typeof textsIn>

  const isMarked = ({ text }: Texts, { base, theirs }: Sides<ItemValue>) => {
    const body = bodyOf(theirs)
    return body === undefined || body === bodyOf(base) ? Effect.succeed(false) : Effect.map(text(body), hasMarkers)
  }

  /** An item that both sides may have changed, as the request means it. */
  const merge = Effect.fnUntraced(function* <E>(
    mergeOne: MergeOne<E>,
    { text, texts }: Texts,
    sides: Sides<ItemValue>,
    undecided: Undecided,
    decided: Resolutions
  ) {
    if (undecided !== nothing || !sameValue(sides.base, sides.ours)) {
      for (const hash of textsOf(sides)) yield* text(hash)
    }
    return yield* mergeOne({ sides, undecided, texts, decided })
  })

  /** A merged item with its new body stored; it has markers where the texts conflict. */
  const stored = ({ body, value }: MergedItem, space: string) =>
    body === undefined || value === undefined || !("document" in value)
      ? Effect.succeed(value)
      : Effect.map(documents.put(space, body.withMarkers, body.hash), (document): ItemValue => ({ ...value, document }))

  return Effect.fnUntraced(function* <E>(
    mergeOne: MergeOne<E>,
    main: Line,
    request: ChangeRequestRecord,
    decisions: Decisions = new Map(),
    reopened: ReadonlyMap<string, Reopened> = new Map()
  ) {
    const { space } = request
    const view: View = { ...viewOf(request), sequence: request.sequence }
    const base: View = request.base === main.head.sequence ? main.view : { line: space, sequence: request.base }
    const own = new Map((yield* items.own(view)).map((version) => [version.value.value.id, version]))
    const current = [...own].map(([id, version]) => [id, version.value.deleted ? undefined : version] as const)
    const found = readingOnce(items, new Map([[view, new Map(current)]]))
    const valueIn = (each: View, id: string) => Effect.map(found.find(each, id), (version) => version?.value.value)
    const draft = makeDraft(found, main.view)
    const known = yield* requests.conflicts(request.id)
    const merged = new Map<string, Requested>()
    const marked: Array<string> = []
    for (const id of [...new Set([...own.keys(), ...known.undecided.keys(), ...reopened.keys()])].sort()) {
      const again = reopened.get(id)
      const present = yield* valueIn(view, id)
      const put = present === undefined ? again?.put : undefined
      const sides: Sides<ItemValue> = {
        base: yield* valueIn(put === undefined ? base : { line: space, sequence: put.main }, id),
        ours: yield* valueIn(main.view, id),
        theirs: placedAgain(present ?? put?.value, again?.place)
      }
      const { ours, theirs } = sides
      const undecidedParts = together(known.undecided.get(id) ?? nothing, again?.undecided)
      const texts = textsIn(space)
      if (!sameValue(ours, theirs) && (yield* isMarked(texts, sides))) {
        marked.push(theirs?.kind === "page" ? theirs.path : id)
      }
      const one = yield* merge(mergeOne, texts, sides, undecidedParts, decisions.get(id) ?? undecided)
      if (sameValue(one.sides.base, one.sides.theirs) || sameValue(ours, one.sides.theirs)) continue
      merged.set(id, one)
      const value = yield* stored(one.merged, space)
      yield* value === undefined ? draft.remove(id) : draft.put(value)
    }
    const placed = (id: string): Resolution | undefined => {
      const decided = decisions.get(id)
      const isDeleted = decided?.get("item") === "theirs" && merged.get(id)?.sides.theirs === undefined
      return decided?.get("place") ?? (isDeleted ? "theirs" : undefined)
    }
    const disputed = yield* repairTree({
      draft,
      changed: [...merged.keys()],
      ours: (id) => valueIn(main.view, id),
      kept: (id) => Effect.suspend(() => stored(merged.get(id)?.kept.merged ?? gone, space)),
      decided: placed
    })
    const conflicts: Array<MergeConflict> = []
    const left = new Map<string, Undecided>()
    for (const [id, one] of merged) {
      const parts = conflictsOf(one, disputed.has(id) && placed(id) === undefined)
      const shown = one.sides.ours ?? one.sides.theirs
      if (parts.length === 0 || shown === undefined) continue
      conflicts.push(...conflictsIn(shown, parts))
      const open = leftUndecided(one, parts)
      if (open !== undefined) left.set(id, open)
    }
    return { draft, conflicts, marked, known, undecided: left }
  })
}
