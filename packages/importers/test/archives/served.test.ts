import { describe, it } from "@effect/vitest"
import { Outbound, type OutboundService } from "@lectern/core/outbound/Outbound"
import { Effect } from "effect"
import { assert } from "vitest"
import { githubWikiSource } from "../../src/github-wiki/GithubWikiSource.js"
import { markdownSource } from "../../src/markdown/MarkdownSource.js"
import { zipSource } from "../../src/zip/ZipSource.js"
import { type Answer, content, outboundLayer, png, redirect, serveAll } from "../website/Site.js"
import { archive, lines, readFrom } from "./reading.js"

const markdown = (text: string): Answer => content("text/plain; charset=utf-8", text)

/** A server with an archive, a text and a wiki. */
const answers: Readonly<Record<string, Answer>> = {
  "/latest": redirect("/docs.zip"),
  "/docs.zip": content(
    "application/zip",
    archive({ "d/README.md": "# Docs\n\n[a](a.md) ![p](p.png)", "d/a.md": "# A", "d/p.png": png })
  ),
  "/guide/a.md": markdown("# A\n\n![p](p.png) [b](b.md)"),
  "/guide/p.png": content("image/png", png),
  "/raw/wiki/o/r/Home.md": markdown("[[Next|More]]\n\n[[p.png]]"),
  "/raw/wiki/o/r/More.md": markdown("More."),
  "/raw/wiki/o/r/p.png": content("image/png", png),
  "/broken": (response) => {
    response.writeHead(200, { "content-type": "application/zip", "content-length": "1000" })
    response.write("PK")
    response.destroy()
  }
}

const served = <A, E>(test: (origin: string, outbound: OutboundService) => Effect.Effect<A, E>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { origin } = yield* serveAll(answers)
      return yield* test(origin, yield* Outbound)
    })
  ).pipe(Effect.provide(outboundLayer))

describe("from a server", () => {
  it.effect("an archive behind a redirect", () =>
    served((origin, outbound) =>
      Effect.gen(function* () {
        const read = yield* readFrom(zipSource, `${origin}/latest`, outbound)
        assert.deepStrictEqual(lines(read.outline.places), ["README.md", "a.md"])
        assert.deepStrictEqual(read.outline.problems, [])
        assert.deepStrictEqual(read.files.get("import:/p.png")?.bytes, new Uint8Array(png))
      })
    )
  )

  it.effect("a markdown text with its picture", () =>
    served((origin, outbound) =>
      Effect.gen(function* () {
        const read = yield* readFrom(markdownSource, `${origin}/guide/a.md`, outbound, "markdown")
        assert.strictEqual(
          read.pages.get(`${origin}/guide/a.md`)?.markdown,
          `![p](${origin}/guide/p.png) [b](${origin}/guide/b.md)`
        )
        assert.deepStrictEqual(read.files.get(`${origin}/guide/p.png`)?.bytes, new Uint8Array(png))
      })
    )
  )

  it.effect("a wiki", () =>
    served((origin, outbound) =>
      Effect.gen(function* () {
        const read = yield* readFrom(githubWikiSource, `${origin}/o/r/wiki`, outbound, "github-wiki")
        assert.deepStrictEqual([...read.pages.keys()], [`${origin}/o/r/wiki/Home`, `${origin}/o/r/wiki/More`])
        assert.deepStrictEqual([...read.files.keys()], [`${origin}/raw/wiki/o/r/p.png`])
      })
    )
  )

  it.effect("nothing, or half an archive: the import is refused", () =>
    served((origin, outbound) =>
      Effect.gen(function* () {
        for (const [path, reason] of [
          ["gone.zip", /answered 404/],
          ["broken", /^url: /]
        ] as const) {
          const error = yield* Effect.flip(readFrom(zipSource, `${origin}/${path}`, outbound))
          assert.strictEqual(error._tag, "Invalid")
          assert.match(error.message, reason)
        }
      })
    )
  )
})
