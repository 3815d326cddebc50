/** Writes drafts: the one place where a revision is made. */
import { Context, Effect, Layer } from "effect"
import { Actor } from "../access/Actor.js"
import type { Unavailable } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import { documents } from "../search/PageIndex.js"
import { SearchIndex } from "../search/SearchIndex.js"
import type { SpaceRecord } from "../spaces/Space.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import type { Stored } from "../storage/Repository.js"
import { DocumentRepository } from "./DocumentRepository.js"
import type { Draft, DraftEntry } from "./Draft.js"
import type { ItemValue, PageItem } from "./Item.js"
import { ItemRepository } from "./ItemRepository.js"
import { RevisionId, type RevisionRecord, type RevisionType } from "./Revision.js"
import { RevisionRepository } from "./RevisionRepository.js"

/** Makes revisions of a space's main line. Must be called inside a transaction. */
export interface ContentWriterService {
  /**
   * Makes one revision of what a draft changed, moves the space's head to it, and brings search up to date. Gives
   * `undefined` where the draft changed nothing.
   */
  readonly commit: (
    space: Stored<SpaceRecord>,
    draft: Draft,
    type: RevisionType
  ) => Effect.Effect<RevisionRecord | undefined, Unavailable, Actor>
  /** Brings search up to date with one page: `markdown` is its body. */
  readonly index: (space: SpaceRecord, page: PageItem, markdown: string) => Effect.Effect<void, Unavailable>
}

/** The writer of revisions. */
export class ContentWriter extends Context.Tag("@lectern/core/ContentWriter")<ContentWriter, ContentWriterService>() {}

/** Whether a page takes part in search. */
export const isSearchable = (value: ItemValue | undefined): value is PageItem =>
  value?.kind === "page" && value.type === "document" && value.hidden !== true && value.noIndex !== true

const indexedFieldsDiffer = (before: ItemValue | undefined, after: ItemValue | undefined): boolean =>
  isSearchable(before) !== isSearchable(after) ||
  (isSearchable(before) && isSearchable(after) && (before.title !== after.title || before.document !== after.document))

const make = Effect.gen(function* () {
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const bodies = yield* DocumentRepository
  const spaces = yield* SpaceRepository
  const search = yield* SearchIndex
  const ids = yield* Ids

  const index: ContentWriterService["index"] = (space, page, markdown) =>
    search.replacePage(
      space.id,
      page.id,
      documents({ organization: space.organization, space: space.id, page: page.id, title: page.title, markdown })
    )

  const reindex = (space: SpaceRecord, before: ItemValue | undefined, after: ItemValue | undefined) => {
    if (!indexedFieldsDiffer(before, after)) return Effect.void
    if (!isSearchable(after)) return before === undefined ? Effect.void : search.replacePage(space.id, before.id, [])
    return Effect.flatMap(bodies.markdown(space.id, after.document), (markdown) => index(space, after, markdown))
  }

  const write = (space: SpaceRecord, { stored, next }: DraftEntry, sequence: number, at: string) =>
    Effect.gen(function* () {
      const value = next !== undefined && "updatedAt" in next ? { ...next, updatedAt: at } : next
      if (stored !== undefined) yield* items.close(stored, sequence)
      if (value !== undefined) yield* items.insert(space.id, sequence, value)
      yield* reindex(space, stored?.value.value, value)
    })

  const commit: ContentWriterService["commit"] = Effect.fnUntraced(
    function* (space, draft, type) {
      const changes = draft.changes()
      if (changes.length === 0) return undefined
      const at = yield* now
      const actor = yield* Actor
      const record = space.value
      const revision: RevisionRecord = {
        id: RevisionId.make(yield* ids.next),
        space: record.id,
        line: record.id,
        sequence: record.sequence + 1,
        type,
        parents: [record.revision],
        createdAt: at,
        ...(actor.kind === "user" && { createdBy: actor.user })
      }
      yield* Effect.forEach(changes, (entry) => write(record, entry, revision.sequence, at), { discard: true })
      yield* revisions.insert(revision)
      yield* spaces.replace(space, {
        ...record,
        revision: revision.id,
        sequence: revision.sequence,
        updatedAt: at
      })
      return revision
    },
    // Inside a transaction that read the space first, neither can happen but by a bug.
    Effect.catchTag("Duplicate", Effect.die),
    Effect.catchTag("VersionMismatch", Effect.die)
  )
  return { commit, index }
})

/** {@link ContentWriter} over the repositories of the context. */
export const layer = Layer.effect(ContentWriter, make)
