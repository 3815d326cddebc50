import { describe, it } from "@effect/vitest"
import { runs } from "@lectern/storage-testing/runs"
import { Effect } from "effect"
import * as fc from "effect/FastCheck"
import { assert } from "vitest"
import { zipSource } from "../../src/zip/ZipSource.js"
import { archive, keys, page, readArchive } from "./reading.js"

describe("links in a zip archive", () => {
  it.effect("of the folder of the docs alone, which links lead through", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        zipSource,
        archive({
          "index.mdx": "# Home\n",
          "intro.mdx": "# Intro\n",
          "assets/readme.md": "# Assets\n",
          "reference/core/a.mdx":
            "# A\n\n[up](../../docs/intro.mdx) [abs](/docs/intro#x) [near](../../docs/reference/core/b#y) [none](../../docs/no.mdx)\n",
          "reference/core/b.md":
            "# B\n\n[out](../../../docs/intro.mdx) [lost](../../../../intro.mdx) [home](/docs#x) [home](/docs/)\n"
        })
      )
      assert.strictEqual(
        page(read, "reference/core/a.mdx"),
        "[up](import:/intro.mdx) [abs](import:/intro.mdx#x) [near](import:/reference/core/b.md#y) [none](../../docs/no.mdx)"
      )
      assert.strictEqual(
        page(read, "reference/core/b.md"),
        "[out](import:/intro.mdx) [lost](../../../../intro.mdx) [home](import:/index.mdx#x) [home](import:/index.mdx)"
      )
    })
  )

  it.effect("to the docs, which lead to the first page where there is no index", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        zipSource,
        archive({ "b.md": "# B\n\n[all](/docs) [all](/docs/) [other](/other)\n", "a.md": "# A\n" })
      )
      assert.strictEqual(page(read, "b.md"), "[all](import:/a.md) [all](import:/a.md) [other](/other)")
    })
  )

  it.effect("with links of the index of a folder as its URL resolves them", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        zipSource,
        archive({
          "README.md": "# Home\n",
          "a/b/index.mdx": "# B\n\n[c](./b/c.mdx) [own](./c) [beside](d)\n",
          "a/b/c.mdx": "# C\n",
          "a/c.mdx": "# Other\n",
          "a/d.mdx": "# D\n"
        })
      )
      assert.strictEqual(
        page(read, "a/b/index.mdx"),
        "[c](import:/a/b/c.mdx) [own](import:/a/b/c.mdx) [beside](import:/a/d.mdx)"
      )
    })
  )

  it.effect("of generators that make other anchors of headings", () =>
    Effect.gen(function* () {
      const links = [
        "#_1-fields-layout",
        "#1-fields--layout",
        "#own",
        "#also-own",
        "#who-s-it-for",
        "#here",
        "#none",
        "#%C3%A9t%C3%A9-",
        "#in-code"
      ]
      const text = `# Links\n\n${links.map((link) => `[x](b.md${link})`).join(" ")} [y](#a-b)\n\n## A/B\n`
      const target =
        '# B\n\n## 1. Fields & Layout\n\n## Another {#own}\n\n## More [#also-own]\n\n### Who\'s *it* for?\n\n<a id="here"></a>\n\n## Été\n\n```md\n# In code\n```\n'
      const read = yield* readArchive(zipSource, archive({ "a.md": text, "b.md": target }))
      const found = [
        "#1-fields--layout",
        "#1-fields--layout",
        "#own",
        "#also-own",
        "#whos-it-for",
        "#here",
        "#none",
        "#%C3%A9t%C3%A9",
        "#in-code"
      ]
      assert.strictEqual(
        page(read, "a.md"),
        `${found.map((link) => `[x](import:/b.md${link})`).join(" ")} [y](#ab)\n\n## A/B`
      )
    })
  )

  it.effect.prop(
    "of any tree of linked pages: every link is a key, every page lands once and has one place",
    {
      names: fc.uniqueArray(
        fc.array(fc.constantFrom("a", "b c", "Ünï", "index", "README", "01-x", "(p)", "q#r"), {
          minLength: 1,
          maxLength: 4
        }),
        { minLength: 1, maxLength: 12, selector: (names) => names.join("/") }
      ),
      targets: fc.array(fc.nat(), { minLength: 1, maxLength: 20 })
    },
    ({ names, targets }) =>
      Effect.gen(function* () {
        const paths = names.map((segments) => `${segments.join("/")}.md`)
        const linked = paths.map((path, index) => {
          const target = paths[targets[index % targets.length]! % paths.length]!
          const up = "../".repeat(path.split("/").length - 1)
          const destination = target
            .split("/")
            .map(encodeURIComponent)
            .join("/")
            .replaceAll("(", "%28")
            .replaceAll(")", "%29")
          return { path, target, text: `# ${index}\n\n[to](${up}${destination}#part)\n` }
        })
        const read = yield* readArchive(
          zipSource,
          archive({ "top.txt": "", ...Object.fromEntries(linked.map(({ path, text }) => [path, text])) })
        )
        assert.strictEqual(read.pages.size, paths.length)
        assert.deepStrictEqual([...keys(read.outline.places)].sort(), [...read.pages.keys()].sort())
        assert.deepStrictEqual(read.outline.problems, [])
        for (const { text } of linked) {
          const title = text.slice(2, text.indexOf("\n"))
          const found = [...read.pages.values()].find((each) => each.title === title)
          const destination = /\]\((.*)#part\)/.exec(found?.markdown ?? "")?.[1]
          const index = Number(title)
          assert.strictEqual(
            read.pages.get(destination ?? "")?.title,
            String(linked.findIndex(({ path }) => path === linked[index]!.target))
          )
        }
      }),
    { fastCheck: { numRuns: runs(40) } }
  )
})
