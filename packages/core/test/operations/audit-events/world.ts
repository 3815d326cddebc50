/** A workspace with something of everything, and its administrator signed in. Programs are run in copies of it. */
import type { ActorValue } from "@lectern/core/access/Actor"
import type { AuditEventRecord } from "@lectern/core/audit-events/AuditEvent"
import { tables } from "@lectern/core/engine/Tables"
import type { EventRecord } from "@lectern/core/events/Event"
import * as Lectern from "@lectern/core/Lectern"
import { AuditEventsTable } from "@lectern/core/operations/audit-events/AuditEventTables"
import { random } from "@lectern/core/secrets/Keyring"
import type { Table } from "@lectern/core/storage/Table"
import { EventsTable } from "@lectern/core/storage/trail/EventTable"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { type Cause, Effect, type Either, Fiber, Stream } from "effect"
import { everyCall } from "../../people/access/everyCall.js"
import { as, client, type Program, password, secretOf } from "./calling.js"
import { mailer, openId, openIdProvider, passkeys, passwords, saml } from "./ports.js"

/** A stored row. */
export type StoredRow = Readonly<Record<string, unknown>>

/** The effect of a program. */
export interface Done {
  readonly outcome: Either.Either<unknown, Cause.Cause<unknown>>
  readonly events: ReadonlyArray<AuditEventRecord>
  /** The events for programs that follow the workspace. */
  readonly emitted: ReadonlyArray<EventRecord>
  /** Whether anything in the storage differs from before. */
  readonly wrote: boolean
  /** The number of transactions that have changed something. */
  readonly commits: number
  /** All rows afterwards, by their table; none where nothing was written. */
  readonly rows: ReadonlyMap<string, ReadonlyArray<StoredRow>>
}

/** Lets listeners be told of what has been committed. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Opens the workspace, and returns a function that runs programs in copies of it. */
export const makeWorld = async () => {
  const handle = MemoryStorage.open()
  const keyring = random()
  let time = Date.parse("2026-06-01T12:00:00Z")
  const open = (storage: MemoryStorage.MemoryStorageHandle) =>
    Lectern.open({ storage, keyring, mailer, passwords, passkeys, openId, openIdProvider, saml, clock: () => time })

  const lectern = await open(handle)
  const { rows, ...made } = await everyCall(lectern)
  const { accounts, sessions, signIn } = lectern.asSystem()
  const signingIn = async (id: string, administrator: boolean) => {
    const link = await accounts.createLink(id, { administrator })
    const { secret } = await signIn.redeem(secretOf(link), { password }, client)
    return { secret, actor: await sessions.authenticate(secret) }
  }
  const signedIn = await signingIn(made.admin, true)
  await signingIn(made.stranger, false)
  const members = lectern.asSystem()
  // It also takes over what is queued for search and links, which a read of them would do instead.
  await members.integrity.check()
  await members.events.settle()
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
    let commits = 0
    const counting = Effect.runFork(Stream.runForEach(storage.storage.changes, () => Effect.sync(() => commits++)))
    await turn()
    let last = 0
    let known = new Set<string>()
    const keysOf = () => Effect.runSync(storage.storage.scan(EventsTable, {})).map(({ columns }) => String(columns.key))
    const begin = Effect.map(
      Effect.zipRight(Effect.promise(turn), storage.storage.counter("audit_events")),
      (count) => {
        before = storage.snapshot()
        last = count
        known = new Set(keysOf())
        commits = 0
      }
    ).pipe(Effect.orDie)
    await Effect.runPromise(begin)
    const outcome = await copy.runtime.runPromise(Effect.either(Effect.sandbox(as(actor)(program(begin)))))
    await turn()
    await Effect.runPromise(Fiber.interrupt(counting))
    const after = storage.snapshot()
    const scan = (table: Table, gt: number | null = null) => Effect.runSync(storage.storage.scan(table, { gt }))
    const events = scan(AuditEventsTable, last).map(({ json }): AuditEventRecord => JSON.parse(json))
    const emitted = scan(EventsTable).flatMap(({ columns, json }) =>
      known.has(String(columns.key)) ? [] : [JSON.parse(json) as EventRecord]
    )
    const wrote = before.state !== after.state
    const rowsOf = (table: Table) => scan(table).map(({ json }): StoredRow => JSON.parse(json))
    const rows = new Map(wrote ? tables.map((table) => [table.name, rowsOf(table)]) : [])
    if (fresh.state !== after.state) await close()
    time = began
    return { outcome, wrote, rows, events, emitted, commits }
  }
  return {
    run,
    close,
    /** The members of every service, by its name. */
    members,
    /** The calls of every service with their arguments, in the workspace. */
    calls: rows,
    /** The things in the workspace. */
    made,
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
