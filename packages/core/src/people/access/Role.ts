/**
 * Roles and levels of access, weakest to strongest.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

const order = ["read", "comment", "edit", "review", "create", "admin"] as const

/** A role, and equally a level of access on something; each includes all of the preceding ones. */
export const Role = Schema.Literal(...order)
export type Role = typeof Role.Type

/** A role, or `null` for a guest, who has only granted access. */
export const RoleOrGuest = Schema.NullOr(Role)
export type RoleOrGuest = typeof RoleOrGuest.Type

/**
 * A default level as stored: a level, `null` for no access, or `inherit` for no verdict, the default of new content.
 */
export const DefaultLevel = Schema.Union(RoleOrGuest, Schema.Literal("inherit"))
export type DefaultLevel = typeof DefaultLevel.Type

/** The rank of a level: 0 for none, 1 for `read`, up to 6 for `admin`. */
export const rank = (level: RoleOrGuest): number => (level === null ? 0 : order.indexOf(level) + 1)

/** Whether a level is at least another. */
export const atLeast = (level: RoleOrGuest, required: Role): boolean => rank(level) >= rank(required)
