import { assert, describe, it } from "@effect/vitest"
import { Outbound } from "@lectern/core/outbound/Outbound"
import { Effect } from "effect"
import { readPage } from "../../src/html/Html.js"
import { readFrom } from "../archives/reading.js"
import { type Answer, content, failure, outboundLayer, png, redirect, serveAll } from "../website/Site.js"

const reading = (answers: Readonly<Record<string, Answer>>, path: string) =>
  Effect.gen(function* () {
    const site = yield* serveAll(answers)
    const exit = yield* Effect.exit(readFrom(readPage, site.origin + path, yield* Outbound, "html"))
    return { origin: site.origin, exit }
  }).pipe(Effect.scoped, Effect.provide(outboundLayer))

describe("the source html", () => {
  it.effect("is one page with its pictures", () =>
    Effect.gen(function* () {
      const page = `<title>Guide</title><meta name="description" content="d"><main><p><img src="a.png?x=1" alt="A"> <img src="/gone.png" alt=""> <img src="text" alt=""></p></main>`
      const { exit, origin } = yield* reading(
        {
          "/old": redirect("/docs/guide"),
          "/docs/guide": page,
          "/docs/a.png?x=1": content("image/png", png),
          "/docs/text": content("text/plain", "no picture")
        },
        "/old"
      )
      assert.strictEqual(exit._tag, "Success")
      if (exit._tag === "Failure") return
      const { files, outline, pages } = exit.value
      const key = `${origin}/docs/guide`
      assert.deepStrictEqual(
        [...pages.values()],
        [
          {
            key,
            title: "Guide",
            description: "d",
            markdown: `![A](${origin}/docs/a.png?x=1) ![](${origin}/gone.png) ![](${origin}/docs/text)`
          }
        ]
      )
      assert.deepStrictEqual([...files], [[`${origin}/docs/a.png?x=1`, { name: "a.png", bytes: new Uint8Array(png) }]])
      assert.deepStrictEqual(outline, {
        places: [{ key, places: [] }],
        problems: [`${origin}/gone.png: answered 404`, `${origin}/docs/text: expected a picture, got text/plain`]
      })
    })
  )

  it.effect("reads the encoding, and is titled after its address where it has no title", () =>
    Effect.gen(function* () {
      const bytes = Uint8Array.from("<main><p>gr\u00fcn</p></main>", (char) => char.charCodeAt(0))
      const { exit } = yield* reading(
        { "/a/my-page.html": content("text/html; charset=iso-8859-1", bytes) },
        "/a/my-page.html"
      )
      assert.strictEqual(exit._tag, "Success")
      if (exit._tag === "Failure") return
      const [page] = exit.value.pages.values()
      assert.strictEqual(page?.title, "my page")
      assert.strictEqual(page?.markdown, "grün")
    })
  )

  it.effect("refuses what is no page", () =>
    Effect.gen(function* () {
      const refused = (answers: Readonly<Record<string, Answer>>) =>
        Effect.map(reading(answers, "/x"), ({ exit, origin }) => failure(exit).replace(origin, ""))
      assert.strictEqual(yield* refused({}), "url: /x answered 404")
      assert.strictEqual(
        yield* refused({ "/x": content("application/pdf", "%PDF") }),
        "url: /x is application/pdf, not HTML"
      )
      assert.strictEqual(
        yield* refused({ "/x": '<div id="root"></div><script src="app.js"></script>' }),
        "url: /x has no text; pages rendered by JavaScript cannot be read"
      )
      assert.include(yield* refused({ "/x": content("text/html", "a".repeat(6_000_000)) }), "url: ")
    })
  )
})
