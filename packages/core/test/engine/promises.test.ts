/** The engine as promises: ids are plain strings, and failures are classes that name the problem. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Errors from "@lectern/core/errors/Errors"
import * as Lectern from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { type Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"

const failing = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error
  )

/** The error of a call. Its class, tag and message are checked. */
const expectError = async (
  call: Promise<unknown>,
  kind: new (...args: never) => Error,
  message: string | RegExp
): Promise<void> => {
  const error = await failing(call)
  expect(error).toBeInstanceOf(kind)
  expect(error).toMatchObject({ _tag: kind.name, message: expect.stringMatching(message) })
}

describe("inputs", () => {
  it("take an id as a plain string, at any depth, and answers keep its brand", () => {
    type Of<K extends keyof Lectern.Workspace> = Lectern.Workspace[K]
    expectTypeOf<Of<"spaces">["get"]>().parameter(0).toEqualTypeOf<string>()
    expectTypeOf<Of<"contents">["page"]>().parameter(1).toEqualTypeOf<string>()
    expectTypeOf<Of<"comments">["list"]>().parameter(0).toEqualTypeOf<{
      readonly space: string
      readonly changeRequest?: string
    }>()
    expectTypeOf<{ readonly space: string; readonly changeRequest: string }>().toExtend<
      Parameters<Of<"comments">["get"]>[0]
    >()
    expectTypeOf<{ readonly site: string; readonly organization: string }>().toExtend<
      Parameters<Of<"contentGrants">["users"]>[0]
    >()
    const change = { operation: "update_page", page: "a", into: "b", at: 1 } as const
    expectTypeOf<{ readonly changes: ReadonlyArray<typeof change> }>().toExtend<
      Parameters<Of<"contentEdits">["apply"]>[1]
    >()
    expectTypeOf<Of<"spaces">["get"]>().returns.resolves.toHaveProperty("id").toEqualTypeOf<SpaceId>()
    expectTypeOf<{ readonly title: number }>().not.toExtend<Parameters<Of<"spaces">["create"]>[1]>()
    expectTypeOf<Uint8Array>().toExtend<Parameters<Of<"uploads">["create"]>[1]["content"]>()
    expectTypeOf<ReadableStream<Uint8Array>>().toExtend<Parameters<Of<"uploads">["create"]>[1]["content"]>()
    expectTypeOf<Parameters<Lectern.Lectern["as"]>[0]>().toEqualTypeOf<string>()
  })

  it("fail with nothing but the errors of the engine, so that every class can be caught", () => {
    type Failure<M> = M extends (...args: never) => Effect.Effect<infer _A, infer E, infer _R>
      ? E
      : M extends Effect.Effect<infer _A, infer E, infer _R>
        ? E
        : never
    type Services = typeof import("@lectern/core/engine/Services").services
    // A call under an idempotency key fails as the call itself does, and with errors of the engine.
    type Shapes = { [K in Exclude<keyof Services, "idempotency">]: ReturnType<Services[K]["of"]> }
    type Every = {
      [K in keyof Shapes]: { [M in keyof Shapes[K]]: Failure<Shapes[K][M]> }[keyof Shapes[K]]
    }[keyof Shapes]
    expectTypeOf<Every>().toExtend<Errors.LecternError>()
  })
})

describe("opening", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-open-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it("rejects with OpenError where the storage cannot be opened", async () => {
    const open = (filename: string) => Lectern.open({ storage: SqliteStorage.open({ filename }) })
    const missing = join(folder, "missing", "workspace.db")
    await expectError(open(missing), Errors.OpenError, `cannot open ${missing}: there is no folder`)
    expect(await failing(open(missing))).toMatchObject({ reason: "unreachable", cause: { _tag: "SqliteOpenError" } })
    await expectError(open(folder), Errors.OpenError, "it is a folder")
    await expectError(open(":memory:"), Errors.OpenError, "SQLite in memory would lose everything")
    await expectError(open(undefined as never), Errors.OpenError, "filename")
  })

  it("rejects with OpenError whatever a storage fails with, and gives a defect as it is", async () => {
    const storage = (layer: Layer.Layer<never, unknown>) => ({ layer: Layer.merge(MemoryStorage.layer(), layer) })
    await expectError(Lectern.open({ storage: storage(Layer.fail("no")) }), Errors.OpenError, "no")
    const bug = new RangeError("a bug")
    expect(await failing(Lectern.open({ storage: storage(Layer.die(bug)) }))).toBe(bug)
  })

  it("says that it takes a storage where it is given something else", async () => {
    for (const options of [
      undefined,
      {},
      MemoryStorage.layer(),
      { storage: "workspace.db" },
      { storage: Layer.empty }
    ]) {
      await expectError(Lectern.open(options as never), Errors.Invalid, "storage: expected a storage")
    }
  })
})

describe("calls", () => {
  let lectern: Lectern.Lectern
  beforeAll(async () => {
    lectern = await Lectern.open({ storage: MemoryStorage.open() })
  })
  afterAll(() => lectern.close())

  it("say that nobody has an id, each of them, until somebody has", async () => {
    const nobody = lectern.as("nobody")
    for (const call of [
      () => nobody.users.current(),
      () => nobody.organizations.list({}),
      () => nobody.spaces.get("x")
    ]) {
      await expectError(call(), Errors.Unauthenticated, /^no user has the id "nobody"/)
    }
    for (const id of [undefined, null, 42, {}, ["a"]]) {
      expect(() => lectern.as(id as never)).toThrow(Errors.Invalid)
    }
    expect(() => lectern.as({ id: "x" } as never)).toThrow("user: expected the id of a user, got an object")
  })

  it("find a user who was made after `as`", async () => {
    const ada = lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    const early = lectern.as((await ada).id)
    expect((await early.users.current()).displayName).toBe("Ada")
  })

  it("reject, and never throw, where what they are given is no input at all", async () => {
    const { comments, contentEdits, spaces } = lectern.asSystem()
    for (const call of [
      () => spaces.get(undefined as never),
      () => comments.list(undefined as never, {}),
      () => contentEdits.apply("x", undefined as never)
    ]) {
      expect(await failing(call())).toBeInstanceOf(Error)
    }
  })

  it("are refused by an engine that is closed, and end where it is closed meanwhile", async () => {
    const other = await Lectern.open({ storage: MemoryStorage.open() })
    await other.close()
    await expectError(other.asSystem().organizations.list({}), Errors.Unavailable, "the engine is closed")
    await other.close()
  })
})

describe("clock and ids", () => {
  it("are plain functions", async () => {
    let ids = 0
    const noon = Date.parse("2026-01-31T12:00:00.000Z")
    const lectern = await Lectern.open({
      storage: MemoryStorage.open(),
      clock: () => noon,
      ids: { next: () => `n${++ids}`, secret: () => `s${++ids}` }
    })
    const { id } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    expect(id).toBe("n1")
    const { createdAt } = await lectern.as(id).organizations.create({ title: "Example" })
    expect(createdAt).toBe("2026-01-31T12:00:00.000Z")
    await lectern.close()
  })
})

describe("an idempotency key", () => {
  it("makes each call of an object at most once", async () => {
    const lectern = await Lectern.open({ storage: MemoryStorage.open() })
    const { id: user } = await lectern
      .asSystem({ idempotencyKey: "a" })
      .users.create({ displayName: "Ada", email: "ada@example.com" })
    const again = await lectern
      .asSystem({ idempotencyKey: "a" })
      .users.create({ displayName: "Ada", email: "ada@example.com" })
    expect(again.id).toBe(user)
    const { id } = await lectern.as(user).organizations.create({ title: "Example" })
    const keyed = lectern.as(user, { idempotencyKey: "a" })
    const made = await Promise.all(["One", "One", "One"].map((title) => keyed.spaces.create(id, { title })))
    const other = await lectern.as(user, { idempotencyKey: "b" }).spaces.create(id, { title: "One" })
    expect(new Set([...made, other].map((space) => space.id)).size).toBe(2)
    await keyed.collections.create(id, { title: "One" })
    await expect(keyed.spaces.create(id, { title: "Two" })).rejects.toBeInstanceOf(Errors.KeyReused)
    await expect(keyed.apiTokens.create(user, { label: "One" })).resolves.toHaveProperty("token")
    await expect(keyed.apiTokens.create(user, { label: "One" })).rejects.toBeInstanceOf(Errors.Conflict)
    const bytes = { name: "a", content: new Uint8Array(1) }
    await expect(keyed.uploads.create(made[0]!.id, bytes)).rejects.toMatchObject({ field: "idempotencyKey" })
    for (const idempotencyKey of ["", "a b", 5 as never]) {
      await expect(lectern.as(user, { idempotencyKey }).spaces.create(id, { title: "One" })).rejects.toMatchObject({
        field: "idempotencyKey"
      })
    }
    expect((await lectern.as(user).spaces.list(id, {})).count).toBe(2)
    expect((await lectern.as(user).apiTokens.list(user, {})).count).toBe(1)
    await lectern.close()
  })
})
