/**
 * Saves texts once nobody types in them: after a while of rest, when somebody who typed or the last one leaves, and when a
 * process was killed.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { viewOf } from "../drafts/ChangeRequestLines.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import { makeLineOwners } from "./LineOwners.js"
import { type LivePlace, nameOf, versionOf } from "./LivePlace.js"
import type { LiveTextRecord } from "./LiveRecords.js"
import { LiveTextRepository } from "./LiveTextRepository.js"
import { makeSavedLines } from "./SavedLines.js"

/** How long nobody types before a text is saved, and how long somebody types at most, in milliseconds. */
const rest = 60_000
const most = 300_000

/** How often this process looks for texts at rest while there are unsaved ones. */
const between = "5 seconds"

/** How long changes are kept for clients that are away, in milliseconds. */
const kept = 3_600_000

/** How many live texts are read at once. */
const readAtOnce = 100

/** Saves texts at rest. */
export interface Resting {
  /** Notes that somebody has typed. */
  readonly touch: (place: LivePlace) => Effect.Effect<void>
  /** Saves what was typed on the line of a text, which the last one has left. */
  readonly leave: (place: LivePlace) => Effect.Effect<void>
  /** Saves what was typed on the line of a text if some of it is of the clients of a person, who has left the text. */
  readonly leftBy: (place: LivePlace, isTheirs: (client: string) => boolean) => Effect.Effect<void>
  /** Saves all texts at rest and removes old changes; returns the number of lines that were saved. */
  readonly settle: (now: number) => Effect.Effect<number, Unavailable>
}

interface Typing {
  readonly place: LivePlace
  readonly since: number
  readonly last: number
}

const isDue = ({ last, since }: Pick<Typing, "last" | "since">, now: number): boolean =>
  now - last >= rest || now - since >= most

/** {@link Resting} over the repositories of the context; looking ends with the scope. */
export const makeResting = Effect.gen(function* () {
  const storage = yield* Storage
  const scope: Scope.Scope = yield* Effect.scope
  const repository = yield* LiveTextRepository
  const owners = yield* makeLineOwners
  const items = yield* ItemRepository
  const lines = yield* makeSavedLines
  const typing = new Map<string, Typing>()
  let isLooking = false

  /** Saves what was typed on a line, whatever became of it. */
  const save = (place: LivePlace) =>
    storage.transaction(
      Effect.gen(function* () {
        const { ofRequest, ofSpace } = yield* owners.find(place)
        if (ofSpace === undefined) return
        if (place.changeRequest === undefined) yield* lines.space(ofSpace)
        else if (ofRequest !== undefined) yield* lines.request(ofSpace.value, ofRequest)
      }),
      [spaceLock(place.space)]
    )

  const saveNow = Effect.fnUntraced(function* (place: LivePlace) {
    for (const [name, each] of typing) if (each.place.line === place.line) typing.delete(name)
    yield* save(place)
  })
  const saveDue = Effect.fnUntraced(function* (isDueNow: (each: Typing) => boolean) {
    const due = new Map([...typing.values()].filter(isDueNow).map((each) => [each.place.line, each.place]))
    for (const place of due.values()) yield* saveNow(place)
  })

  const run = Effect.iterate(undefined, {
    while: () => isLooking,
    body: () =>
      Effect.gen(function* () {
        yield* Effect.sleep(between)
        const now = yield* Clock.currentTimeMillis
        yield* saveDue((each) => isDue(each, now))
        if (typing.size === 0) isLooking = false
      }).pipe(Effect.ignoreLogged)
  })

  /** The version that the text has once nobody edits it live. */
  const nextVersion = Effect.fnUntraced(function* (live: LiveTextRecord) {
    const { ofRequest, ofSpace } = yield* owners.find(live)
    const sequence = (live.changeRequest === undefined ? ofSpace : ofRequest)?.value.sequence ?? 0
    const view: View = ofRequest === undefined ? { line: live.line } : viewOf(ofRequest.value)
    const page = yield* items.find(view, live.page)
    return versionOf({ view, head: { sequence } }, { from: page?.value.from ?? 0 })
  })

  /** Ends a live text whose changes are all saved and old; the line is an ordinary one again after its last. */
  const close = (live: LiveTextRecord) =>
    storage.transaction(
      Effect.gen(function* () {
        const stored = yield* repository.find(live.line, live.page)
        if (stored === undefined || (yield* repository.updates(live.line, live.page, 0, 1)).length > 0) return
        // The next session's versions must be later ones.
        if ((yield* nextVersion(live)) <= stored.value.saved && stored.value.saved !== stored.value.from) return
        yield* repository.remove(live)
        if ((yield* repository.ofLine(live.line)).length === 0) yield* owners.mark(live, false)
      }),
      [spaceLock(live.space)]
    )

  const settleOne = Effect.fnUntraced(function* (
    { value: live }: Stored<LiveTextRecord>,
    now: number,
    open: Set<string>
  ) {
    const unsaved = yield* repository.updates(live.line, live.page, live.saved)
    const [first, last] = [unsaved[0], unsaved.at(-1)]
    const isResting = first !== undefined && last !== undefined && isDue({ since: first.at, last: last.at }, now)
    if (isResting && live.problem === undefined) {
      yield* save(live)
      return 1
    }
    const isKept = yield* repository.trim(live, now - kept)
    if (!isKept && first === undefined && !open.has(nameOf(live))) yield* close(live)
    return 0
  })

  const settle: Resting["settle"] = (now) =>
    Effect.gen(function* () {
      const present = yield* repository.present()
      const open = new Set(present.flatMap(({ value }) => value.people.map(nameOf)))
      let saved = 0
      let after: ReadonlyArray<string> | undefined
      while (true) {
        const found = yield* repository.all(after, readAtOnce)
        for (const each of found) saved += yield* settleOne(each, now, open)
        const end = found.at(-1)
        if (end === undefined || found.length < readAtOnce) return saved
        after = [end.value.line, end.value.page]
      }
    })

  const resting: Resting = {
    touch: (place) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        typing.set(nameOf(place), { place, since: typing.get(nameOf(place))?.since ?? now, last: now })
        if (isLooking) return
        isLooking = true
        yield* Effect.forkIn(run, scope)
      }),
    leave: (place) => Effect.ignoreLogged(saveDue((each) => each.place.line === place.line)),
    leftBy: (place, isTheirs) =>
      Effect.gen(function* () {
        for (const { value: live } of yield* repository.ofLine(place.line)) {
          const unsaved = yield* repository.updates(live.line, live.page, live.saved)
          if (unsaved.some(({ client }) => isTheirs(client))) return yield* saveNow(place)
        }
      }).pipe(Effect.ignoreLogged),
    settle
  }
  return resting
})
