/** Modules that are loaded on first use, so that a program loads only the code it uses. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Unavailable } from "../errors/Errors.js"

/** A module that is loaded on first use. */
export interface Lazy<M> {
  /** The module. Fails with `Unavailable` if it cannot be loaded; the next use then tries again. */
  readonly load: Effect.Effect<M, Unavailable>
  /** Whether it is loaded. */
  readonly isLoaded: () => boolean
  /**
   * The value of the module: immediately if it is loaded, otherwise a promise, which rejects with `Unavailable` as
   * `load` fails.
   */
  readonly use: <A>(give: (module: M) => A) => A | Promise<Awaited<A>>
}

/** The loaders of all declared modules; a module may declare further ones when it is loaded. */
const declared = new Set<Effect.Effect<unknown, Unavailable>>()

/**
 * Loads every module that is otherwise loaded on first use, one after the other, each after `before`. Loads all that can
 * be loaded, then fails with `Unavailable` if one could not be. Interruption waits for the module that is being loaded.
 */
export const loadAll = (before: Effect.Effect<void> = Effect.void): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    const tried = new Set<Effect.Effect<unknown, Unavailable>>()
    let failure: Unavailable | undefined
    while (tried.size < declared.size) {
      for (const load of [...declared].filter((load) => !tried.has(load))) {
        tried.add(load)
        yield* before
        const outcome = yield* Effect.uninterruptible(Effect.either(load))
        if (Either.isLeft(outcome)) failure ??= outcome.left
      }
    }
    if (failure !== undefined) return yield* failure
  })

/** Declares a module that is loaded on first use; `name` describes it in messages, such as "the YAML parser". */
export const lazy = <M extends object>(name: string, load: () => Promise<M>): Lazy<M> => {
  let loaded: M | undefined
  let loading: Promise<M> | undefined
  const start = (): Promise<M> =>
    (loading ??= load().then(
      (module) => (loaded = module),
      (cause: unknown) => {
        loading = undefined
        throw new Unavailable({ message: `${name} could not be loaded`, cause })
      }
    ))
  const whole: Effect.Effect<M, Unavailable> = Effect.suspend(() =>
    loaded === undefined
      ? Effect.tryPromise({ try: start, catch: (error) => error as Unavailable })
      : Effect.succeed(loaded)
  )
  declared.add(whole)
  return {
    load: whole,
    isLoaded: () => loaded !== undefined,
    use: (give) => (loaded === undefined ? start().then(give) : give(loaded)) as never
  }
}

/** The result of a function that may need a module that cannot be loaded; anything else it throws is a defect. */
export const given = <A>(give: () => A | Promise<A>): Effect.Effect<A, Unavailable> =>
  Effect.suspend(() => {
    const result = give()
    if (!(result instanceof Promise)) return Effect.succeed(result)
    return Effect.async<A, Unavailable>((resume) => {
      result.then(
        (value) => resume(Effect.succeed(value)),
        (error: unknown) => resume(error instanceof Unavailable ? Effect.fail(error) : Effect.die(error))
      )
    })
  })
