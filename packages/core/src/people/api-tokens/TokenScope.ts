/**
 * The scope of a token: the part of the user's permissions that its bearer has.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type { OrganizationId } from "../organizations/Organization.js"
import { SpaceId } from "../places/SpaceId.js"

/**
 * `read` reads content. `write` does everything up to the level `create`, `admin` everything that the user may do; each
 * includes the preceding ones.
 */
export const Scope = Schema.Literal("read", "write", "admin")
export type Scope = typeof Scope.Type

/** Scopes in input: at least one. */
export const Scopes = Schema.Array(Scope).pipe(Schema.minItems(1), Schema.maxItems(3))

/** The spaces that a token is limited to. */
export const ScopeSpaces = Schema.Array(SpaceId).pipe(Schema.minItems(1), Schema.maxItems(100))

/** The limits of a token. */
export interface TokenScope {
  readonly scope: Scope
  /** The only organization that it reaches. */
  readonly organization?: OrganizationId
  /** The only spaces that it reaches. */
  readonly spaces?: ReadonlyArray<SpaceId>
}

const strength: Readonly<Record<Scope, number>> = { read: 0, write: 1, admin: 2 }

/** Whether a scope includes another one. */
export const includes = (scope: Scope, other: Scope): boolean => strength[scope] >= strength[other]

/** A scope with the scopes that it includes. */
export const included = (scope: Scope): ReadonlyArray<Scope> => Scope.literals.filter((other) => includes(scope, other))

/** The strongest of some scopes. */
export const strongest = (scopes: ReadonlyArray<Scope>): Scope =>
  scopes.reduce((one, other) => (includes(one, other) ? one : other), "read")
