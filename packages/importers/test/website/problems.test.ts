import { describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { assert } from "vitest"
import {
  type Answer,
  content,
  failure,
  html,
  links,
  outboundLayer,
  page,
  passingTime,
  paths,
  png,
  read,
  redirect,
  serve,
  serveAll,
  text
} from "./Site.js"

/** The message that reading a site of these answers fails with. */
const failing = (answers: Readonly<Record<string, Answer>>, path: string, maxPages?: number) =>
  Effect.gen(function* () {
    const site = yield* serveAll(answers)
    const { result: exit } = yield* passingTime(read(site, path, maxPages), site)
    return { site, message: failure(exit).replaceAll(site.origin, "") }
  }).pipe(Effect.provide(outboundLayer))

describe("what cannot be had", () => {
  it.scoped("is a problem where it is one page", () =>
    Effect.gen(function* () {
      const site = yield* serveAll({
        "/": page("Home", "/gone", "/broken", "/huge", "/cut", "/shell", "/data", "/fine"),
        "/broken": (response) => response.writeHead(500).end(),
        "/huge": (response) =>
          response.writeHead(200, { "content-type": "text/html" }).end("x".repeat(6 * 1024 * 1024)),
        "/cut": (response) =>
          response
            .writeHead(200, { "content-type": "text/html", "content-length": "9" })
            .write("x", () => response.destroy()),
        "/shell": '<title>App</title><body><div id="root"></div><script src="/app.js"></script></body>',
        "/data": content("application/json", "{}"),
        "/fine": page("Fine")
      })
      const { result } = yield* passingTime(read(site, "/"), site)
      const { outline, pages } = yield* result
      assert.deepStrictEqual(paths(pages, site), ["/", "/fine"])
      const problems = outline.problems.map((problem) => problem.replace(site.origin, ""))
      assert.deepStrictEqual(problems.slice(0, 3), [
        "/gone: answered 404",
        "/broken: answered 500",
        `/huge: more than ${5 * 1024 * 1024} bytes`
      ])
      assert.match(problems[3]!, /^\/cut: /)
      assert.deepStrictEqual(problems.slice(4), ["/shell: the page has no text in its HTML; it requires JavaScript"])
    }).pipe(Effect.provide(outboundLayer))
  )

  const refusals: ReadonlyArray<readonly [what: string, answers: Readonly<Record<string, Answer>>, message: string]> = [
    ["an address that is not there", {}, "url: /docs/: answered 404"],
    ["a file", { "/docs/": content("application/pdf", "%PDF") }, "url: /docs/: not an HTML page but application/pdf"],
    [
      "a site that is closed",
      { "/robots.txt": text("User-agent: *\nDisallow: /docs") },
      "url: the robots.txt of HOST disallows /docs/"
    ],
    [
      "a site whose robots.txt is broken",
      { "/robots.txt": (response) => response.writeHead(500).end() },
      "url: /robots.txt answered 500, so nothing may be read"
    ],
    [
      "an application",
      { "/docs/": '<div id="app"></div><script type="module" src="/a.js"></script>' },
      "url: /docs/: the page has no text in its HTML; it requires JavaScript"
    ],
    [
      "a page that asks not to be read",
      { "/docs/": html("Home", "Hello.", '<meta name="robots" content="noindex">') },
      "url: /docs/: no page may be read"
    ],
    [
      "an address that leads around",
      { "/docs/": redirect("/a/"), "/a/": redirect("/docs/") },
      "url: /docs/: too many redirects"
    ]
  ]
  for (const [what, answers, message] of refusals) {
    it.scoped(`is the end where it is ${what}`, () =>
      Effect.gen(function* () {
        const { message: said, site } = yield* failing(answers, "/docs/")
        assert.strictEqual(said, message.replace("HOST", new URL(site.origin).host))
      })
    )
  }

  it.scoped("is the end where it has no end", () =>
    Effect.gen(function* () {
      const site = yield* serve((path) => {
        const month = Number(/^\/calendar\/(\d*)$/.exec(path)?.[1])
        return Number.isNaN(month)
          ? undefined
          : page(`Month ${month}`, `/calendar/${month + 1}`, `/calendar/${month + 2}`)
      })
      const exit = yield* Effect.exit(read(site, "/calendar/", 25))
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual(failure(exit), `url: the site has more than 25 pages under ${site.origin}/calendar/`)
      assert.isAtMost(site.log.length, 40)
    }).pipe(Effect.provide(outboundLayer))
  )
})

describe("pictures", () => {
  it.scoped("are files, from other hosts too; one that cannot be had stays a link", () =>
    Effect.gen(function* () {
      const images = yield* serveAll({ "/a b.png": content("image/png", png), "/a%20b.png": content("image/png", png) })
      const site = yield* serveAll({
        "/robots.txt": text("User-agent: *\nDisallow: /private"),
        "/docs/": html(
          "Home",
          `<img src="${images.origin}/a b.png" alt="far"> <img src="/logo.svg?v=2" alt="near"> <img src="gone.png" alt="gone"> <img src="page.png" alt="page"> <img src="/private/x.png" alt="private"> ${links("two")}`
        ),
        "/docs/two": html("Two", '<p>Again.</p><img src="/logo.svg?v=2" alt="near">'),
        "/logo.svg?v=2": content("image/svg+xml", "<svg/>"),
        "/docs/page.png": html("Not found", "Sorry.")
      })
      const { files, outline, pages } = yield* read(site, "/docs/")
      assert.deepStrictEqual(
        new Map(files),
        new Map([
          [`${images.origin}/a%20b.png`, png.length],
          [`${site.origin}/logo.svg?v=2`, 6]
        ])
      )
      const markdown = pages.get(`${site.origin}/docs`)?.markdown ?? ""
      assert.include(markdown, `![far](${images.origin}/a%20b.png)`)
      assert.include(markdown, `![gone](${site.origin}/docs/gone.png)`)
      assert.deepStrictEqual(outline.problems.toSorted(), [
        `${site.origin}/docs/gone.png: answered 404`,
        `${site.origin}/docs/page.png: not an image but text/html; charset=utf-8`,
        `${site.origin}/private/x.png: disallowed by robots.txt`
      ])
      assert.strictEqual(site.log.filter((path) => path.startsWith("/logo")).length, 1)
      assert.isFalse(site.log.includes("/private/x.png"))
    }).pipe(Effect.provide(outboundLayer))
  )
})
