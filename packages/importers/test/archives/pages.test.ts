import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { githubWikiSource } from "../../src/github-wiki/GithubWikiSource.js"
import { markdownSource } from "../../src/markdown/MarkdownSource.js"
import { archive, lines, readArchive, readFrom, serving } from "./reading.js"

describe("a markdown address", () => {
  it.effect("is one page: fields, pictures as files, links absolute", () =>
    Effect.gen(function* () {
      const url = "https://docs.example/guide/in%20stall.md"
      const read = yield* readFrom(
        markdownSource,
        url,
        serving({
          [url]:
            "---\ndescription: How.\nicon: download\nhidden: true\n---\n# Install *it*\n\n![p](img/a.png) <img src='/b.png'> ![gone](c.png) ![far](https://x.example/d.png)\n\n[next](next.md#x) [top](#top) [m](mailto:a@b.example)\n\n[ref]: ../other.md\n",
          "https://docs.example/guide/img/a.png": "png",
          "https://docs.example/b.png": "png"
        }),
        "markdown"
      )
      assert.deepStrictEqual(read.pages.get(url), {
        key: url,
        title: "Install it",
        description: "How.",
        icon: "download",
        markdown:
          "![p](https://docs.example/guide/img/a.png) <img src='https://docs.example/b.png'> ![gone](https://docs.example/guide/c.png) ![far](https://x.example/d.png)\n\n[next](https://docs.example/guide/next.md#x) [top](#top) [m](mailto:a@b.example)\n\n[ref]: https://docs.example/other.md"
      })
      assert.deepStrictEqual(
        [...read.files.keys()],
        ["https://docs.example/guide/img/a.png", "https://docs.example/b.png"]
      )
      assert.deepStrictEqual(read.outline, {
        places: [{ key: url, places: [] }],
        problems: [`${url}: its \`hidden\` is ignored`, "https://docs.example/guide/c.png: answered 404"]
      })
    })
  )

  it.effect("of a page that shows it is read from where the text is", () =>
    Effect.gen(function* () {
      const cases = [
        [
          "https://github.com/o/r/blob/main/docs/a.md",
          "https://raw.githubusercontent.com/o/r/main/docs/a.md",
          "https://github.com/o/r/blob/main/docs/b.md"
        ],
        [
          "https://raw.githubusercontent.com/o/r/main/a.md",
          "https://raw.githubusercontent.com/o/r/main/a.md",
          "https://github.com/o/r/blob/main/b.md"
        ],
        [
          "https://gitlab.com/g/p/-/blob/main/a.md",
          "https://gitlab.com/g/p/-/raw/main/a.md",
          "https://gitlab.com/g/p/-/blob/main/b.md"
        ],
        [
          "https://bitbucket.org/o/r/src/main/a.md",
          "https://bitbucket.org/o/r/raw/main/a.md",
          "https://bitbucket.org/o/r/src/main/b.md"
        ]
      ]
      for (const [address = "", raw = "", link] of cases) {
        const picture = new URL("i.png", raw).href
        const read = yield* readFrom(
          markdownSource,
          address,
          serving({ [raw]: "Text [b](b.md) ![i](i.png)", [picture]: "png" }),
          "markdown"
        )
        const [page] = [...read.pages.values()]
        assert.strictEqual(page?.title, "A")
        assert.strictEqual(page?.markdown, `Text [b](${link}) ![i](${picture})`)
        assert.deepStrictEqual([...read.files.keys()], [picture])
      }
    })
  )

  it.effect("that is not there, or no text, is refused", () =>
    Effect.gen(function* () {
      const message = (body: Uint8Array | string) =>
        readFrom(
          markdownSource,
          "https://a.example/a.md",
          serving({ "https://a.example/a.md": body }),
          "markdown"
        ).pipe(
          Effect.flip,
          Effect.map((error) => error.message)
        )
      assert.strictEqual(yield* message("<!DOCTYPE html><p>"), "url: https://a.example/a.md is HTML, not markdown")
      assert.strictEqual(
        yield* message(new Uint8Array([0xff])),
        "url: https://a.example/a.md: expected UTF-8 text (line 1)"
      )
      const absent = yield* Effect.flip(readFrom(markdownSource, "https://a.example/b.md", serving({}), "markdown"))
      assert.strictEqual(absent.message, "url: https://a.example/b.md answered 404")
    })
  )
})

/** The files of a wiki as its repository has them. */
const wiki = {
  "Home.md":
    "Welcome to [[the setup|Getting Started]], [[FAQ]] and [more](More-things#a).\n\n[[images/a.png|alt=A picture]]\n",
  "_Sidebar.md":
    "### Start\n* [[Home]]\n* [Setup](Getting-Started)\n  * [[FAQ]]\n\n### Elsewhere\n* [Out](https://a.example)\n",
  "_Footer.md": "Footer",
  "Getting-Started.md":
    "# Getting started\n\n`[[code]]` [home](https://github.com/o/r/wiki) [faq](./FAQ.md) [[Nowhere]]\n",
  "FAQ.md": "> [!NOTE]\n> Asked.\n",
  "More-things.md": "More.",
  "images/a.png": "png"
}

describe("a GitHub wiki", () => {
  it.effect("is read from its page texts, sidebar first", () =>
    Effect.gen(function* () {
      const read = yield* readFrom(
        githubWikiSource,
        "https://github.com/o/r/wiki",
        serving(
          Object.fromEntries(
            Object.entries(wiki).map(([path, text]) => [`https://raw.githubusercontent.com/wiki/o/r/${path}`, text])
          )
        ),
        "github-wiki"
      )
      const base = "https://github.com/o/r/wiki/"
      assert.deepStrictEqual(
        [...read.pages.values()].map(({ key, title }) => [key, title]),
        [
          [`${base}Home`, "Home"],
          [`${base}Getting-Started`, "Getting started"],
          [`${base}FAQ`, "FAQ"],
          [`${base}More-things`, "More things"]
        ]
      )
      assert.strictEqual(
        read.pages.get(`${base}Home`)?.markdown,
        `Welcome to [the setup](${base}Getting-Started), [FAQ](${base}FAQ) and [more](${base}More-things#a).\n\n![A picture](https://raw.githubusercontent.com/wiki/o/r/images/a.png)`
      )
      assert.strictEqual(
        read.pages.get(`${base}Getting-Started`)?.markdown,
        `\`[[code]]\` [home](${base}Home) [faq](${base}FAQ) [Nowhere](${base}Nowhere)`
      )
      assert.deepStrictEqual([...read.files.keys()], ["https://raw.githubusercontent.com/wiki/o/r/images/a.png"])
      assert.deepStrictEqual(read.outline, {
        places: [
          {
            title: "Start",
            places: [
              { key: `${base}Home`, title: "Home", places: [] },
              {
                key: `${base}Getting-Started`,
                title: "Setup",
                places: [{ key: `${base}FAQ`, title: "FAQ", places: [] }]
              }
            ]
          }
        ],
        problems: [
          "Nowhere: the wiki has no such page in markdown (https://raw.githubusercontent.com/wiki/o/r/Nowhere.md: answered 404)"
        ]
      })
    })
  )

  it.effect("is read on another host, and refused where there is none or it has too many pages", () =>
    Effect.gen(function* () {
      const outbound = serving({
        "https://git.example/raw/wiki/o/r/Home.md": "[[A]] [[B]]",
        "https://git.example/raw/wiki/o/r/A.md": "A",
        "https://git.example/raw/wiki/o/r/B.md": "B"
      })
      const at = (path: string, maxPages?: number) =>
        readFrom(githubWikiSource, `https://git.example/${path}`, outbound, "github-wiki", maxPages)
      const read = yield* at("o/r/wiki/Any")
      assert.deepStrictEqual(
        [...read.pages.keys()].map((key) => key.slice(-4)),
        ["Home", "ki/A", "ki/B"]
      )
      assert.strictEqual((yield* Effect.flip(at("o/r/wiki", 2))).message, "url: expected at most 2 pages")
      assert.strictEqual(
        (yield* Effect.flip(at("o/x/wiki"))).message,
        "url: https://git.example/o/x/wiki: no wiki page can be read there"
      )
    })
  )

  it.effect("is read from an archive of its repository", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        githubWikiSource,
        archive({
          ...Object.fromEntries(Object.entries(wiki).map(([path, text]) => [`r.wiki/${path}`, text])),
          "r.wiki/Old.mediawiki": "= Old ="
        }),
        "github-wiki"
      )
      assert.deepStrictEqual(lines(read.outline.places), [
        "(Start)",
        "  Home.md",
        "  Getting-Started.md (Setup)",
        "    FAQ.md",
        "More-things.md"
      ])
      assert.strictEqual(
        read.pages.get("import:/Home.md")?.markdown,
        "Welcome to [the setup](import:/Getting-Started.md), [FAQ](import:/FAQ.md) and [more](import:/More-things.md#a).\n\n![A picture](import:/images/a.png)"
      )
      assert.deepStrictEqual(read.outline.problems, [
        "Old.mediawiki: pages in this markup are not supported",
        "Getting-Started.md: Nowhere does not exist"
      ])
    })
  )
})
