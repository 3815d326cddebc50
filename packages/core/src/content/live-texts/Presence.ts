/** Who has which live text open, in this process and in others. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import { Actor } from "../../people/access/Actor.js"
import { type LivePlace, nameOf } from "./LivePlace.js"
import type { PresentRecord } from "./LiveRecords.js"
import type { Selection } from "./LiveText.js"
import { LiveTextRepository } from "./LiveTextRepository.js"

/** How long somebody is present after their last sign, in milliseconds. */
const lasts = 15_000

/** How often this process writes and reads who is present while somebody is, and how often it writes without news. */
const beat = "1 second"
const renews = 5_000

/** Who has a text open, with a number that changes whenever they do. */
export interface PresentAt {
  readonly people: ReadonlyArray<PresentRecord>
  readonly stamp: number
}

/** Knows who has which live text open. */
export interface Presence {
  /** Notes a sign of a client of the caller, with its selection if it has sent one. */
  readonly sign: (place: LivePlace, client: string, selection?: Selection) => Effect.Effect<void, never, Actor>
  /** Notes that a client of the caller follows, unless it has left: its stream may end later than it says that. */
  readonly follow: (place: LivePlace, client: string) => Effect.Effect<void, never, Actor>
  readonly leave: (place: LivePlace, client: string) => Effect.Effect<void>
  readonly at: (place: LivePlace) => Effect.Effect<PresentAt>
  /** Calls a function with the name of each text where somebody came, went or moved; returns how to stop that. */
  readonly watch: (changed: (name: string) => void) => () => void
}

interface Text {
  readonly place: LivePlace
  readonly people: Map<string, PresentRecord>
  stamp: number
}

/** How many of the clients that have left are known. */
const mostGone = 1_000

/**
 * {@link Presence} of this process and those that share its storage; `left` is called when the last one leaves the texts
 * of a line.
 */
export const makePresence = (
  left: (place: LivePlace) => Effect.Effect<void>
): Effect.Effect<Presence, never, LiveTextRepository | Scope.Scope> =>
  Effect.gen(function* () {
    const repository = yield* LiveTextRepository
    const scope = yield* Effect.scope
    const process = crypto.randomUUID()
    const own = new Map<string, Text>()
    const gone = new Map<string, true>()
    let others: ReadonlyArray<PresentRecord> = []
    const watchers = new Set<(name: string) => void>()
    let stamps = 0
    /** The stamp of texts that nobody has open here. */
    let elsewhereStamp = 0
    let isBeating = false
    let isNews = false
    let written = 0

    const tell = (name: string) => {
      for (const watcher of watchers) watcher(name)
    }
    const textAt = (place: LivePlace): Text => {
      const known = own.get(nameOf(place))
      if (known !== undefined) return known
      const made: Text = { place, people: new Map(), stamp: ++stamps }
      own.set(nameOf(place), made)
      return made
    }
    const change = (text: Text) => {
      text.stamp = ++stamps
      isNews = true
      tell(nameOf(text.place))
    }
    const everywhere = (): ReadonlyArray<PresentRecord> =>
      [...own.values()].flatMap(({ people }) => [...people.values()])

    const remove = (text: Text, client: string) =>
      Effect.suspend(() => {
        if (!text.people.delete(client)) return Effect.void
        change(text)
        if (text.people.size > 0) return Effect.void
        own.delete(nameOf(text.place))
        const { line } = text.place
        return [...everywhere(), ...others].some((each) => each.line === line) ? Effect.void : left(text.place)
      })

    const expire = Effect.fnUntraced(function* (now: number) {
      for (const text of [...own.values()]) {
        for (const { at, client } of [...text.people.values()]) if (now - at >= lasts) yield* remove(text, client)
      }
    })
    const write = Effect.fnUntraced(function* (now: number) {
      if (!isNews && now - written < renews) return
      isNews = false
      written = now
      yield* own.size === 0
        ? repository.removePresent(process)
        : repository.setPresent({ process, at: now, people: everywhere() })
    })
    const read = Effect.fnUntraced(function* (now: number) {
      const before = new Map(others.map((each) => [`${nameOf(each)} ${each.client}`, each]))
      const rows = yield* repository.present()
      const found: Array<PresentRecord> = []
      for (const { value } of rows) {
        if (value.process === process) continue
        if (now - value.at < lasts) found.push(...value.people)
        else yield* repository.removePresent(value.process)
      }
      others = found
      const moved = new Set<string>()
      for (const each of found) {
        const key = `${nameOf(each)} ${each.client}`
        const old = before.get(key)
        before.delete(key)
        if (old?.anchor !== each.anchor || old?.head !== each.head || old === undefined) moved.add(nameOf(each))
      }
      for (const gone of before.values()) moved.add(nameOf(gone))
      if (moved.size > 0) elsewhereStamp = ++stamps
      for (const name of moved) {
        const text = own.get(name)
        if (text !== undefined) text.stamp = ++stamps
        tell(name)
      }
    })
    const round = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* expire(now)
      yield* write(now)
      yield* read(now)
      if (own.size === 0) isBeating = false
    })
    const run = Effect.iterate(undefined, {
      while: () => isBeating,
      body: () => Effect.zipRight(Effect.sleep(beat), Effect.ignoreLogged(round))
    })
    const begin = Effect.suspend(() => {
      if (isBeating) return Effect.void
      isBeating = true
      return Effect.asVoid(Effect.forkIn(run, scope))
    })

    const presence: Presence = {
      follow: (place, client) => (gone.has(client) ? Effect.void : presence.sign(place, client)),
      sign: Effect.fnUntraced(function* (place, client, selection) {
        const now = yield* Clock.currentTimeMillis
        const actor = yield* Actor
        gone.delete(client)
        const text = textAt(place)
        const before = text.people.get(client)
        const { anchor, head } = selection ?? before ?? {}
        text.people.set(client, {
          line: place.line,
          page: place.page,
          client,
          ...(actor.kind === "user" && { user: actor.user }),
          ...(anchor !== undefined && head !== undefined && { anchor, head }),
          at: now
        })
        if (before === undefined || before.anchor !== anchor || before.head !== head) change(text)
        yield* begin
      }),
      leave: (place, client) =>
        Effect.suspend(() => {
          keepNewest(gone, client, true, mostGone)
          const text = own.get(nameOf(place))
          return text === undefined ? Effect.void : remove(text, client)
        }),
      at: (place) =>
        Effect.sync(() => {
          const text = own.get(nameOf(place))
          const elsewhere = others.filter((other) => nameOf(other) === nameOf(place))
          return { people: [...(text?.people.values() ?? []), ...elsewhere], stamp: text?.stamp ?? elsewhereStamp }
        }),
      watch: (changed) => {
        watchers.add(changed)
        return () => void watchers.delete(changed)
      }
    }
    return presence
  })
