/**
 * Random histories of people who edit a page live: clients of two engines over one storage, on main and on a change
 * request, that lose their connection and the answers to what they send, beside writes of whole texts, folders, merges and
 * updates. What was acknowledged must be there in the end, once, unless somebody deleted it.
 */
import { ChangeSet } from "@codemirror/state"
import type { Actor } from "@lectern/core/access/Actor"
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { LecternError } from "@lectern/core/errors/Errors"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import type { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Clock, type Context, Duration, Effect, Either } from "effect"
import { as } from "../../workspace.js"
import { idsIn, insertion, jsonOf, ModelClient, stringOf, wordOf } from "./ModelClient.js"

/** The services that a history uses. */
export type Needed = LiveTexts | ContentEdits | Contents | ContentSync | ChangeRequests | Spaces

/** Numbers that look random, the same for the same seed. */
export const randomOf = (seed: number) => {
  let state = seed | 0
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** A clock in which every pause is over at once, and the time has passed. */
export const hastyClock = (): Clock.Clock => {
  let now = Date.parse("2026-11-30T09:00:00Z")
  const nanos = () => BigInt(now) * 1_000_000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.async<void>((resume) => {
        const waiting = setImmediate(() => {
          now += Duration.toMillis(duration)
          resume(Effect.void)
        })
        return Effect.sync(() => clearImmediate(waiting))
      })
  }
}

/** A client of one of the engines. */
class Client extends ModelClient {
  isConnected = true

  constructor(
    readonly actor: UserId,
    readonly engine: number,
    readonly changeRequest: ChangeRequestId | undefined
  ) {
    super()
  }

  get options() {
    return this.changeRequest === undefined ? {} : { changeRequest: this.changeRequest }
  }
}

/** How a history ended. */
export interface Outcome {
  readonly problems: ReadonlyArray<string>
  /** How many changes of clients were acknowledged, and what happened beside. */
  readonly counts: Readonly<Record<string, number>>
}

/** Two engines over one storage, and the space that both see. */
export interface Place {
  readonly engines: ReadonlyArray<Context.Context<Needed>>
  readonly people: ReadonlyArray<UserId>
  readonly space: SpaceId
}

const start = "# Page\n\nfirst\n\nsecond\n\nthird\n\nfourth\n"

/** Runs a history on a page of its own. */
export const history = (place: Place, seed: number, steps = 60): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const { engines, people, space } = place
    const random = randomOf(seed)
    const pick = <A>(from: ReadonlyArray<A>): A => from[random(from.length)]!
    const on = <A, E>(engine: number, actor: UserId, effect: Effect.Effect<A, E, Needed | Actor>) =>
      Effect.provide(as(actor)(effect), engines[engine]!) as Effect.Effect<A, E>
    const admin = people[0]!
    const edits = (engine: number, changes: ReadonlyArray<unknown>, options = {}) =>
      on(
        engine,
        admin,
        Effect.flatMap(ContentEdits, (edits) => edits.apply(space, { changes } as never, options))
      )

    const made = yield* edits(0, [{ operation: "insert_page", title: `Page ${seed}`, document: { markdown: start } }])
    const [change] = made.changes
    if (change?.object !== "created_page") return yield* Effect.dieMessage("no page")
    const page = change.page.id
    const requests =
      (engine: number) =>
      <A, E>(use: (requests: Context.Tag.Service<ChangeRequests>) => Effect.Effect<A, E, Actor>) =>
        on(engine, admin, Effect.flatMap(ChangeRequests, use))
    const { id: request } = yield* requests(0)((requests) => requests.create(space, { subject: String(seed) }))
    const clients = Array.from({ length: 8 }, (_, i) => new Client(pick(people), i % 2, i < 5 ? undefined : request))

    const counts: Record<string, number> = {}
    const count = (what: string, by = 1) => {
      counts[what] = (counts[what] ?? 0) + by
    }
    const problems: Array<string> = []
    /** The words that were acknowledged, on main and on the request; and those that somebody has deleted. */
    const acknowledged = { main: new Set<number>(), request: new Set<number>() }
    const deleted = new Set<number>()
    let next = 0
    let isMerged = false
    let isGone = false

    const live = <A>(
      client: Client,
      use: (live: Context.Tag.Service<LiveTexts>) => Effect.Effect<A, LecternError, Actor>
    ) => Effect.either(on(client.engine, client.actor, Effect.flatMap(LiveTexts, use)))
    const textNow = (engine: number, changeRequest: ChangeRequestId | undefined) =>
      on(
        engine,
        admin,
        Effect.flatMap(Contents, (contents) =>
          contents.page(space, page, changeRequest === undefined ? undefined : ({ changeRequest } as never))
        )
      ).pipe(Effect.map((found) => ("markdown" in found ? (found.markdown ?? "") : "")))

    const open = Effect.fnUntraced(function* (client: Client) {
      const found = yield* live(client, (texts) => texts.get(space, page, client.options))
      if (Either.isLeft(found)) return
      client.open(found.right)
    })
    /** Gives up on the client's own text where it cannot be merged, as a person would after looking at both. */
    const fallBack = Effect.fnUntraced(function* (client: Client) {
      const words = client.unconfirmed.flatMap(({ words }) => words)
      const sent = stringOf(client.text)
      const answer = yield* live(client, (texts) =>
        texts.edit(
          space,
          page,
          { client: client.id, revision: client.revision as never, markdown: sent },
          client.options
        )
      )
      count(Either.isRight(answer) ? "drafts merged" : "drafts given up")
      if (Either.isRight(answer))
        for (const word of words) acknowledged[client.changeRequest ? "request" : "main"].add(word)
      yield* open(client)
    })
    const send = Effect.fnUntraced(function* (client: Client) {
      if (client.unconfirmed.length === 0) return
      const { id, unconfirmed, version } = client
      const updates = unconfirmed.map(({ changes }) => ({ changes: jsonOf(changes) }))
      // Some close the text with what they send, and come back.
      const leaving = random(5) === 0
      const answer = yield* live(client, (texts) =>
        texts.edit(space, page, { client: id, version, updates, leaving }, client.options)
      )
      if (Either.isLeft(answer)) {
        if (answer.left._tag !== "Conflict" && answer.left._tag !== "NotFound")
          problems.push(`send: ${answer.left.message}`)
        if (!isGone && !(isMerged && client.changeRequest)) yield* fallBack(client)
        return
      }
      count("acknowledged", updates.length)
      for (const { words } of unconfirmed) {
        for (const word of words) acknowledged[client.changeRequest ? "request" : "main"].add(word)
      }
      if (leaving) {
        count("leavings")
        const saved = new Set(idsIn(yield* textNow(client.engine, client.changeRequest)))
        for (const word of unconfirmed.flatMap(({ words }) => words)) {
          if (!deleted.has(word) && !saved.has(word)) problems.push(`the word ${word} of who left is in no revision`)
        }
      }
      // The answer may get lost: the client then sends the same again.
      if (random(8) === 0) count("answers lost")
      else client.receive(answer.right.updates)
    })
    const receive = Effect.fnUntraced(function* (client: Client) {
      const found = yield* live(client, (texts) =>
        texts.follow(space, page, { ...client.options, after: client.version })
      )
      if (Either.isRight(found)) client.receive(found.right.updates)
      else if (!isGone && !(isMerged && client.changeRequest)) yield* fallBack(client)
    })
    const type = (client: Client) => {
      const { length } = client.text
      if (random(4) === 0 && length > 0) {
        const from = random(length)
        const to = Math.min(length, from + 1 + random(12))
        // Whoever deletes a part of a word deletes the word.
        const before = idsIn(stringOf(client.text))
        const changes = ChangeSet.of([{ from, to }], length)
        const after = new Set(idsIn(stringOf(changes.apply(client.text))))
        for (const word of before) if (!after.has(word)) deleted.add(word)
        client.type(changes, [])
        return
      }
      const word = next++
      const insert = random(6) === 0 ? `\n\n${wordOf(word)}` : wordOf(word)
      const at = random(length + 1)
      // A word that is typed into another one ends that.
      const changes = insertion(client.text, at, insert)
      const after = new Set(idsIn(stringOf(changes.apply(client.text))))
      for (const each of idsIn(stringOf(client.text))) if (!after.has(each)) deleted.add(each)
      client.type(changes, [word])
    }

    for (const client of clients) yield* open(client)
    for (let step = 0; step < steps && !isGone; step++) {
      const client = pick(clients.filter(({ changeRequest }) => !isMerged || changeRequest === undefined))
      const action = random(100)
      if (action < 45) type(client)
      else if (action < 70) {
        if (client.isConnected) yield* send(client)
      } else if (action < 80) {
        if (client.isConnected) yield* receive(client)
      } else if (action < 85) client.isConnected = !client.isConnected
      else if (action < 90) {
        // Several clients send at a time.
        const together = clients.filter(
          ({ changeRequest, isConnected }) => isConnected && (!isMerged || !changeRequest)
        )
        yield* Effect.forEach(together, send, { concurrency: "unbounded", discard: true })
      } else if (action < 94) {
        const toRequest = !isMerged && random(3) === 0
        const changeRequest = toRequest ? request : undefined
        const engine = random(2)
        // Without the revision, it would replace what others typed and rested on since it was read.
        const { revision } = toRequest
          ? yield* requests(engine)((requests) => requests.get(space, request))
          : yield* on(
              engine,
              admin,
              Effect.flatMap(Spaces, (spaces) => spaces.get(space))
            )
        const lines = (yield* textNow(engine, changeRequest)).split("\n\n")
        const word = next++
        const at = random(lines.length)
        lines[at] = `${lines[at]}${wordOf(word)}`
        const written = yield* Effect.either(
          edits(engine, [{ operation: "update_page", page, document: { markdown: lines.join("\n\n") } }], {
            expected: [revision],
            ...(toRequest && { changeRequest: request })
          })
        )
        if (Either.isRight(written)) acknowledged[toRequest ? "request" : "main"].add(word)
        count(Either.isRight(written) ? "whole texts" : "whole texts refused")
      } else if (action < 96) {
        if (!isMerged) {
          const pulled = yield* Effect.either(requests(random(2))((requests) => requests.pull(space, request)))
          count(Either.isRight(pulled) ? `updates: ${pulled.right.result}` : "updates refused")
        }
      } else if (action < 98) {
        if (!isMerged) {
          const merged = yield* Effect.either(requests(random(2))((requests) => requests.merge(space, request)))
          isMerged = Either.isRight(merged) && merged.right.result === "merge"
          if (isMerged) for (const word of acknowledged.request) acknowledged.main.add(word)
          count(isMerged ? "merges" : "merges refused")
        }
      } else if (action < 99) {
        yield* Effect.sleep(70_000)
        count("rests")
      } else if (step > steps / 2) {
        yield* edits(random(2), [{ operation: "delete_page", page }])
        isGone = true
        count("deletions")
      }
    }

    const check = (line: "main" | "request", text: string) => {
      const found = idsIn(text)
      for (const word of acknowledged[line]) {
        if (!deleted.has(word) && !found.includes(word)) problems.push(`${line}: the word ${word} is lost`)
      }
      if (line === "main" && !text.includes("<<<<<<<")) {
        for (const word of new Set(found)) {
          if (found.filter((each) => each === word).length > 1) problems.push(`${line}: the word ${word} is doubled`)
        }
      }
    }
    if (isGone) {
      // What was typed was saved before the page was deleted.
      yield* edits(0, [{ operation: "revert_page", page }])
      check("main", yield* textNow(0, undefined))
      return { problems, counts }
    }
    for (const line of ["main", "request"] as const) {
      if (line === "request" && isMerged) continue
      const own = clients.filter(({ changeRequest }) => (changeRequest === undefined) === (line === "main"))
      for (const client of own) yield* send(client)
      for (const client of own) yield* send(client)
      for (const client of own) yield* receive(client)
      const changeRequest = line === "main" ? undefined : request
      const [first] = own
      const now = yield* live(first!, (texts) => texts.get(space, page, first!.options))
      if (Either.isLeft(now)) {
        problems.push(`${line}: ${now.left.message}`)
        continue
      }
      const text = now.right.markdown
      check(line, text)
      for (const [index, client] of own.entries()) {
        if (client.unconfirmed.length === 0 && stringOf(client.text) !== text) {
          problems.push(`${line}: client ${index} has another text`)
        }
      }
      yield* Effect.sleep(400_000)
      yield* on(
        0,
        admin,
        Effect.flatMap(LiveTexts, (texts) => texts.get(space, page, changeRequest ? { changeRequest } : {}))
      )
      yield* edits(0, [{ operation: "insert_page", title: "Flush" }], changeRequest ? { changeRequest } : {})
      const saved = yield* textNow(0, changeRequest)
      if (now.right.problem === undefined && saved !== text) problems.push(`${line}: the revision has another text`)
    }
    return { problems, counts }
  }).pipe(Effect.orDie) as Effect.Effect<Outcome>
