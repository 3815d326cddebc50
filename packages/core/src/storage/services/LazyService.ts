/**
 * Services whose modules are loaded by the first call, so that opening an engine does not load code that most programs
 * never use.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Service } from "./Service.js"

/** The members of a service that take arguments and can fail with `Unavailable`, as every lazily loaded one must. */
type Call<S> = {
  [K in keyof S]: S[K] extends (...args: infer _A) => Effect.Effect<infer _B, infer E, infer _R>
    ? Unavailable extends E
      ? K
      : never
    : never
}[keyof S]

/** The members of a service that are effects themselves. */
type Value<S> = { [K in keyof S]: S[K] extends Effect.Effect<infer _A, infer _E, infer _R> ? K : never }[keyof S]

/**
 * An effect over the dependencies of a service, or `loaded` for the effect of the loaded service, which can then fail
 * to load.
 */
type Given<Member, R> =
  Member extends Effect.Effect<infer A, infer E, infer Own>
    ? Effect.Effect<A, E, Own | R> | (Unavailable extends E ? "loaded" : never)
    : never

/** Fails to compile, naming the missing members, if any are missing. */
type Complete<S, Named> = [Exclude<keyof S, Named | Value<S>>] extends [never]
  ? unknown
  : { readonly missing: Exclude<keyof S, Named | Value<S>> }

type AnyEffect = Effect.Effect<unknown, unknown, unknown>
type Members = { readonly [name: string]: AnyEffect & ((...args: ReadonlyArray<unknown>) => AnyEffect) }

/**
 * An object whose members are made on first use, and are its own from then on; configurable ones, so that a proxy of it
 * may answer with others. A promise asks every value for `then`, which is no member.
 */
const madeOnUse = (make: (name: string) => unknown): object =>
  Object.create(
    new Proxy(
      {},
      {
        get: (_, name, self) => {
          if (typeof name === "symbol" || name === "then") return undefined
          const value = make(name)
          Object.defineProperty(self, name, { value, enumerable: true, configurable: true })
          return value
        }
      }
    )
  )

/**
 * Declares a service whose module is loaded, and which is created, by the first use of a member. `name` is the name of
 * its tag. `calls` names its members, for a service whose members a program can list before that; without it, every
 * name is taken for a member. `values` has the members that are effects themselves. If the module cannot be loaded, a
 * call fails with `Unavailable`, and the next one tries again.
 */
export const lazyService = <I, S extends object, R, const Calls extends ReadonlyArray<Call<S>> = []>(
  name: string,
  load: (() => Promise<{ readonly service: Service<I, S, R> }>) & Complete<S, Call<S>>,
  calls?: Calls & Complete<S, Calls[number]>,
  ...[values]: [Value<S>] extends [never] ? [] : [values: { readonly [K in Value<S>]: Given<S[K], R> }]
): Service<I, S, R> => {
  const tag = Context.GenericTag<I, S>(`@lectern/core/${name}`)
  const module = lazy(tag.key, load)

  /** A stand-in for the service, which is created on first use from a context. */
  const standIn = (context: Context.Context<R>): S => {
    const one = Effect.unsafeMakeSemaphore(1)
    let made: Members | undefined
    const make = Effect.gen(function* () {
      if (made !== undefined) return made
      const { service } = yield* module.load
      const added = new Map<string, unknown>()
      yield* Effect.uninterruptible(
        Effect.mapInputContext(service.addTo(added), (_: Context.Context<never>) => context)
      )
      made = { ...service.of(Context.unsafeMake<I>(added)) } as Members
      return made
    }).pipe(one.withPermits(1))
    const calling =
      (name: string) =>
      (...args: ReadonlyArray<unknown>) =>
        made === undefined ? Effect.flatMap(make, (all) => all[name]!(...args)) : made[name]!(...args)
    const valued = ([name, value]: [string, AnyEffect | "loaded"]) => [
      name,
      value === "loaded"
        ? Effect.suspend(() => (made === undefined ? Effect.flatMap(make, (all) => all[name]!) : made[name]!))
        : Effect.provide(value, context)
    ]
    const given = Object.entries<AnyEffect | "loaded">(values ?? {})
    return Object.assign(
      calls === undefined ? madeOnUse(calling) : Object.fromEntries(calls.map((name) => [name, calling(String(name))])),
      Object.fromEntries(given.map(valued))
    ) as S
  }

  const made = Effect.map(Effect.context<R>(), standIn)
  return {
    tag,
    addTo: (services, observe = identity) =>
      Effect.map(made, (service) => void services.set(tag.key, observe(service))),
    of: Context.get(tag),
    layer: Layer.effect(tag, made)
  }
}
