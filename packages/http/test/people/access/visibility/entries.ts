/** The operations of the model, and their outcomes. */
import type { Role } from "@lectern/core/access/Role"
import type { Caller, Place, Target } from "./place.js"

/** The levels, weakest first. */
export const order = ["read", "comment", "edit", "review", "create", "admin"] as const satisfies ReadonlyArray<Role>

/** A level that an operation needs. */
export type Level = (typeof order)[number]

/** The outcome of a call: it gets through to the work, or it does not. */
export type Verdict = "through" | 403 | 404

/** An operation of the model; the paths come from the declaration. */
export interface Entry {
  readonly on: "nobody" | "organization" | Target["kind"]
  /** `member` is every member, guests too. */
  readonly needs: Level | "member"
  /** The outcome for guests who would get through, or, on the organization, whatever it needs. */
  readonly guest?: Verdict
  /** The outcome for members whose level is too low, instead of 403; or for everybody, on what belongs to nobody. */
  readonly refused?: 404
  /** The outcome for people who have no relation to the organization, instead of 404. */
  readonly outsider?: Verdict
  /** Also needs the level `create` where the thing is. */
  readonly around?: true
  /** Also needs the role `create`: always, or to lead out of a collection to the root. */
  readonly role?: "always" | "nested"
  /** The parameter of the body that a call speaks of, where that is not the last one of its path. */
  readonly speaksOf?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: (place: Place, target: Target | undefined) => unknown
}

const rank = (level: Level | null): number => (level === null ? -1 : order.indexOf(level))

/** The outcome according to the model. DELETE does not report that something is absent. */
export const expected = (entry: Entry, caller: Caller, target: Target | undefined): Verdict => {
  if (entry.on === "nobody") return entry.refused ?? "through"
  if (entry.on === "organization") {
    if (caller === "outsider") return entry.outsider ?? 404
    if (caller === "guest") return entry.guest ?? (entry.needs === "member" ? "through" : (entry.refused ?? 403))
    if (entry.needs === "member" || rank(caller) >= rank(entry.needs)) return "through"
    return entry.refused ?? 403
  }
  const level = target?.level[caller] ?? null
  if (level === null) return 404
  if (entry.needs !== "member" && rank(level) < rank(entry.needs)) return entry.refused ?? 403
  if (entry.around === true) {
    const around = target?.around[caller] ?? null
    if (around === null) return target?.nested === true ? 404 : 403
    if (rank(around) < rank("create")) return 403
  }
  if (entry.role === "always" || (entry.role === "nested" && target?.nested === true)) {
    if (caller === "guest" || caller === "outsider" || rank(caller) < rank("create")) return 403
  }
  return caller === "guest" ? (entry.guest ?? "through") : "through"
}

/** An operation on a space. */
export const onSpace = (needs: Level, more: Partial<Entry> = {}): Entry => ({ on: "space", needs, ...more })
/** An operation on a collection. */
export const onCollection = (needs: Level, more: Partial<Entry> = {}): Entry => ({ on: "collection", needs, ...more })
/** An operation on a site. */
export const onSite = (needs: Level, more: Partial<Entry> = {}): Entry => ({ on: "site", needs, ...more })
/** An operation on the organization. */
export const onOrganization = (needs: Level | "member", more: Partial<Entry> = {}): Entry => ({
  on: "organization",
  needs,
  ...more
})
/** An operation on nothing in particular. */
export const onNobody = (more: Partial<Entry> = {}): Entry => ({ on: "nobody", needs: "member", ...more })

/** A request with this body. */
export const body = (value: unknown) => ({ body: () => value })
/** A request with an empty body. */
export const empty = body({})
/** The outcome of operations on things that are absent for guests. */
export const absentToGuests = { guest: 404 } as const
