/**
 * Applies the changes of clients to live texts. The changes of this process that come within a moment are one commit.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { Conflict, invalid, type LecternError, notFound, Unavailable } from "../../foundation/errors/Errors.js"
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import { Actor, type ActorValue, type Asked } from "../../people/access/Actor.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import { rowLock, sharedLock, spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { PageBounds } from "../../text/markdown/TextBounds.js"
import { lengthProblem } from "../../text/markdown/TextSize.js"
import { readingOf } from "../dialects/Readings.js"
import type { Line } from "../drafts/ContentWriter.js"
import { makeEditableLine } from "../drafts/EditableLine.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { mergeText } from "../merge/MergeText.js"
import { undecided } from "../merge/Resolution.js"
import { RevisionRepository } from "../revisions/RevisionRepository.js"
import type { Text } from "./ChangedText.js"
import { isEditable } from "./Following.js"
import { makeLineOwners } from "./LineOwners.js"
import { type LivePlace, nameOf, outdated, versionOf } from "./LivePlace.js"
import type { LiveTextRecord, LiveUpdateRecord } from "./LiveRecords.js"
import { LiveTextsTable } from "./LiveTables.js"
import type { LiveUpdates } from "./LiveText.js"
import { LiveTextRepository } from "./LiveTextRepository.js"
import type { TextChange } from "./TextChange.js"
import { changedText, typedText } from "./TypedText.js"

/** How soon changes to one text are written again after the last time, in milliseconds. */
const between = 50

/** How far a client may be behind, in versions: beyond that, merging its text is faster than rebasing its changes. */
const mostBehind = 2_000

/** How many of the last changes of a text are in memory, and how many texts are. */
const recentOfText = 500
const textsInMemory = 64

/** Changes since a version, or a whole text that was made from a revision. */
export type Sent = { readonly client: string } & (
  | { readonly version: number; readonly updates: ReadonlyArray<{ readonly changes: TextChange }> }
  | { readonly revision: RevisionId; readonly markdown: string }
)

/** Applies what a client sends to a live text; ends once that is committed. */
export type Submit = (place: LivePlace, sent: Sent) => Asked<LiveUpdates>

interface Job {
  readonly actor: ActorValue
  readonly input: Sent
  readonly done: Deferred.Deferred<LiveUpdates, LecternError>
}

/** A text as this process knows it. */
interface Known {
  readonly version: number
  readonly text: Text
  /** The last changes, up to the version. */
  readonly recent: ReadonlyArray<LiveUpdateRecord>
}

/** What waits to be written to one text, while something does. */
interface Lane {
  readonly place: LivePlace
  jobs: Array<Job>
}

type Outcome = Exit.Exit<LiveUpdates, LecternError>

/** What jobs came to. */
interface Done {
  readonly known: Known
  readonly outcomes: ReadonlyArray<Outcome>
  readonly isChanged: boolean
}

/** Undoes a transaction in which nothing was changed. */
class Unchanged extends Data.TaggedError("Unchanged")<{ readonly done: Done | undefined }> {}

/** An update as answered. */
export const shownUpdate = ({ changes, client, user }: LiveUpdateRecord): LiveUpdates["updates"][number] => ({
  changes,
  client,
  ...(user !== undefined && { user })
})

/** {@link Submit} over the repositories of the context; `touch` is called for each text that was changed. */
export const makeEditing = Effect.fnUntraced(function* (touch: (place: LivePlace) => Effect.Effect<void>) {
  const storage = yield* Storage
  const scope: Scope.Scope = yield* Effect.scope
  const repository = yield* LiveTextRepository
  const documents = yield* DocumentRepository
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const { mark } = yield* makeLineOwners
  const bounds = yield* PageBounds
  const lineOf = yield* makeEditableLine
  const lanes = new Map<string, Lane>()
  const waiting = new Set<Job>()
  const closed = new Unavailable({ message: "the engine is closed" })
  yield* Effect.addFinalizer(() => Effect.forEach(waiting, ({ done }) => Deferred.fail(done, closed)))
  const texts = new Map<string, Known>()

  const lineAt = ({ changeRequest, space }: LivePlace) => lineOf(space, changeRequest)

  /** Begins to edit a text live, from its page at the head of the line; the space is locked. */
  const open = Effect.fnUntraced(function* (place: LivePlace) {
    const line = yield* lineAt(place)
    if ((yield* repository.find(place.line, place.page)) !== undefined) return
    const found = yield* items.find(line.view, place.page)
    const item = found?.value.value
    if (found === undefined || !isEditable(item)) return yield* notFound("page")
    const version = versionOf(line, found.value)
    yield* repository.insert({
      ...place,
      from: version,
      saved: version,
      ...(item.document !== undefined && { document: item.document })
    })
    if (line.live !== true) yield* mark(place, true)
  })

  /** The text as it is now: as this process knows it, with what others wrote since. */
  const current = Effect.fnUntraced(function* (live: LiveTextRecord) {
    const { textOf, withChanges } = yield* changedText.load
    const known = texts.get(nameOf(live))
    if (known !== undefined && known.version >= live.from) {
      const since = yield* repository.updates(live.line, live.page, known.version)
      const isWhole = since.length === 0 ? live.saved <= known.version : since[0]!.version === known.version + 1
      if (isWhole) {
        return {
          version: known.version + since.length,
          text: withChanges(known.text, since),
          recent: [...known.recent, ...since]
        }
      }
    }
    const { text, unsaved, version } = yield* typedText({ documents, live: repository }, live)
    return { version, text: textOf(text), recent: unsaved }
  })

  /** The changes after a version; fails if some of them are no longer kept. */
  const after = Effect.fnUntraced(function* (live: LiveTextRecord, { recent, version: last }: Known, version: number) {
    const behind = last - version
    if (behind < 0 || behind > mostBehind || version < live.from) return yield* outdated(version)
    const known = recent.slice(recent.length - Math.min(behind, recent.length))
    const older =
      behind > known.length ? yield* repository.updates(live.line, live.page, version, behind - known.length) : []
    const found = [...older, ...known]
    return found.length === behind && (behind === 0 || found[0]!.version === version + 1)
      ? found
      : yield* outdated(version)
  })

  /** The text that a whole text was made from. */
  const baseOf = Effect.fnUntraced(function* (line: Line, page: string, revision: RevisionId) {
    const found = yield* revisions.find(revision)
    const isOfLine = found?.space === line.space.id && (found.line === line.view.line || found.line === line.space.id)
    if (found === undefined || !isOfLine) return yield* notFound("revision")
    const item = (yield* items.find(found, page))?.value.value
    if (!isEditable(item)) return { text: "" }
    return { text: yield* documents.markdown(line.space.id, item.document), dialect: item.dialect }
  })

  /** Applies one job; what it adds is not written yet. */
  const apply = Effect.fnUntraced(function* (live: LiveTextRecord, line: Line, known: Known, { actor, input }: Job) {
    const { changeSetOf, changesBetween, lengthBefore, markdownOf, rebased, requireChain, splitsCharacter, written } =
      yield* changedText.load
    const at = yield* Clock.currentTimeMillis
    let { text, version } = known
    const added: Array<LiveUpdateRecord> = []
    const add = (changes: ReturnType<typeof changeSetOf>) => {
      text = changes.apply(text)
      version++
      added.push({
        line: live.line,
        page: live.page,
        space: live.space,
        version,
        client: input.client,
        ...(actor.kind === "user" && { user: actor.user }),
        changes: written(changes),
        at
      })
    }
    const next = (): Known => ({ version, text, recent: [...known.recent, ...added].slice(-recentOfText) })
    if ("markdown" in input) {
      const base = yield* baseOf(line, live.page, input.revision)
      const now = markdownOf(text)
      const {
        conflicts,
        text: merged,
        withMarkers
      } = mergeText(base.text, now, input.markdown, undecided, yield* readingOf(base.dialect))
      if (conflicts.length > 0 && line.view.base === undefined) {
        return yield* new Conflict({ message: "the text was edited in the same places meanwhile", merged: withMarkers })
      }
      const result = conflicts.length > 0 ? withMarkers : merged
      if (result !== now) add(changesBetween(now, result))
      const problem = lengthProblem(result, bounds)
      if (problem !== undefined) return yield* invalid("markdown", problem)
      return { known: next(), added, answer: { version, updates: added.map(shownUpdate), markdown: result } }
    }
    const since = yield* after(live, known, input.version)
    const length = since[0] === undefined ? text.length : lengthBefore(since[0].changes)
    yield* requireChain(
      length,
      input.updates.map(({ changes }) => changes)
    )
    const pending = input.updates.map(({ changes }) => ({ client: input.client, changes: changeSetOf(changes) }))
    const log = since.map(({ changes, client }) => ({ client, changes: changeSetOf(changes) }))
    for (const { changes } of rebased(pending, log)) {
      if (splitsCharacter(text, changes)) return yield* invalid("updates", "expected no change within a character")
      add(changes)
      // A text of so many UTF-16 units may have three times as many bytes.
      const long = 3 * text.length > bounds.bytes ? lengthProblem(markdownOf(text), bounds) : undefined
      if (long !== undefined) return yield* invalid("updates", long)
    }
    return { known: next(), added, answer: { version, updates: [...since, ...added].map(shownUpdate) } }
  })

  /** Writes jobs, in the transaction that it is called in; `undefined` if the text is not edited live yet. */
  const write = Effect.fnUntraced(function* (place: LivePlace, jobs: ReadonlyArray<Job>) {
    // Before anything is written, while what others may do is known without reading it.
    const allowed = yield* Effect.forEach(jobs, ({ actor }) =>
      Effect.exit(Effect.provideService(lineAt(place), Actor, actor))
    )
    const live = (yield* repository.find(place.line, place.page))?.value
    if (live === undefined) return undefined
    let known = yield* current(live)
    const outcomes: Array<Outcome> = []
    const all: Array<LiveUpdateRecord> = []
    for (const [index, job] of jobs.entries()) {
      const applied = yield* Effect.exit(Effect.flatMap(allowed[index]!, (line) => apply(live, line, known, job)))
      if (Exit.isSuccess(applied)) {
        known = applied.value.known
        all.push(...applied.value.added)
      }
      outcomes.push(Exit.map(applied, ({ answer }): LiveUpdates => ({ object: "live-updates", ...answer })))
    }
    if (all.length > 0) yield* repository.append(all)
    return { known, outcomes, isChanged: all.length > 0 }
  })

  const attempt = (place: LivePlace, jobs: ReadonlyArray<Job>) =>
    storage.transaction(write(place, jobs), [
      sharedLock(spaceLock(place.space)),
      rowLock(LiveTextsTable, place.line, place.page)
    ])

  /** Opens the text for the first of these jobs and writes them; a text that nobody changes stays as it is. */
  const begin = (place: LivePlace, jobs: ReadonlyArray<Job>, { actor }: Job) => {
    const opening = Effect.flatMap(Effect.provideService(open(place), Actor, actor), () => write(place, jobs))
    return storage
      .transaction(
        Effect.flatMap(opening, (done) => (done?.isChanged === true ? Effect.succeed(done) : new Unchanged({ done }))),
        [spaceLock(place.space), rowLock(LiveTextsTable, place.line, place.page)]
      )
      .pipe(Effect.catchTag("Unchanged", ({ done }) => Effect.succeed(done)))
  }

  /** Writes jobs, and opens the text before that if need be; the outcomes are in the order of the jobs. */
  const perform = (place: LivePlace, jobs: ReadonlyArray<Job>): Effect.Effect<ReadonlyArray<Outcome>, Unavailable> =>
    Effect.gen(function* () {
      const [first, ...rest] = jobs
      if (first === undefined) return []
      const known = yield* attempt(place, jobs)
      const begun = known === undefined ? yield* Effect.either(begin(place, jobs, first)) : Either.right(known)
      if (Either.isLeft(begun)) {
        if (begun.left._tag === "Unavailable") return yield* begun.left
        return [Exit.fail(begun.left), ...(yield* perform(place, rest))]
      }
      const done = begun.right
      if (done === undefined) return yield* perform(place, jobs)
      if (done.isChanged) {
        keepNewest(texts, nameOf(place), done.known, textsInMemory)
        yield* touch(place)
      }
      return done.outcomes
    })

  const run = (lane: Lane): Effect.Effect<void> =>
    Effect.gen(function* () {
      const name = nameOf(lane.place)
      for (let isFirst = true; lane.jobs.length > 0; isFirst = false) {
        if (!isFirst) yield* Effect.sleep(between)
        const jobs = lane.jobs
        lane.jobs = []
        const exit = yield* Effect.exit(perform(lane.place, jobs))
        if (Exit.isFailure(exit)) texts.delete(name)
        for (const [index, { done }] of jobs.entries()) {
          yield* Deferred.done(done, Exit.isSuccess(exit) ? exit.value[index]! : Exit.failCause(exit.cause))
        }
      }
      lanes.delete(name)
    })

  const submit: Submit = (place, input) =>
    Effect.gen(function* () {
      const actor = yield* Actor
      const done = yield* Deferred.make<LiveUpdates, LecternError>()
      const job: Job = { actor, input, done }
      waiting.add(job)
      const running = lanes.get(nameOf(place))
      if (running !== undefined) running.jobs.push(job)
      else {
        const lane: Lane = { place, jobs: [job] }
        lanes.set(nameOf(place), lane)
        yield* Effect.forkIn(run(lane), scope)
      }
      return yield* Effect.ensuring(
        Deferred.await(done),
        Effect.sync(() => waiting.delete(job))
      )
    })
  return submit
})
