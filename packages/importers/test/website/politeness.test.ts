import { describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, TestClock } from "effect"
import { assert } from "vitest"
import {
  type Answer,
  eventually,
  outboundLayer,
  page,
  passingTime,
  paths,
  read,
  serve,
  serveAll,
  text
} from "./Site.js"

const busy =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end()

describe("politeness", () => {
  it.scoped("few requests are under way at once", () =>
    Effect.gen(function* () {
      const all = Array.from({ length: 20 }, (_, index) => `/p${index}`)
      const waiting: Array<() => void> = []
      const together =
        (path: string): Answer =>
        (response) => {
          waiting.push(() => response.writeHead(200, { "content-type": "text/html" }).end(page(path)))
          if (waiting.length === 4) for (const answer of waiting.splice(0)) answer()
        }
      const site = yield* serve((path) => {
        if (path === "/") return page("Home", ...all)
        return path.startsWith("/p") ? together(path) : undefined
      })
      const { pages } = yield* read(site, "/")
      assert.strictEqual(pages.size, 21)
      assert.strictEqual(site.peak(), 4)
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("requests are spaced as robots.txt asks, one at a time", () =>
    Effect.gen(function* () {
      const site = yield* serve((path) => {
        if (path === "/robots.txt") return text("User-agent: *\nCrawl-delay: 0.2")
        return path.endsWith(".xml") ? undefined : page(path, "/a", "/b")
      })
      const { passed, result } = yield* passingTime(read(site, "/"), site)
      assert.isTrue(Exit.isSuccess(result))
      assert.deepStrictEqual(site.log, ["/robots.txt", "/", "/sitemap.xml", "/a", "/b"])
      assert.strictEqual(site.peak(), 1)
      assert.strictEqual(passed, 600)
    }).pipe(Effect.provide(outboundLayer))
  )

  const cases: ReadonlyArray<readonly [what: string, answer: Answer, pause: number]> = [
    ["after a second, where it says that it is busy", busy(503), 1000],
    ["after as many seconds as it says", busy(429, { "retry-after": "7" }), 7000],
    ["at the time that it says", busy(503, { "retry-after": "Thu, 01 Jan 1970 00:00:09 GMT" }), 9000],
    ["at once, where it says so", busy(429, { "retry-after": "0" }), 0],
    ["after a second where its request was too slow", busy(408), 1000],
    ["after a second where it was too early", busy(425), 1000],
    ["after a second where it is broken", busy(500), 1000],
    ["after a second where what is behind it is broken", busy(502), 1000],
    ["after a second where it resets the connection", (response) => response.destroy(), 1000],
    [
      "after a second where it breaks off in the middle",
      (response) =>
        response
          .writeHead(200, { "content-type": "text/html", "content-length": "9" })
          .write("x", () => response.destroy()),
      1000
    ]
  ]
  for (const [what, answer, pause] of cases) {
    it.scoped(`a site is asked again: ${what}`, () =>
      Effect.gen(function* () {
        let tries = 0
        const site = yield* serve((path) => {
          if (path === "/") return page("Home", "/later")
          if (path !== "/later") return undefined
          return ++tries === 1 ? answer : page("Later")
        })
        const { passed, result } = yield* passingTime(read(site, "/"), site)
        const { outline, pages } = yield* result
        assert.deepStrictEqual(paths(pages, site), ["/", "/later"])
        assert.deepStrictEqual(outline.problems, [])
        assert.strictEqual(passed, pause)
        assert.strictEqual(tries, 2)
      }).pipe(Effect.provide(outboundLayer))
    )
  }

  it.scoped("a site is asked five times, later each time, unless it wants to be left alone for long", () =>
    Effect.gen(function* () {
      const site = yield* serveAll({
        "/": page("Home", "/never", "/tomorrow", "/unknown"),
        "/never": busy(429),
        "/tomorrow": busy(503, { "retry-after": "86400" }),
        "/unknown": busy(501)
      })
      const { passed, result } = yield* passingTime(read(site, "/"), site)
      const { outline } = yield* result
      assert.deepStrictEqual(outline.problems, [
        `${site.origin}/never: answered 429`,
        `${site.origin}/tomorrow: answered 503`,
        `${site.origin}/unknown: answered 501`
      ])
      const times = (path: string) => site.log.filter((each) => each === path).length
      assert.deepStrictEqual(["/never", "/tomorrow", "/unknown"].map(times), [5, 1, 1])
      assert.strictEqual(passed, 15_000)
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("nothing is asked for after an interruption", () =>
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
      yield* eventually(() => open === 4)
      yield* Fiber.interrupt(fiber)
      yield* eventually(() => open === 0)
      const asked = site.log.length
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(site.log.length, asked)
    }).pipe(Effect.provide(outboundLayer))
  )
})
