/** Modules that are loaded when they are first needed, so that a program loads what it uses and nothing else. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Unavailable } from "../errors/Errors.js"

/** A module that is loaded on first use. */
export interface Lazy<M> {
  /** The module. Fails with `Unavailable` where it cannot be loaded; the next use then tries again. */
  readonly load: Effect.Effect<M, Unavailable>
  /** Whether it is there. */
  readonly isLoaded: () => boolean
  /** What the module gives: at once when it is loaded, else a promise, which rejects with `Unavailable` as `load` fails. */
  readonly use: <A>(give: (module: M) => A) => A | Promise<Awaited<A>>
}

/** What loads each module that is declared; a module may declare further ones when it is loaded. */
const declared = new Set<Effect.Effect<unknown, Unavailable>>()

/**
 * Loads every module that is otherwise loaded on first use. All that can be loaded are; it then fails with
 * `Unavailable` where one cannot.
 */
export const loadAll: Effect.Effect<void, Unavailable> = Effect.gen(function* () {
  const tried = new Set<Effect.Effect<unknown, Unavailable>>()
  let failure: Unavailable | undefined
  while (tried.size < declared.size) {
    const next = [...declared].filter((load) => !tried.has(load))
    for (const load of next) tried.add(load)
    const outcomes = yield* Effect.all(next.map(Effect.either), { concurrency: "unbounded" })
    failure ??= outcomes.find(Either.isLeft)?.left
  }
  if (failure !== undefined) return yield* failure
})

/** Declares a module that is loaded on first use; `name` says in messages what it is, such as "the YAML parser". */
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

/** What a function gives, which may need a module that cannot be loaded; whatever else it throws is a defect. */
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
