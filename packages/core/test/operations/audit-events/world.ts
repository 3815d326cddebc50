/** A workspace with something of everything, and its administrator signed in. Programs are run in copies of it. */
import { Actor, type ActorValue, user } from "@lectern/core/access/Actor"
import type { AuditEventRecord } from "@lectern/core/audit-events/AuditEvent"
import type * as Engine from "@lectern/core/engine/Engine"
import { services } from "@lectern/core/engine/Services"
import { tables } from "@lectern/core/engine/Tables"
import * as Lectern from "@lectern/core/Lectern"
import { AuditEventsTable } from "@lectern/core/operations/audit-events/AuditEventTables"
import { random } from "@lectern/core/secrets/Keyring"
import type { Table } from "@lectern/core/storage/Table"
import { UserId } from "@lectern/core/users/User"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { type Cause, type Context, Effect, type Either, Redacted } from "effect"
import { everyCall } from "../../people/access/everyCall.js"
import { mailer, openId, openIdProvider, passkeys, passwords, saml } from "./ports.js"

/** The password of everybody. */
export const password = "correct horse battery staple"

/** Where everybody signs in from. */
export const client = { address: "203.0.113.7", device: "Firefox on Linux" }

/** The secret that the address of a one-time link ends with. */
export const secretOf = ({ url }: { readonly url: string }) => Redacted.make(url.slice(url.lastIndexOf("/") + 1))

/** A stored row. */
export type StoredRow = Readonly<Record<string, unknown>>

/** The effect of a program. */
export interface Done {
  readonly outcome: Either.Either<unknown, Cause.Cause<unknown>>
  readonly events: ReadonlyArray<AuditEventRecord>
  /** Whether anything in the storage differs from before. */
  readonly wrote: boolean
  /** All rows afterwards, by their table; none where nothing was written. */
  readonly rows: ReadonlyMap<string, ReadonlyArray<StoredRow>>
}

/** A program over the services. Only calls after `begin` count. */
export type Program = (begin: Effect.Effect<void>) => Effect.Effect<unknown, unknown, Engine.Services | Actor>

/** Programs, each by the service and the member that it calls. */
export type Calls = ReadonlyArray<readonly [name: string, program: Program]>

/** A call of a service by its names. */
export const calling = (service: string, member: string, args: ReadonlyArray<unknown>): Program => {
  type Members = Readonly<
    Record<string, ((...args: ReadonlyArray<unknown>) => ReturnType<Program>) | ReturnType<Program>>
  >
  const found = Object.entries(services).find(([name]) => name === service)?.[1]
  return () =>
    Effect.flatMap(Effect.context<Engine.Services>(), (context) => {
      const called = ((found as { of: (context: Context.Context<Engine.Services>) => object }).of(context) as Members)[
        member
      ]
      return typeof called === "function"
        ? called(...args)
        : (called ?? Effect.dieMessage(`${service} has no ${member}`))
    })
}

/** Runs an effect as a caller. */
export const as =
  (actor: ActorValue | string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Actor>> =>
    Effect.provideService(effect, Actor, typeof actor === "string" ? user(UserId.make(actor)) : actor)

/** Opens the workspace, and returns a function that runs programs in copies of it. */
export const makeWorld = async () => {
  const handle = MemoryStorage.open()
  const keyring = random()
  let time = Date.parse("2026-06-01T12:00:00Z")
  const open = (storage: MemoryStorage.MemoryStorageHandle) =>
    Lectern.open({ storage, keyring, mailer, passwords, passkeys, openId, openIdProvider, saml, clock: () => time })

  const lectern = await open(handle)
  const { admin, guest, rows, stranger } = await everyCall(lectern)
  const { accounts, sessions, signIn } = lectern.asSystem()
  const signingIn = async (id: string, administrator: boolean) => {
    const link = await accounts.createLink(id, { administrator })
    const { secret } = await signIn.redeem(secretOf(link), { password }, client)
    return { secret, actor: await sessions.authenticate(secret) }
  }
  const signedIn = await signingIn(admin, true)
  await signingIn(stranger, false)
  const members = lectern.asSystem()
  await lectern.close()

  /** The copy that the next program runs in: the last one again, as long as nothing was written there. */
  let current: { readonly storage: MemoryStorage.MemoryStorageHandle; readonly copy: Lectern.Lectern } | undefined
  const close = async () => {
    await current?.copy.close()
    current = undefined
  }

  const run = async (program: Program, actor: ActorValue = signedIn.actor): Promise<Done> => {
    const began = time
    if (current === undefined) {
      const storage = handle.fork()
      current = { storage, copy: await open(storage) }
    }
    const { copy, storage } = current
    const fresh = storage.snapshot()
    let before = fresh
    let last = 0
    const begin = Effect.map(storage.storage.counter("audit_events"), (count) => {
      before = storage.snapshot()
      last = count
    }).pipe(Effect.orDie)
    await Effect.runPromise(begin)
    const outcome = await copy.runtime.runPromise(Effect.either(Effect.sandbox(as(actor)(program(begin)))))
    const after = storage.snapshot()
    const scan = (table: Table, gt: number | null = null) => Effect.runSync(storage.storage.scan(table, { gt }))
    const events = scan(AuditEventsTable, last).map(({ json }): AuditEventRecord => JSON.parse(json))
    const wrote = before.state !== after.state
    const rowsOf = (table: Table) => scan(table).map(({ json }): StoredRow => JSON.parse(json))
    const rows = new Map(wrote ? tables.map((table) => [table.name, rowsOf(table)]) : [])
    if (fresh.state !== after.state) await close()
    time = began
    return { outcome, wrote, rows, events }
  }
  return {
    run,
    close,
    /** The members of every service, by its name. */
    members,
    /** The calls of every service with their arguments, in the workspace. */
    calls: rows,
    admin,
    guest,
    stranger,
    /** The administrator, who has just signed in, with the secret of the session. */
    signedIn,
    /** Lets time pass. */
    later: (milliseconds: number) =>
      Effect.sync(() => {
        time += milliseconds
      })
  }
}

/** The world of a test. */
export type World = Awaited<ReturnType<typeof makeWorld>>
