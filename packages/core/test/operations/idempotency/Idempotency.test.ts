/** Calls under idempotency keys: they are made once, whatever happens in between. */
import { visitor } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { Comments } from "@lectern/core/comments/Comments"
import { KeyReused, type LecternError, NotFound, Unavailable } from "@lectern/core/errors/Errors"
import { EventId } from "@lectern/core/events/Event"
import { Events } from "@lectern/core/events/Events"
import { Idempotency, idempotent, jsonAnswers, longestAnswer, mostKeys } from "@lectern/core/idempotency/Idempotency"
import * as Lectern from "@lectern/core/Lectern"
import { Members } from "@lectern/core/members/Members"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { IdempotencyKeysTable } from "@lectern/core/operations/idempotency/IdempotencyKeysTable"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import { notedStorage } from "@lectern/storage-testing/counting"
import { Duration, Effect, Exit, Layer, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage, type StorageUnderTest } from "../../storages.js"
import { as, asSystem, damages, failure, organization, person, workspace } from "../../workspace.js"

type Services = Layer.Layer.Success<ReturnType<typeof workspace>>

/** A cut: the storage fails in some way at one of its next calls, and after that is as it was. */
interface Cut {
  /** How many calls come before it; none happens below 0. */
  left: number
  readonly how: () => Effect.Effect<never, Unavailable>
}

const ways: Readonly<Record<string, Cut["how"]>> = {
  "a crash": () => Effect.die(new Error("cut off")),
  "an interruption": () => Effect.interrupt,
  "a failure": () => Effect.fail(new Unavailable({ message: "cut off" }))
}

/** A storage that can be cut before and after each of its calls. */
const cuttable = (
  storage: StorageUnderTest
): { readonly under: StorageUnderTest; readonly cut: (cut: Cut) => void } => {
  let cut: Cut | undefined
  const point = Effect.suspend(() => {
    if (cut === undefined || cut.left-- > 0) return Effect.void
    const { how } = cut
    cut = undefined
    return how()
  })
  const around = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.zipLeft(Effect.zipRight(point, effect), point)
  const layer = Layer.effect(
    Storage,
    Effect.map(
      Storage,
      (inner): StorageService => ({
        ...inner,
        get: (...given) => around(inner.get(...given)),
        scan: (...given) => around(inner.scan(...given)),
        count: (...given) => around(inner.count(...given)),
        insert: (...given) => around(inner.insert(...given)),
        update: (...given) => around(inner.update(...given)),
        delete: (...given) => around(inner.delete(...given)),
        increment: (...given) => around(inner.increment(...given)),
        reads: (reads) => around(inner.reads(reads)),
        writes: (writes) => around(inner.writes(writes)),
        transaction: (effect, locks) => around(inner.transaction(effect, locks))
      })
    )
  ).pipe(Layer.provideMerge(storage.layer))
  return {
    under: { name: storage.name, layer: layer as StorageUnderTest["layer"] },
    cut: (next) => {
      cut = next
    }
  }
}

const titles = (organization: OrganizationId) =>
  Effect.flatMap(Spaces, ({ list }) =>
    Effect.map(list(organization, { limit: 100 }), ({ items }) => items.map(({ title }) => title))
  )

const named = (title: string) => ({ title })

/** Creates a space under a key. */
const create = (organization: OrganizationId, key: string, title = key) =>
  Effect.flatMap(Spaces, (spaces) =>
    spaces
      .create(organization, named(title))
      .pipe(idempotent({ key, operation: `create in ${organization}`, input: named(title) }))
  )

describe.each(everyStorage)("calls under a key, $name", (storage) => {
  const run = <A, E>(program: Effect.Effect<A, E, Services>, under = storage) =>
    Effect.runPromise(Effect.provide(program, workspace(under)))

  it("are made once, and recorded once", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        const first = yield* own(create(id, "a"))
        expect(yield* own(create(id, "a"))).toEqual(first)
        expect(yield* own(titles(id))).toEqual(["a"])
        const { items } = yield* own((yield* AuditEvents).list(id, { action: "space.created" }))
        expect(items).toHaveLength(1)
        const events = yield* own((yield* Events).list({ organization: id }, { after: EventId.make("000000000") }))
        expect(events.items.filter(({ type }) => type === "space_created")).toHaveLength(1)
        expect(yield* damages).toEqual([])
      })
    ))

  it("are other calls for other people, other operations and the embedding program", () =>
    run(
      Effect.gen(function* () {
        const [one, two] = [yield* organization("One"), yield* organization("Two")]
        yield* as(one.admin)(create(one.id, "a"))
        yield* as(two.admin)(create(two.id, "a"))
        yield* asSystem((yield* Members).add(one.id, two.admin, "admin"))
        yield* as(two.admin)(create(one.id, "a"))
        yield* asSystem(create(one.id, "a"))
        expect(yield* asSystem(titles(one.id))).toEqual(["a", "a", "a"])
        expect(yield* asSystem(titles(two.id))).toEqual(["a"])
      })
    ))

  it("fail with another input, with a malformed key, and for visitors", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        yield* own(create(id, "a", "A"))
        expect(yield* failure(own(create(id, "a", "B")))).toBeInstanceOf(KeyReused)
        for (const key of ["", "a b", "ä", "a\n", "a".repeat(256)]) {
          expect(yield* failure(own(create(id, key)))).toMatchObject({ _tag: "Invalid", field: "idempotencyKey" })
        }
        yield* own(create(id, `!${"~".repeat(254)}`, "Long"))
        expect(yield* failure(as(visitor())(create(id, "a", "A")))).toMatchObject({ _tag: "Invalid" })
        expect(yield* own(titles(id))).toEqual(["A", "Long"])
      })
    ))

  it("are forgotten where they fail, and after 24 hours", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const stranger = yield* person("Stranger")
        const { clean } = yield* Idempotency
        expect(yield* failure(as(stranger)(create(id, "a")))).toBeInstanceOf(NotFound)
        yield* asSystem((yield* Members).add(id, stranger, "create"))
        yield* as(stranger)(create(id, "a"))
        yield* TestClock.adjust(Duration.hours(23))
        yield* as(admin)(create(id, "b"))
        yield* as(stranger)(create(id, "a"))
        expect(yield* asSystem(clean())).toBe(0)
        yield* TestClock.adjust(Duration.hours(1))
        yield* as(stranger)(create(id, "a"))
        expect(yield* as(admin)(titles(id))).toEqual(["a", "b", "a"])
        yield* TestClock.adjust(Duration.minutes(23 * 60 + 1))
        expect(yield* asSystem(clean())).toBe(1)
        expect(yield* failure(as(admin)(clean()))).toMatchObject({ _tag: "Forbidden" })
      }).pipe(Effect.provide(TestContext.TestContext))
    ))

  it("are refused to whoever may no longer make them", () =>
    run(
      Effect.gen(function* () {
        const { id } = yield* organization()
        const writer = yield* person("Writer")
        const members = yield* Members
        yield* asSystem(members.add(id, writer, "create"))
        yield* as(writer)(create(id, "a"))
        yield* asSystem(members.update(id, writer, { role: "edit" }))
        expect(yield* failure(as(writer)(create(id, "a")))).toMatchObject({ _tag: "Forbidden" })
        yield* asSystem(members.remove(id, writer))
        expect(yield* failure(as(writer)(create(id, "a")))).toMatchObject({ _tag: "NotFound" })
        yield* asSystem(members.add(id, writer, "create"))
        expect((yield* as(writer)(create(id, "a"))).title).toBe("a")
      })
    ))

  it("are made once where several come at once, even if the second alone would fail", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        for (let i = 0; i < 5; i++) {
          const made = yield* Effect.all(
            Array.from({ length: 4 }, () => own(create(id, `key ${i}`.replace(" ", "-"), `Space ${i}`))),
            { concurrency: "unbounded" }
          )
          expect(new Set(made.map((each) => each.id)).size).toBe(1)
        }
        expect((yield* own(titles(id))).toSorted()).toEqual([0, 1, 2, 3, 4].map((i) => `Space ${i}`))
        const invite = Effect.flatMap(Members, ({ add }) =>
          Effect.flatMap(person("Once"), (user) => Effect.as(add(id, user, "read"), { added: "Once" })).pipe(
            idempotent({ key: "once", operation: "add", input: {} })
          )
        )
        const outcomes = yield* Effect.all([asSystem(invite), asSystem(invite)], { concurrency: 2 })
        expect(outcomes).toEqual([{ added: "Once" }, { added: "Once" }])
      })
    ))

  it("take locks in any order", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        const { id: space } = yield* own((yield* Spaces).create(id, named("First")))
        const both = Effect.gen(function* () {
          yield* (yield* Comments).post({ space }, { body: { markdown: "first" } })
          return yield* (yield* Spaces).create(id, named("Second"))
        }).pipe(idempotent({ key: "a", operation: "both", input: {} }))
        const [one, two] = yield* Effect.all([own(both), own(both)], { concurrency: 2 })
        expect(one).toEqual(two)
        expect(yield* own(titles(id))).toEqual(["First", "Second"])
        expect((yield* own((yield* Comments).list({ space }, {}))).count).toBe(1)
      })
    ))

  it("are part of the transaction that they are made in", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        const undone = yield* Effect.exit(
          own(Lectern.transaction(Effect.zipRight(create(id, "a"), Effect.fail("undone"))))
        )
        expect(undone).toEqual(Exit.fail("undone"))
        expect(yield* own(titles(id))).toEqual([])
        yield* own(Lectern.transaction(Effect.zipRight(create(id, "a"), create(id, "a"))))
        yield* own(create(id, "a"))
        expect(yield* own(titles(id))).toEqual(["a"])
      })
    ))

  it("go when the person is erased", () =>
    run(
      Effect.gen(function* () {
        const { id } = yield* organization()
        const user = yield* person("Gone")
        yield* asSystem((yield* Members).add(id, user, "create"))
        yield* as(user)(create(id, "a"))
        const count = Effect.flatMap(Storage, (service) => service.count(IdempotencyKeysTable, { prefix: [user] }))
        expect(yield* count).toBe(1)
        yield* asSystem((yield* Accounts).erase(user))
        expect(yield* count).toBe(0)
        expect(yield* damages).toEqual([])
      })
    ))

  describe.each(Object.keys(ways))("after %s at any point", (way) => {
    /** Cuts a call off at one point after the other, until it gets to its end. */
    const cutting = <E>(
      call: (
        world: { readonly id: OrganizationId; readonly admin: Parameters<typeof as>[0] },
        key: string
      ) => {
        readonly made: Effect.Effect<unknown, LecternError, Services>
        readonly count: Effect.Effect<number, E, Services>
      },
      again: (outcome: Exit.Exit<unknown, LecternError>, count: number) => void
    ) => {
      const { cut, under } = cuttable(storage)
      return run(
        Effect.gen(function* () {
          const { admin, id } = yield* organization()
          let points = 0
          while (true) {
            const { count, made } = call({ id, admin }, `key-${points}`)
            const state: Cut = { left: points, how: ways[way]! }
            yield* Effect.sync(() => cut(state))
            const first = yield* Effect.exit(Effect.flatten(Effect.fork(made)))
            yield* Effect.sync(() => cut({ left: Number.POSITIVE_INFINITY, how: () => Effect.never }))
            again(yield* Effect.exit(made), yield* count)
            again(yield* Effect.exit(made), yield* count)
            if (Exit.isSuccess(first) && state.left >= 0) break
            points++
          }
          expect(points).toBeGreaterThan(10)
          expect(yield* damages).toEqual([])
        }),
        under
      )
    }

    it("have been made once after the next attempt", () =>
      cutting(
        ({ admin, id }, key) => ({
          made: as(admin)(create(id, key)),
          count: Effect.map(as(admin)(titles(id)), (all) => all.filter((title) => title === key).length)
        }),
        (outcome, count) => {
          expect(Exit.isSuccess(outcome)).toBe(true)
          expect(count).toBe(1)
        }
      ))

    it("are never made twice where they store files", () =>
      cutting(
        ({ admin, id }, key) => {
          const input = { slug: key, source: { text: JSON.stringify({ openapi: "3.1.0", info: { title: key } }) } }
          const specs = Effect.flatMap(OpenAPISpecs, (service) =>
            service.create(id, input).pipe(idempotent({ key, operation: `spec in ${id}`, input }))
          )
          const slugs = Effect.flatMap(OpenAPISpecs, ({ list }) => as(admin)(list(id, { limit: 100 })))
          return {
            made: as(admin)(specs),
            count: Effect.map(slugs, ({ items }) => items.filter(({ slug }) => slug === key).length)
          }
        },
        (outcome, count) => {
          if (Exit.isSuccess(outcome)) expect(count).toBe(1)
          else expect(outcome).toMatchObject({ cause: { error: { _tag: "Conflict" } } })
        }
      ))
  })
})

describe("answers under a key", () => {
  const [storage] = everyStorage
  const run = <A, E>(program: Effect.Effect<A, E, Services>) =>
    Effect.runPromise(Effect.provide(program, workspace(storage!)))
  const once = (key: string, answer: unknown): Effect.Effect<unknown, LecternError, Idempotency> =>
    asSystem(Effect.succeed(answer).pipe(idempotent({ key, operation: "answer", input: {} })))

  it("are repeated as they were, or not at all if they are too large or not JSON", () =>
    run(
      Effect.gen(function* () {
        const answers = [undefined, null, "", 0, [], { a: [{ b: "c" }, null] }, "a".repeat(longestAnswer - 20)]
        for (const [i, answer] of answers.entries()) {
          expect(yield* once(`kept-${i}`, answer)).toEqual(answer)
          expect(yield* once(`kept-${i}`, "another")).toEqual(answer)
        }
        const others = ["a".repeat(longestAnswer), new Date(0), new Uint8Array(1), { a: () => {} }, new Map()]
        for (const [i, answer] of others.entries()) {
          expect(yield* once(`other-${i}`, answer)).toBe(answer)
          expect(yield* failure(once(`other-${i}`, answer))).toMatchObject({
            _tag: "Conflict"
          })
        }
      })
    ))

  it("compare inputs as JSON, whatever the order of keys", () =>
    run(
      Effect.gen(function* () {
        const { once: keyed } = yield* Idempotency
        const ask = (input: unknown) =>
          asSystem(
            Effect.map(
              Effect.exit(keyed({ key: "a", operation: "b", input, answers: jsonAnswers }, Effect.succeed(1))),
              Exit.isSuccess
            )
          )
        expect(yield* ask({ a: [1, { b: null, c: "é" }], d: {} })).toBe(true)
        expect(yield* ask({ d: {}, a: [1, { c: "é", b: null }], e: undefined })).toBe(true)
        for (const other of [{}, { d: [], a: [1, { c: "é", b: null }] }, { d: {}, a: [{ c: "é", b: null }, 1] }]) {
          expect(yield* ask(other)).toBe(false)
        }
      })
    ))

  it("are kept for a limited number of keys of each caller", () =>
    run(
      Effect.gen(function* () {
        const { insert, scan } = yield* Storage
        yield* once("first", "kept")
        const [first] = yield* scan(IdempotencyKeysTable, { limit: 1 })
        const filled = Array.from({ length: mostKeys - 1 }, (_, i) => String(i).padStart(64, "0"))
        yield* Effect.forEach(filled, (id) => insert(IdempotencyKeysTable, { ...first!.columns, id }, first!.json))
        expect(yield* failure(once("more", 1))).toMatchObject({
          _tag: "RateLimited"
        })
        expect(yield* once("first", "another")).toBe("kept")
        const { admin, id } = yield* organization()
        yield* as(admin)(create(id, "a"))
      })
    ))
})

describe("the statements of a call", () => {
  it("are five more with a key, and a repetition reads only the key and the access", async () => {
    const [storage] = everyStorage
    const calls: Array<string> = []
    const noted = Layer.effect(
      Storage,
      Effect.map(Storage, (service) => notedStorage(service, (call) => void calls.push(call)))
    ).pipe(Layer.provideMerge(storage!.layer))
    const taken = <A, E, R>(call: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        calls.length = 0
        yield* call
        return [...calls]
      })
    await Effect.runPromise(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        const { id: space } = yield* own((yield* Spaces).create(id, named("First")))
        const post = (yield* Comments).post({ space }, { body: { markdown: "again" } })
        const keyed = post.pipe(idempotent({ key: "a", operation: "post", input: {} }))
        yield* own(post)
        const without = yield* taken(own(post))
        const once = yield* taken(own(keyed))
        yield* own(keyed)
        const again = yield* taken(own(keyed))
        const rest = without.slice(1, -1)
        expect(once).toEqual([
          "get idempotency_keys",
          "begin",
          "get idempotency_keys + count idempotency_keys",
          "savepoint",
          ...rest,
          "release",
          "insert idempotency_keys",
          "commit"
        ])
        expect(again[0]).toBe("get idempotency_keys")
        expect(again.slice(1).filter((call) => !/^(?:get|scan|counters?|reads) ?/.test(call))).toEqual([])
        expect(again.length).toBeLessThan(without.length)
      }).pipe(Effect.provide(workspace({ name: "noted", layer: noted })))
    )
  })
})
