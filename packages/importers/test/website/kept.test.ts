import { describe, it } from "@effect/vitest"
import type { ImportAnswer, ImportSink } from "@lectern/core/imports/Importer"
import { Outbound } from "@lectern/core/outbound/Outbound"
import { layerInline } from "@lectern/core/workers/Workers"
import { Effect, Fiber, Stream } from "effect"
import { assert } from "vitest"
import { websiteSource } from "../../src/website/WebsiteSource.js"
import { content, eventually, html, outboundLayer, page, png, serve } from "./Site.js"

describe("a site that is read again after an interruption", () => {
  it.scoped("is not asked for what is kept of it, pages and pictures", () =>
    Effect.gen(function* () {
      let hangs = true
      const site = yield* serve((path) => {
        if (path === "/")
          return html("Home", `<p>Home. <img src="a.png" alt=""> <a href="/one">1</a> <a href="/two">2</a></p>`)
        if (path === "/one") return page("One", "/three")
        if (path === "/two") return hangs ? () => {} : page("Two")
        if (path === "/three") return page("Three")
        return path === "/a.png" ? content("image/png", png) : undefined
      })
      const answers = new Map<string, ImportAnswer>()
      const files = new Set<string>()
      const pages = new Map<string, string | undefined>()
      const sink: ImportSink = {
        page: ({ asked, key }) => Effect.sync(() => void pages.set(key.replace(site.origin, ""), asked)),
        file: ({ bytes, key }) => Effect.tap(Stream.runDrain(bytes), () => Effect.sync(() => files.add(key))),
        found: () => Effect.void,
        has: (key) => Effect.sync(() => files.has(key)),
        answers: {
          keep: (asked, answer) => Effect.sync(() => void answers.set(asked, answer)),
          find: (asked) => Effect.sync(() => answers.get(asked))
        }
      }
      const reading = Effect.flatMap(Outbound, (outbound) =>
        websiteSource({ source: "website", url: `${site.origin}/`, maxPages: 10 }, sink, outbound)
      ).pipe(Effect.provide(layerInline))

      const first = yield* Effect.fork(reading)
      yield* eventually(() => site.log.includes("/two") && answers.size === 2)
      yield* Fiber.interrupt(first)
      assert.strictEqual(pages.size, 0)
      hangs = false
      const before = site.log.length
      yield* reading
      assert.deepStrictEqual([...pages.keys()].toSorted(), ["/", "/one", "/three", "/two"])
      assert.strictEqual(pages.get("/one"), `${site.origin}/one`)
      assert.deepStrictEqual(
        site.log.slice(before).filter((path) => path === "/" || path === "/one"),
        []
      )
      const again = site.log.length
      yield* reading
      assert.deepStrictEqual(site.log.slice(again), ["/robots.txt", "/sitemap.xml"])
    }).pipe(Effect.provide(outboundLayer))
  )
})
