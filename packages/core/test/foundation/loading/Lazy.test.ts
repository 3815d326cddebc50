import * as Lectern from "@lectern/core/Lectern"
import { lazyService } from "@lectern/core/storage/services/LazyService"
import { serviceOf } from "@lectern/core/storage/services/Service"
import { Context, Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { Unavailable } from "../../../src/foundation/errors/Errors.js"
import { given, lazy, loadAll } from "../../../src/foundation/loading/Lazy.js"

/** A module that cannot be loaded the first few times. */
const failing = (times: number) => {
  let loads = 0
  const load = async () => {
    loads++
    if (loads <= times) throw new TypeError("Failed to fetch dynamically imported module")
    return { answer: 42 }
  }
  return { load, loads: () => loads }
}

describe("a module that is loaded on first use", () => {
  it("is loaded once, however many ask for it at a time, and used at once from then on", async () => {
    const { load, loads } = failing(0)
    const module = lazy("the answer", load)
    expect(module.isLoaded()).toBe(false)
    const first = [
      module.use(({ answer }) => answer),
      Effect.runPromise(module.load),
      module.use(({ answer }) => -answer)
    ]
    expect(await Promise.all(first)).toEqual([42, { answer: 42 }, -42])
    expect(loads()).toBe(1)
    expect(module.isLoaded()).toBe(true)
    expect(module.use(({ answer }) => answer)).toBe(42)
    expect(Effect.runSync(module.load)).toEqual({ answer: 42 })
  })

  it("is Unavailable where it cannot be loaded, and loaded by a later use", async () => {
    const { load } = failing(2)
    const module = lazy("the answer", load)
    const failure = await Effect.runPromise(Effect.flip(module.load))
    expect(failure).toBeInstanceOf(Unavailable)
    expect(failure.message).toBe("the answer could not be loaded")
    const used = given(() => module.use(({ answer }) => answer))
    expect(await Effect.runPromise(Effect.flip(used))).toBeInstanceOf(Unavailable)
    expect(await Effect.runPromise(used)).toBe(42)
  })

  it("is a defect where using it fails", async () => {
    const module = lazy("the answer", failing(0).load)
    const used = given(() =>
      module.use((): number => {
        throw new Error("a bug")
      })
    )
    for (const _ of ["while it is loaded", "when it is loaded"]) {
      const exit = await Effect.runPromiseExit(used)
      expect(Exit.isFailure(exit) && exit.cause._tag).toBe("Die")
    }
  })
})

describe("all modules", () => {
  it("are loaded at once, with those that they declare, and all others where one cannot be", async () => {
    const inner: Array<() => boolean> = []
    const outer = lazy("the outer module", async () => {
      inner.push(lazy("the inner module", failing(0).load).isLoaded)
      return {}
    })
    const missing = lazy("a missing module", failing(1).load)
    await expect(Lectern.preload()).rejects.toBeInstanceOf(Unavailable)
    expect([outer.isLoaded(), inner[0]?.(), missing.isLoaded()]).toEqual([true, true, false])
    await Lectern.preload()
    expect(missing.isLoaded()).toBe(true)
  })

  it("are loaded one after the other: whoever interrupts that waits for the one that is being loaded", async () => {
    let finish = () => {}
    const started = new Promise<void>((resolve) => {
      lazy("a slow module", () => {
        resolve()
        return new Promise<object>((end) => {
          finish = () => end({})
        })
      })
    })
    const next = lazy("the module after it", failing(0).load)
    const fiber = Effect.runFork(loadAll())
    await started
    let hasEnded = false
    const ended = Effect.runPromise(Fiber.interrupt(fiber)).then(() => {
      hasEnded = true
    })
    await new Promise(setImmediate)
    expect(hasEnded).toBe(false)
    finish()
    await ended
    expect(next.isLoaded()).toBe(false)
  })
})

interface CountingService {
  readonly next: (step: number) => Effect.Effect<number, Unavailable>
  readonly last: Effect.Effect<number, Unavailable>
  readonly first: Effect.Effect<number>
}
class Counting extends Context.Tag("test/Counting")<Counting, CountingService>() {}
class First extends Context.Tag("test/First")<First, number>() {}

/** A service that counts on from the number in the context, and how often it was made. */
const counting = (times: number) => {
  let made = 0
  const { load } = failing(times)
  const service = serviceOf(
    Counting,
    Effect.map(First, (first): CountingService => {
      made++
      let count = first
      return {
        next: (step) => Effect.sync(() => (count += step)),
        last: Effect.sync(() => count),
        first: Effect.succeed(first)
      }
    })
  )
  return {
    service,
    lazily: lazyService(
      "test/Counting",
      async () => {
        await load()
        return { service }
      },
      ["next"],
      { last: "loaded", first: First }
    ),
    made: () => made
  }
}

describe("a service that is loaded by its first call", () => {
  const run = <A, E>(
    { lazily }: ReturnType<typeof counting>,
    use: (counting: CountingService) => Effect.Effect<A, E>
  ): Promise<A> =>
    Effect.runPromise(
      Effect.suspend(() => {
        const made = new Map<string, unknown>()
        return Effect.flatMap(Effect.provideService(lazily.addTo(made), First, 10), () =>
          use(lazily.of(Context.unsafeMake<Counting>(made)))
        )
      })
    )

  it("is made once of what it was declared with, however many call it at a time", async () => {
    const declared = counting(0)
    const counts = await run(declared, ({ first, last, next }) =>
      Effect.gen(function* () {
        expect(yield* first).toBe(10)
        expect(declared.made()).toBe(0)
        const all = yield* Effect.all([next(1), next(2), next(3)], { concurrency: "unbounded" })
        return [...all, yield* last]
      })
    )
    expect(counts).toEqual([11, 13, 16, 16])
    expect(declared.made()).toBe(1)
  })

  it("fails as Unavailable where its module cannot be loaded, and works when it can", async () => {
    const declared = counting(1)
    const outcomes = await run(declared, ({ last, next }) =>
      Effect.all([Effect.either(next(1)), Effect.either(next(1)), Effect.either(last)])
    )
    expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Left", "Right", "Right"])
  })

  it("has every member that is not listed as soon as it is used, and as its own from then on", async () => {
    const load = async () => ({ service: counting(0).service })
    const unlisted = lazyService("test/Counting", load, undefined, { last: "loaded", first: First })
    await Effect.runPromise(
      Effect.suspend(() => {
        const made = new Map<string, unknown>()
        return Effect.flatMap(Effect.provideService(unlisted.addTo(made), First, 10), () =>
          Effect.gen(function* () {
            const service = unlisted.of(Context.unsafeMake<Counting>(made))
            expect(Object.keys(service)).toEqual(["last", "first"])
            const { next } = service
            expect(Object.getOwnPropertyDescriptor(service, "next")?.value).toBe(next)
            expect(service.next).toBe(next)
            // Telemetry answers with observed members, which a proxy may do for configurable ones alone.
            const observed = new Proxy(service, { get: (_, name) => `observed ${String(name)}` })
            expect(observed.next).toBe("observed next")
            expect([yield* next(1), yield* service.last, yield* service.first]).toEqual([11, 11, 10])
            expect(yield* Effect.promise(async () => service)).toBe(service)
          })
        )
      })
    )
  })

  it("has only its members where these are listed", async () => {
    await run(counting(0), (service) =>
      Effect.sync(() => {
        expect(Object.keys(service)).toEqual(["next", "last", "first"])
        expect("other" in service).toBe(false)
        expect(Reflect.get(service, "other")).toBeUndefined()
      })
    )
  })
})
