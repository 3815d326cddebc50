/**
 * Notes about a call whose answer may be repeated later: what its caller was required to have, so that this can be
 * required again, and whether the answer has a secret, so that it is not kept.
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"

/** Something that the caller of a call was required to have, by ids alone. */
export const Requirement = Schema.Struct({
  kind: Schema.Literal("account", "scope", "organization", "collection", "space", "site", "any-space"),
  id: optional(Schema.String),
  /** The organization of a site. */
  organization: optional(Schema.String),
  /** The level or the scope that was required, if any was. */
  level: optional(Schema.String)
})
/** @see {@link Requirement} */
export type Requirement = typeof Requirement.Type

/** The notes of one call. */
export class CallNotes {
  private readonly known = new Map<string, Requirement>()
  /** Whether the answer has a secret that is shown to nobody else, or only once. */
  hasSecret = false

  /** Notes a requirement that holds. */
  add(requirement: Requirement): void {
    this.known.set(JSON.stringify(requirement), requirement)
  }

  /** What was required, each once. */
  get required(): ReadonlyArray<Requirement> {
    return [...this.known.values()]
  }
}

/** The notes of the call that a fiber makes, if somebody takes them. */
export const callNotes: FiberRef.FiberRef<CallNotes | undefined> = FiberRef.unsafeMake<CallNotes | undefined>(undefined)

/** Notes a requirement once the effect that checks it has succeeded; `undefined` notes nothing. */
export const noting = <A, E, R>(
  check: Effect.Effect<A, E, R>,
  requirement: (value: A) => Requirement | undefined
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime<A, E, R>((fiber) => {
    const notes = fiber.getFiberRef(callNotes)
    if (notes === undefined) return check
    return Effect.map(check, (value) => {
      const required = requirement(value)
      if (required !== undefined) notes.add(required)
      return value
    })
  })

/** Notes a requirement that holds, where it is checked by something that was read before. */
export const requiring = (requirement: Requirement): Effect.Effect<void> => noting(Effect.void, () => requirement)

/** Notes that the answer of the running call has a secret. */
export const notingSecret: Effect.Effect<void> = Effect.withFiberRuntime((fiber) => {
  const notes = fiber.getFiberRef(callNotes)
  if (notes !== undefined) notes.hasSecret = true
  return Effect.void
})
