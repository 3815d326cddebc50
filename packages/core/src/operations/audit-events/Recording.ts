/** Makes events of the changes of rows, according to the declarations of the tables. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Actor, type ActorValue } from "../../people/access/Actor.js"
import type { Audited, Audits, Look } from "../../storage/rows/Audited.js"
import { declaredWatch } from "../../storage/rows/DeclaredWatch.js"
import type { RecordTable } from "../../storage/rows/RecordTable.js"
import { rows } from "../../storage/rows/Repository.js"
import type { RowWatch } from "../../storage/rows/RowWatch.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { Table } from "../../storage/rows/Table.js"
import type { AuditActor, AuditEventRecord, NewAuditEvent } from "../../storage/trail/AuditEvent.js"
import { requestOrigin } from "../../storage/trail/RequestOrigin.js"
import { type AuditEventRepositoryService, makeAuditEventRepository } from "./AuditEventRepository.js"

/** The placeholder for values that events must not reveal. */
export const redacted = "[redacted]"

/** The maximum length of a field's value in an event, as JSON. */
const longest = 2000

type Fields = Readonly<Record<string, unknown>>

/** A record of the type that its table was declared for. */
type Row = Readonly<Record<string, unknown>>

const shownAs = (how: Exclude<Audits<never>, "ignored">, value: unknown): unknown => {
  if (value === undefined) return undefined
  const shown =
    how === "secret" || how === "personal" ? redacted : typeof how === "function" ? how(value as never) : value
  const length = JSON.stringify(shown)?.length ?? 0
  return length > longest ? `[${length} characters]` : shown
}

const same = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

const without = (fields: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The fields that differ. */
interface Difference {
  readonly before?: Fields
  readonly after?: Fields
}

/** The fields that differ, in their old and new versions; `undefined` if no relevant field differs. */
const difference = (
  { derived, fields }: Audited<never>,
  before: Row | undefined,
  after: Row | undefined
): Difference | undefined => {
  const was: Record<string, unknown> = {}
  const is: Record<string, unknown> = {}
  let differs = before === undefined || after === undefined
  for (const [name, how] of Object.entries<Audits<never>>(fields)) {
    if (how === "ignored") continue
    const compared = (value: unknown) =>
      typeof how === "function" && value !== undefined ? how(value as never) : value
    if (same(compared(before?.[name]), compared(after?.[name]))) continue
    differs = true
    was[name] = shownAs(how, before?.[name])
    is[name] = shownAs(how, after?.[name])
  }
  if (derived !== undefined) {
    const earlier = before === undefined ? {} : derived(before as never)
    const later = after === undefined ? {} : derived(after as never)
    for (const name of new Set([...Object.keys(earlier), ...Object.keys(later)])) {
      if (same(earlier[name], later[name])) continue
      differs = true
      was[name] = shownAs("shown", earlier[name])
      is[name] = shownAs("shown", later[name])
    }
  }
  if (!differs) return undefined
  return { ...(before !== undefined && { before: without(was) }), ...(after !== undefined && { after: without(is) }) }
}

const userOf = (actor: ActorValue | undefined) => (actor?.kind === "user" && actor.user !== "" ? actor : undefined)

const actorOf = (actor: ActorValue | undefined, self: string | undefined): AuditActor => {
  const user = userOf(actor)
  if (user === undefined) return self === undefined ? { kind: "system" } : { kind: "user", user: self }
  return {
    kind: user.token?.service === true ? "service" : "user",
    user: user.user,
    ...(user.session?.id !== undefined && { session: user.session.id }),
    ...(user.token !== undefined && { token: user.token.id })
  }
}

/** Adds an event with the caller, and with the origin of the call, unless `given` states them itself. */
export const record = (
  events: Pick<AuditEventRepositoryService, "add">,
  event: NewAuditEvent & Partial<Pick<AuditEventRecord, "time" | "actor" | "address">>,
  self?: string
): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    const context = yield* FiberRef.get(FiberRef.currentContext)
    const actor = Option.getOrUndefined(Context.getOption(context, Actor))
    const origin = yield* FiberRef.get(requestOrigin)
    const time = yield* Clock.currentTimeMillis
    yield* events.add({
      time,
      actor: actorOf(actor, origin.request === undefined ? undefined : self),
      ...origin,
      ...event
    })
  })

const recordChange = Effect.fnUntraced(function* (
  events: Pick<AuditEventRepositoryService, "add">,
  how: Audited<never>,
  look: Look,
  before: Row | undefined,
  after: Row | undefined,
  changed: Difference
) {
  const row = (after ?? before) as never
  if (after === undefined && how.isOver?.(row, yield* Clock.currentTimeMillis) === true) return
  const target = yield* how.target(row, look)
  const action = `${how.kind}.${how.verb?.(before as never, after as never) ?? verbOf(before, after)}`
  const organizations = new Set<string>()
  for (const each of [before, after]) {
    const found = each && (yield* how.organization(each as never, look, before === undefined))
    if (found !== undefined) organizations.add(found)
  }
  for (const organization of organizations) {
    yield* record(events, { organization, action, target, ...changed }, how.self?.(row))
  }
})

const verbOf = (before: unknown, after: unknown): string => {
  if (before === undefined) return "created"
  return after === undefined ? "deleted" : "updated"
}

/** A watch on the rows of these tables in the storage of the context, which records the changes that are events. */
export const makeWatch = Effect.fnUntraced(function* (tables: ReadonlyArray<RecordTable>) {
  const storage = yield* Storage
  const events = yield* makeAuditEventRepository
  const byName = new Map(
    tables.map((table) => [table.name, rows<object, string>(storage, { ...table, columnsOf: () => ({}) })])
  )
  const look: Look = (name, ...key) => {
    const found = byName.get(name)
    if (found === undefined) return Effect.dieMessage(`there is no table ${name}`)
    return Effect.map(found.find(...key), (row) => row?.value)
  }
  const watchOf = (table: RecordTable): RowWatch =>
    declaredWatch(table, ({ audited }, before, after) => {
      if (audited === undefined) return undefined
      const [was, is] = [before as Row | undefined, after as Row | undefined]
      if (audited.isEvent?.(before as never, after as never) === false) return undefined
      const changed = difference(audited, was, is)
      return changed && recordChange(events, audited, look, was, is, changed)
    })
  const watches = new Map<string, RowWatch>(
    tables.filter(({ unaudited }) => unaudited === undefined).map((table) => [table.name, watchOf(table)])
  )
  return ({ name }: Table): RowWatch | undefined => watches.get(name)
})
