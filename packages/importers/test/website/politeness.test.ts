import { describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { assert } from "vitest"
import { type Answer, outboundLayer, page, paths, read, serve, text } from "./Site.js"

const realTime = (milliseconds: number) =>
  Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)))
const eventually = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.zipRight(realTime(5), eventually(holds))))

describe("politeness", () => {
  it.scopedLive("few requests are under way at once", () =>
    Effect.gen(function* () {
      const all = Array.from({ length: 20 }, (_, index) => `/p${index}`)
      const site = yield* serve((path) => (response) => {
        setTimeout(
          () =>
            response
              .writeHead(path.startsWith("/p") || path === "/" ? 200 : 404, { "content-type": "text/html" })
              .end(page(path, ...all)),
          10
        )
      })
      const { pages } = yield* read(site, "/")
      assert.strictEqual(pages.size, 21)
      assert.isAtMost(site.peak(), 4)
      assert.isAbove(site.peak(), 1)
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("requests are spaced as robots.txt asks, one at a time", () =>
    Effect.gen(function* () {
      const site = yield* serve((path) => {
        if (path === "/robots.txt") return text("User-agent: *\nCrawl-delay: 0.2")
        return path.endsWith(".xml") ? undefined : page(path, "/a", "/b")
      })
      const fiber = yield* Effect.fork(read(site, "/"))
      for (let asked = 2; asked < 5; asked++) {
        yield* eventually(() => site.log.length === asked)
        yield* TestClock.adjust("199 millis")
        yield* realTime(30)
        assert.strictEqual(site.log.length, asked)
        yield* TestClock.adjust("1 millis")
      }
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(site.log, ["/robots.txt", "/", "/sitemap.xml", "/a", "/b"])
      assert.strictEqual(site.peak(), 1)
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scopedLive("a busy site is asked again when it says, three times in all", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const busy: Answer = (response) => response.writeHead(429, { "retry-after": "0" }).end()
      const site = yield* serve((path) => {
        if (path === "/") return page("Home", "/later", "/never", "/tomorrow")
        if (path === "/never") return busy
        if (path === "/tomorrow") return (response) => response.writeHead(503, { "retry-after": "86400" }).end()
        if (path !== "/later") return undefined
        times.push(Date.now())
        return times.length === 2 ? page("Later") : (response) => response.writeHead(503, { "retry-after": "1" }).end()
      })
      const { outline, pages } = yield* read(site, "/")
      assert.deepStrictEqual(paths(pages, site), ["/", "/later"])
      assert.isAtLeast(times[1]! - times[0]!, 990)
      assert.deepStrictEqual(outline.problems, [
        `${site.origin}/never: answered 429`,
        `${site.origin}/tomorrow: answered 503`
      ])
      assert.strictEqual(site.log.filter((path) => path === "/never").length, 3)
      assert.strictEqual(site.log.filter((path) => path === "/tomorrow").length, 1)
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scopedLive("nothing is asked for after an interruption", () =>
    Effect.gen(function* () {
      let open = 0
      const site = yield* serve((path) =>
        path === "/"
          ? page("Home", ...Array.from({ length: 30 }, (_, index) => `/p${index}`))
          : path.startsWith("/p")
            ? (response) => {
                open++
                response.on("close", () => open--)
              }
            : undefined
      )
      const fiber = yield* Effect.fork(read(site, "/"))
      yield* Effect.repeat(Effect.sleep(5), { until: () => open === 4 })
      yield* Fiber.interrupt(fiber)
      yield* Effect.repeat(Effect.sleep(5), { until: () => open === 0 })
      const asked = site.log.length
      yield* Effect.sleep(50)
      assert.strictEqual(site.log.length, asked)
    }).pipe(Effect.provide(outboundLayer))
  )
})
