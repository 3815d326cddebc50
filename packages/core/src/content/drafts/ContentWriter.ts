/** Writes drafts: the only place where revisions are created. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { giveWay, turn } from "../../foundation/scheduling/Turns.js"
import { Actor } from "../../people/access/Actor.js"
import { eventActorOf } from "../../people/access/EventActors.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import type { UserId } from "../../people/users/User.js"
import type { Write } from "../../storage/rows/Reads.js"
import { type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { EventLog } from "../../storage/trail/EventLog.js"
import { Indexing } from "../indexing/Indexing.js"
import type { Head } from "../items/ContentLifecycle.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { bodyOf, type ItemValue, type ItemVersion } from "../items/Item.js"
import { type ItemChange, ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { LiveTextRepository } from "../live-texts/LiveTextRepository.js"
import type { RevisionRecord } from "../revisions/Revision.js"
import { RevisionRepository } from "../revisions/RevisionRepository.js"
import { type MainPermit, permits } from "./DirectEdits.js"
import type { Draft } from "./Draft.js"

/** A line of content, main or a change request's, as it was read in the transaction that writes onto it. */
export interface Line {
  readonly space: SpaceRecord
  readonly head: Head
  /** The view of the head. */
  readonly view: View
  /** Items of the head that were read along with the line. */
  readonly items?: ReadonlyArray<Stored<ItemVersion>>
  /** On main, what permits to write it; absent where it is only read. */
  readonly permit?: MainPermit
  /** Whether texts of the line are edited live. */
  readonly live?: true
  /**
   * The pages whose typed texts were saved for this write, as they were before that; absent until then. A line that is
   * edited live cannot be written before: see `SavedLines`.
   */
  readonly typed?: ReadonlyMap<string, ItemValue>
  /** Records the changes of an edit, and the parts that it sets by name, before it is written. */
  readonly edited?: (changes: ReadonlyArray<ItemChange>, named: NamedParts) => Effect.Effect<void, Unavailable>
  /** Makes a revision the head; returns the changes still to be written for it. */
  readonly moveTo: (revision: RevisionRecord) => Effect.Effect<ReadonlyArray<Write>, Unavailable, Actor>
}

/**
 * By item, the parts that an edit sets by name, to whatever value: the names of fields, `place`, and `item` for the
 * whole item, as in conflicts.
 */
export type NamedParts = ReadonlyMap<string, ReadonlySet<string>>

const nothingNamed: NamedParts = new Map()

/** The metadata of a revision. */
export type RevisionKind = Pick<RevisionRecord, "type" | "mergedFrom" | "coauthors"> & {
  /** The other parent, in addition to the head. */
  readonly with?: RevisionId
}

/** Everything in an edit besides its changes. */
export interface EditDetails {
  /** What made the revision: `edits` when absent. */
  readonly type?: "edits" | "rollback"
  readonly named?: NamedParts
  /** The pages that get whole texts; all of them when absent. */
  readonly whole?: ReadonlySet<string>
  /** Others than the caller who wrote it. */
  readonly coauthors?: ReadonlyArray<UserId>
}

/** Creates revisions. Must be called inside a transaction. */
export interface ContentWriterService {
  /** The main line of a space; it is only read without a permit. */
  readonly main: (space: Stored<SpaceRecord>, permit?: MainPermit) => Line
  /**
   * Creates a revision from the changes of a draft on the head of a line, and moves the head to it; on main, updates
   * of search and links are queued. Edits that change nothing create none, and return `undefined`. On the
   * line of a change request, an edit decides the conflicts about the parts that it changes or names. Pages whose typed
   * texts were saved for it are merged with what was typed; fails with `Conflict` where both changed one place of main.
   */
  readonly edit: (
    line: Line,
    draft: Draft,
    details?: EditDetails
  ) => Effect.Effect<RevisionRecord | undefined, Conflict | Unavailable, Actor>
  /** Creates a revision from the changes of a draft, even if there are none. */
  readonly commit: (line: Line, draft: Draft, kind: RevisionKind) => Effect.Effect<RevisionRecord, Unavailable, Actor>
  /**
   * Creates a revision that rebases a change request's line onto `base`, the head of main, with exactly the draft's
   * changes there.
   */
  readonly rebase: (
    line: Line,
    base: Line,
    draft: Draft,
    kind: RevisionKind
  ) => Effect.Effect<RevisionRecord, Unavailable, Actor>
}

/** The writer of revisions. */
export class ContentWriter extends Context.Tag("@lectern/core/ContentWriter")<ContentWriter, ContentWriterService>() {}

/** The number of changes that are written before yielding to other work of the process. */
const changesInATurn = 64

const following = lazy("the changes of live texts by revisions", () => import("../live-texts/Following.js"))

const make = Effect.gen(function* () {
  const context = yield* Effect.context<DocumentRepository | ItemRepository | LiveTextRepository>()
  const storage = yield* Storage
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const revisions = yield* RevisionRepository
  const spaces = yield* SpaceRepository
  const indexing = yield* Indexing
  const log = yield* EventLog
  const ids = yield* Ids

  const write = ({ view }: Line, { stored, next }: ItemChange, revision: RevisionRecord) => {
    const value = next !== undefined && "updatedAt" in next ? { ...next, updatedAt: revision.createdAt } : next
    return items.writes(view, revision.sequence, { stored, next: value })
  }

  const revisionOn = Effect.fnUntraced(function* ({ head, space, view }: Line, kind: RevisionKind) {
    const { with: other, ...rest } = kind
    const actor = yield* Actor
    const revision: RevisionRecord = {
      ...rest,
      id: RevisionId.make(yield* ids.next),
      space: space.id,
      line: view.line,
      sequence: head.sequence + 1,
      ...(view.base !== undefined && { base: view.base }),
      parents: other === undefined || other === head.revision ? [head.revision] : [head.revision, other],
      createdAt: yield* now,
      ...(actor.kind === "user" && { createdBy: actor.user })
    }
    return revision
  })

  // Inside a transaction that read the line first, both errors are impossible unless there is a bug.
  const commit: ContentWriterService["commit"] = Effect.fnUntraced(function* (line, draft, kind) {
    if (line.live === true && line.typed === undefined) return yield* Effect.dieMessage("typed texts were not saved")
    if (line.view.base === undefined && !permits(line.permit, line.space, kind.type)) {
      return yield* Effect.dieMessage("nothing permits this write to main")
    }
    const changes = draft.changes()
    const computed = changes.some(({ next }) => next?.kind === "page" && next.computed !== undefined)
    const revision: RevisionRecord = { ...(yield* revisionOn(line, kind)), ...(computed && { computed }) }
    const queued = line.view.base === undefined ? yield* indexing.queueing(line.space.id, changes) : []
    let writes: Array<Write> = []
    for (const [index, change] of changes.entries()) {
      if (index % changesInATurn === changesInATurn - 1) {
        yield* storage.writes(writes)
        writes = []
        yield* turn
      }
      writes.push(...(yield* write(line, change, revision)))
    }
    const bodies = new Set(changes.flatMap(({ next }) => bodyOf(next) ?? []))
    for (const body of bodies) {
      const markdown = draft.bodies.get(body)
      if (markdown !== undefined) writes.push(documents.putting(line.space, markdown, body))
      if (bodies.size > 1) yield* giveWay
    }
    yield* storage.writes([...writes, ...queued, revisions.inserting(revision), ...(yield* line.moveTo(revision))])
    if (line.live === true) {
      const { followHead } = yield* following.load
      yield* Effect.provide(followHead(line.view), context)
    }
    return revision
  }, withoutConflict)

  const service: ContentWriterService = {
    main: (stored, permit) => {
      const { id, revision, sequence } = stored.value
      return {
        space: stored.value,
        head: { revision, sequence },
        view: { line: id },
        ...(permit !== undefined && { permit }),
        ...(stored.value.live === true && { live: true }),
        moveTo: Effect.fnUntraced(function* (to) {
          const moving = spaces.moving(stored, {
            ...stored.value,
            revision: to.id,
            sequence: to.sequence,
            updatedAt: to.createdAt,
            ...(to.computed === true && { computed: true })
          })
          const updated = yield* log.adding(
            {
              type: "space_content_updated",
              organization: stored.value.organization,
              space: id,
              subject: { object: "space", id },
              revision: to.id,
              row: `spaces:${id}`,
              version: stored.version + 1
            },
            eventActorOf(yield* Actor)
          )
          return [moving, ...updated]
        })
      }
    },
    edit: Effect.fnUntraced(function* (line, draft, { coauthors, named = nothingNamed, type = "edits", whole } = {}) {
      if (line.typed !== undefined && line.typed.size > 0) {
        const { mergeTyped } = yield* following.load
        yield* Effect.provide(mergeTyped(line, draft, line.typed, whole), context)
      }
      const changes = draft.changes()
      if (line.edited !== undefined) yield* line.edited(changes, named)
      if (changes.length === 0) return undefined
      return yield* commit(line, draft, { type, ...(coauthors !== undefined && { coauthors }) })
    }),
    commit,
    rebase: Effect.fnUntraced(function* (line, base, draft, kind) {
      const over: Line = {
        ...line,
        view: { line: line.view.line, base: { line: base.view.line, sequence: base.head.sequence } }
      }
      yield* items.closeAll(line.view.line, line.head.sequence + 1)
      return yield* commit(over, draft, { ...kind, with: base.head.revision })
    }, withoutConflict)
  }
  return service
})

/** {@link ContentWriter} over the repositories of the context. */
export const service = serviceOf(ContentWriter, make)
