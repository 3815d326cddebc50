/**
 * Texts that several people edit at a time. Each has a log of changes, ordered by the storage: whoever is behind gets
 * what others typed, and their own changes are rebased over it. What was typed becomes a revision at rest.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Conflict, type LecternError, notFound, Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { parser } from "../../foundation/schema/Input.js"
import { Actor, type ActorValue, type Asked } from "../../people/access/Actor.js"
import type { SpaceId } from "../../people/places/Space.js"
import { UserId } from "../../people/users/User.js"
import { UserRepository } from "../../people/users/UserRepository.js"
import { requireSystem } from "../../people/users/Users.js"
import { serviceOf } from "../../storage/services/Service.js"
import { outsideAttempts } from "../../storage/transactions/Attempts.js"
import { outsideTransactions } from "../../storage/transactions/Transactions.js"
import { ChangeRequestId } from "../change-requests/ChangeRequest.js"
import type { Line } from "../drafts/ContentWriter.js"
import { makeEditableLine } from "../drafts/EditableLine.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { PageId } from "../pages/PageId.js"
import { makeEditing, type Sent, shownUpdate } from "./Editing.js"
import { isEditable } from "./Following.js"
import { type LiveOptions, type LivePlace, outdated, versionOf } from "./LivePlace.js"
import type { PresentRecord } from "./LiveRecords.js"
import { type LiveSession, type LiveTextAccess, openSession } from "./LiveSession.js"
import { EditLiveText } from "./LiveText.js"
import { LiveTextRepository } from "./LiveTextRepository.js"
import { makePresence } from "./Presence.js"
import { makeResting } from "./Resting.js"
import { typedText } from "./TypedText.js"
import { makeWaiting } from "./WaitingForUpdates.js"

/**
 * The service of live texts. All methods need `edit`; they fail with `Conflict` if the space is locked, the change request
 * is merged or archived, or the page has no text of its own, and with `NotFound` for a page that does not exist.
 */
export interface LiveTextsService extends LiveTextAccess {
  /**
   * Opens a text for a program that edits it along with others, until the scope ends. The text is kept up to date.
   */
  readonly open: (
    space: SpaceId,
    page: PageId,
    options?: LiveOptions
  ) => Effect.Effect<LiveSession, LecternError, Actor | Scope.Scope>
  /**
   * Saves the texts that are at rest, and forgets old changes; returns the number of lines that got a revision. Only for
   * the embedding program; an engine does it by itself for what was typed in its process.
   */
  readonly settle: () => Asked<number>
}

export type { LiveOptions, Seen } from "./LivePlace.js"

/** The service of live texts. */
export class LiveTexts extends Context.Tag("@lectern/core/LiveTexts")<LiveTexts, LiveTextsService>() {}

const parseEdit = parser(EditLiveText)

const insideTransaction = new Unavailable({
  message: "live texts are not edited inside a transaction: do it before or after"
})

/** How many changes are read at once. */
const readAtOnce = 500

/** The caller in the ids of clients. */
const nameOf = (actor: ActorValue): string => (actor.kind === "user" ? actor.user : actor.kind)

/** Whether a client was given out to a caller. */
const isOf =
  (actor: ActorValue) =>
  (client: string): boolean =>
    client.startsWith(`${nameOf(actor)}.`)

const requireClient = (client: string): Effect.Effect<void, Conflict, Actor> =>
  Effect.flatMap(Actor, (actor) =>
    isOf(actor)(client)
      ? Effect.void
      : Effect.fail(new Conflict({ message: "the client is not one of the caller's: read the text to get one" }))
  )

const make = Effect.gen(function* () {
  const repository = yield* LiveTextRepository
  const documents = yield* DocumentRepository
  const items = yield* ItemRepository
  const users = yield* UserRepository
  const ids = yield* Ids
  const lineOf = yield* makeEditableLine
  const resting = yield* makeResting
  const presence = yield* makePresence(resting.leave)
  const wait = yield* makeWaiting(presence)
  const submit = yield* makeEditing(resting.touch)
  /** Sent by others together with this, in a transaction of their own that a running one would keep waiting. */
  const submitOutside = (place: LivePlace, sent: Sent) =>
    outsideAttempts(outsideTransactions(submit(place, sent), () => insideTransaction))

  const leave = Effect.fnUntraced(function* (place: LivePlace, client: string) {
    yield* presence.leave(place, client)
    yield* resting.leftBy(place, isOf(yield* Actor))
  })

  const placeOf = (page: PageId, line: Line): LivePlace => ({
    space: line.space.id,
    line: line.view.line,
    page,
    ...(line.view.base !== undefined && { changeRequest: ChangeRequestId.make(line.view.line) })
  })

  /** The page at the head that was read: what was written since would be part of its text, and not of its version. */
  const requirePage = Effect.fnUntraced(function* (line: Line, page: PageId) {
    const version = yield* items.find({ ...line.view, sequence: line.head.sequence }, page)
    const item = version?.value.value
    if (version === undefined || item?.kind !== "page") return yield* notFound("page")
    if (!isEditable(item)) return yield* new Conflict({ message: "the page has no text of its own" })
    return { item, version: versionOf(line, version.value) }
  })

  /** The live text of a page, or the page and the version that its text has if nobody edits it live. */
  const textAt = Effect.fnUntraced(function* (line: Line, page: PageId) {
    const live = line.live === true ? yield* repository.find(line.view.line, page) : undefined
    return live === undefined ? yield* requirePage(line, page) : { live: live.value }
  })

  const shown = Effect.fnUntraced(function* ({ anchor, client, head, user }: PresentRecord) {
    const found = user === undefined ? undefined : yield* users.find(UserId.make(user))
    return {
      client,
      ...(user !== undefined && { user }),
      ...(found !== undefined && { displayName: found.value.displayName }),
      ...(anchor !== undefined && head !== undefined && { selection: { anchor, head } })
    }
  })

  const service: LiveTextsService = {
    get: Effect.fnUntraced(function* (space, page, { changeRequest } = {}) {
      const line = yield* lineOf(space, changeRequest)
      const at = yield* textAt(line, page)
      const now =
        "live" in at
          ? yield* typedText({ documents, live: repository }, at.live)
          : { text: yield* documents.markdown(space, at.item.document), version: at.version }
      const problem = "live" in at ? at.live.problem : undefined
      return {
        object: "live-text",
        version: now.version,
        revision: line.head.revision,
        markdown: now.text,
        client: `${nameOf(yield* Actor)}.${yield* ids.next}`,
        ...(problem !== undefined && { problem })
      }
    }),
    edit: Effect.fnUntraced(function* (space, page, input, { changeRequest } = {}) {
      const parsed = yield* parseEdit(input)
      const line = yield* lineOf(space, changeRequest)
      yield* requireClient(parsed.client)
      const place = placeOf(page, line)
      yield* textAt(line, page)
      const { client, leaving = false, markdown, revision, selection, updates = [], version } = parsed
      const isWhole = markdown !== undefined && revision !== undefined
      if (!isWhole && !leaving) yield* presence.sign(place, client, selection)
      const sent = isWhole ? { client, markdown, revision } : { client, updates, version: version ?? 0 }
      return yield* Effect.ensuring(submitOutside(place, sent), leaving ? leave(place, client) : Effect.void)
    }),
    follow: Effect.fnUntraced(function* (space, page, { after, changeRequest, client, stamp: known }) {
      const line = yield* lineOf(space, changeRequest)
      const place = placeOf(page, line)
      const at = yield* textAt(line, page)
      if ("version" in at && after !== at.version) return yield* outdated(after)
      const live = "live" in at ? at.live : undefined
      const found = live === undefined ? [] : yield* repository.updates(line.view.line, page, after, readAtOnce)
      const isKept = live === undefined || (after >= live.from && (found[0]?.version ?? after + 1) === after + 1)
      if (!isKept || (found.length === 0 && after < (live?.saved ?? 0))) return yield* outdated(after)
      if (client !== undefined) {
        yield* requireClient(client)
        yield* presence.follow(place, client)
      }
      const { people, stamp } = yield* presence.at(place)
      return {
        object: "live-updates",
        version: found.at(-1)?.version ?? after,
        updates: found.map(shownUpdate),
        ...(stamp !== known && { present: yield* Effect.forEach(people, shown) }),
        stamp
      }
    }),
    wait: Effect.fnUntraced(function* (space, page, { after, changeRequest, stamp }) {
      const line = yield* lineOf(space, changeRequest)
      const at = yield* textAt(line, page)
      // A client that has another version does not wait: it finds out why by following.
      if ("live" in at || after === at.version) yield* wait(placeOf(page, line), after, stamp)
    }),
    leave: Effect.fnUntraced(function* (space, page, client, { changeRequest } = {}) {
      const line = yield* lineOf(space, changeRequest)
      yield* textAt(line, page)
      yield* requireClient(client)
      yield* leave(placeOf(page, line), client)
    }),
    open: (space, page, options = {}) => openSession(service, space, page, options),
    settle: () => Effect.zipRight(requireSystem, Effect.flatMap(Clock.currentTimeMillis, resting.settle))
  }
  return service
})

/** {@link LiveTexts} over the repositories of the context. */
export const service = serviceOf(LiveTexts, make)
