/**
 * Notes about a call whose answer may be repeated later: what its caller was required to have, so that this can be
 * required again, and whether the answer has a secret, so that it is not kept.
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/** Something that the caller of a call was required to have, by ids alone. */
export interface Requirement {
  readonly kind: "account" | "scope" | "organization" | "collection" | "space" | "site" | "any-space"
  readonly id?: string
  /** The organization of a site. */
  readonly organization?: string
  /** The level or the scope that was required, if any was. */
  readonly level?: string
}

/** The notes of one call. */
export interface CallNotes {
  /** Whether the answer has a secret that is shown to nobody else, or only once. */
  hasSecret: boolean
  /** Notes a requirement that holds. */
  readonly add: (requirement: Requirement) => void
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
      const needs = requirement(value)
      if (needs) notes.add(needs)
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
