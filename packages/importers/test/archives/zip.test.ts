import { describe, it } from "@effect/vitest"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { Effect, Exit } from "effect"
import { strToU8 } from "fflate"
import { assert } from "vitest"
import { zipSource } from "../../src/zip/ZipSource.js"
import { archive, lines, page, readArchive } from "./reading.js"

describe("a zip archive", () => {
  it.effect("of a folder of markdown: folders nest, links become keys, pictures become files", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        zipSource,
        archive({
          "repo-main/README.md": "# Handbook\n\nSee [install](guide/install.md#linux) and [the guide](./guide).\n",
          "repo-main/guide/README.md": "---\ndescription: How to.\nicon: book\n---\n# Guide\n\n[Up](../README.md)\n",
          "repo-main/guide/install.md":
            "# Install\n\n![Logo](../img/my%20logo.png 'A logo')\n\n[gone](gone.md) [site](https://a.example)\n",
          "repo-main/guide/10-last.md": "Last.\n",
          "repo-main/guide/2-second.md": "## Second\n\n`[code](install.md)`\n",
          "repo-main/notes/todo.md": "# To do\n",
          "repo-main/img/my logo.png": new Uint8Array([1, 2, 3]),
          "repo-main/img/unused.png": new Uint8Array([4])
        })
      )
      assert.deepStrictEqual(lines(read.outline.places), [
        "README.md",
        "guide/README.md",
        "  guide/2-second.md",
        "  guide/10-last.md",
        "  guide/install.md",
        "(Notes)",
        "  notes/todo.md"
      ])
      assert.strictEqual(
        page(read, "README.md"),
        "See [install](import:/guide/install.md#linux) and [the guide](import:/guide/README.md)."
      )
      assert.include(page(read, "guide/install.md"), "![Logo](import:/img/my%20logo.png 'A logo')")
      assert.include(page(read, "guide/install.md"), "[gone](gone.md) [site](https://a.example)")
      assert.include(page(read, "guide/2-second.md"), "`[code](install.md)`")
      assert.deepInclude(read.pages.get("import:/guide/README.md"), {
        title: "Guide",
        description: "How to.",
        icon: "book"
      })
      assert.deepInclude(read.pages.get("import:/guide/2-second.md"), { title: "Second", slug: "second" })
      assert.strictEqual(read.pages.get("import:/guide/10-last.md")?.title, "Last")
      assert.deepStrictEqual(
        [...read.files],
        [["import:/img/my%20logo.png", { name: "my logo.png", bytes: new Uint8Array([1, 2, 3]) }]]
      )
      assert.deepStrictEqual(read.outline.problems, ["guide/install.md: gone.md does not exist"])
    })
  )

  it.effect("in the layout of Git-synced documentation", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        zipSource,
        archive({
          ".gitbook.yaml": "root: ./docs/\n",
          "docs/README.md": '# Welcome\n\n{% include ".gitbook/includes/note.md" %}\n',
          "docs/SUMMARY.md":
            "# Table\n\n* [Welcome](README.md)\n\n## Guide\n\n* [Setting up](install.md)\n  * [Linux](linux.md)\n* [Source](https://a.example)\n",
          "docs/install.md": "# Install\n\n![a](.gitbook/assets/a.png) [x](unlisted.md)\n",
          "docs/linux.md": "# Linux\n",
          "docs/unlisted.md": "# Unlisted\n",
          "docs/.gitbook/includes/note.md": "---\ntitle: Note\n---\nSee [Linux](../../linux.md).\n",
          "docs/.gitbook/assets/a.png": new Uint8Array([1])
        })
      )
      assert.deepStrictEqual(lines(read.outline.places), [
        "docs/README.md",
        "(Guide)",
        "  docs/install.md (Setting up)",
        "    docs/linux.md"
      ])
      assert.strictEqual(page(read, "docs/README.md"), "See [Linux](import:/docs/linux.md).")
      assert.strictEqual(page(read, "docs/install.md"), "![a](import:/docs/.gitbook/assets/a.png) [x](unlisted.md)")
      assert.deepStrictEqual(read.outline.problems, [
        'docs/SUMMARY.md: the link "Source" to https://a.example is not a page and is left out',
        "docs/install.md: unlisted.md is not a page"
      ])
    })
  )

  it.effect("of mdBook, and of a table of contents in a folder of docs", () =>
    Effect.gen(function* () {
      const texts = (root: string) => ({
        "README.md": "# Repository\n",
        [`${root}/SUMMARY.md`]: "# Summary\n\n[Intro](intro.md)\n\n# Part\n\n- [B](b.md)\n  - [A](a.md)\n",
        [`${root}/intro.md`]: "# Intro\n",
        [`${root}/a.md`]: "# A\n\n[b](b.html)\n",
        [`${root}/b.md`]: "# B\n\n[a](./a.md)\n"
      })
      const order = (root: string) => [`${root}/intro.md`, "(Part)", `  ${root}/b.md`, `    ${root}/a.md`]
      const book = yield* readArchive(zipSource, archive({ "book.toml": '[book]\ntitle = "X"\n', ...texts("src") }))
      assert.deepStrictEqual(lines(book.outline.places), order("src"))
      assert.strictEqual(page(book, "src/b.md"), "[a](import:/src/a.md)")
      assert.deepStrictEqual(book.outline.problems, ["src/a.md: b.html does not exist"])
      const docs = yield* readArchive(zipSource, archive(texts("docs")))
      assert.deepStrictEqual(lines(docs.outline.places), order("docs"))
    })
  )

  it.effect("of Docusaurus: positions, categories, ids, admonitions and components", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        zipSource,
        archive({
          "docusaurus.config.js": "module.exports = {}",
          "README.md": "# Not a page",
          "static/img/a.png": new Uint8Array([1]),
          "docs/intro.md":
            '---\nsidebar_position: 1\nsidebar_label: Start\nid: start\n---\nimport Tabs from \'@theme/Tabs\';\n\n# Intro\n\n:::tip[Good]\n\nYes.\n\n:::\n\n<Tabs>\n  <TabItem value="a" label="A">\n\n    text\n\n  </TabItem>\n</Tabs>\n\n<img src={require(\'/img/a.png\').default} className="x" />\n\n<Unknown foo={{a: 1}}>kept</Unknown>\n',
          "docs/01-guides/_category_.json": '{"label": "All guides", "position": 3}',
          "docs/01-guides/02-b.mdx": "# B\n\n[intro](../start) [a](./a) [abs](/docs/guides/a)\n",
          "docs/01-guides/01-a.mdx": "# A\n",
          "docs/01-guides/_partial.mdx": "Part.",
          "docs/zero.md": "---\nsidebar_position: 0\n---\n# Zero\n"
        })
      )
      assert.deepStrictEqual(lines(read.outline.places), [
        "docs/zero.md",
        "docs/intro.md (Start)",
        "(All guides)",
        "  docs/01-guides/01-a.mdx",
        "  docs/01-guides/02-b.mdx"
      ])
      assert.strictEqual(
        page(read, "docs/01-guides/02-b.mdx"),
        "[intro](import:/docs/intro.md) [a](import:/docs/01-guides/01-a.mdx) [abs](import:/docs/01-guides/01-a.mdx)"
      )
      assert.strictEqual(
        page(read, "docs/intro.md").replaceAll(/\n{2,}/g, "\n"),
        '{% hint style="success" %}\n**Good**\nYes.\n{% endhint %}\n{% tabs %}\n{% tab title="A" %}\ntext\n{% endtab %}\n{% endtabs %}\n<img src="import:/static/img/a.png" class="x" />\nkept'
      )
      assert.deepStrictEqual(read.outline.problems, [
        "docs/intro.md: only the content of the component <Unknown> is kept"
      ])
    })
  )

  it.effect("of MkDocs: the order of nav, then the rest; admonitions and tabs", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        zipSource,
        archive({
          "mkdocs.yml":
            "site_name: X\ntheme:\n  custom: !!python/name:a.b\nnav:\n  - Home: index.md\n  - Guide:\n    - guide/index.md\n    - Install: guide/install.md\n  - https://a.example\nplugins:\n  - search\n",
          "docs/index.md":
            '# Home\n\n!!! warning "Mind"\n\n    The gap.\n\n    - a\n\n=== "One"\n\n    1\n\n=== "Two"\n\n    2\n\n??? note\n    Folded.\n',
          "docs/guide/index.md": "# Guide\n\n[i](install/) [up](../index.md)\n",
          "docs/guide/install.md": "# Install\n",
          "docs/extra.md": "# Extra\n"
        })
      )
      assert.deepStrictEqual(lines(read.outline.places), [
        "docs/index.md",
        "docs/guide/index.md",
        "  docs/guide/install.md",
        "docs/extra.md"
      ])
      assert.strictEqual(
        page(read, "docs/guide/index.md"),
        "[i](import:/docs/guide/install.md) [up](import:/docs/index.md)"
      )
      assert.strictEqual(
        page(read, "docs/index.md").replaceAll(/\n{2,}/g, "\n"),
        '{% hint style="warning" %}\n**Mind**\nThe gap.\n- a\n{% endhint %}\n{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n{% tab title="Two" %}\n2\n{% endtab %}\n{% endtabs %}\n<details>\n<summary>Note</summary>\nFolded.\n</details>'
      )
      assert.deepStrictEqual(read.outline.problems, [
        "https://a.example, which is outside: the navigation lists it, but it is not a page"
      ])
    })
  )

  it.effect("of VitePress, Mintlify, just-the-docs and HTML", () =>
    Effect.gen(function* () {
      const vitepress = yield* readArchive(
        zipSource,
        archive({
          "docs/.vitepress/config.ts": "export default {}",
          "docs/index.md": "---\nlayout: home\ntitle: Home\n---\n[g](/guide/) [i](/guide/install.html)\n",
          "docs/guide/index.md":
            "# Guide\n\n::: details More\ntext\n:::\n\n::: code-group\n```js [a.js]\n1\n```\n```ts [b.ts]\n2\n```\n:::\n\n> [!CAUTION]\n> Hot.\n",
          "docs/guide/install.md": "# Install\n",
          "README.md": "# Repo"
        })
      )
      assert.deepStrictEqual(lines(vitepress.outline.places), [
        "docs/index.md",
        "docs/guide/index.md",
        "  docs/guide/install.md"
      ])
      assert.strictEqual(
        page(vitepress, "docs/index.md"),
        "[g](import:/docs/guide/index.md) [i](import:/docs/guide/install.md)"
      )
      assert.strictEqual(
        page(vitepress, "docs/guide/index.md").replaceAll(/\n{2,}/g, "\n"),
        '<details>\n<summary>More</summary>\ntext\n</details>\n{% tabs %}\n{% tab title="a.js" %}\n```js\n1\n```\n{% endtab %}\n{% tab title="b.ts" %}\n```ts\n2\n```\n{% endtab %}\n{% endtabs %}\n{% hint style="danger" %}\nHot.\n{% endhint %}'
      )
      const mintlify = yield* readArchive(
        zipSource,
        archive({
          "docs.json":
            '{"navigation": {"tabs": [{"tab": "Docs", "groups": [{"group": "Start", "pages": ["intro", {"group": "Deep", "pages": ["deep/one"]}, "gone"]}]}]}}',
          "intro.mdx":
            '---\ntitle: Intro\n---\n<Note>Hello <b>you</b></Note>\n\n<CardGroup cols={2}>\n  <Card title="One" href="/deep/one">Read it.</Card>\n</CardGroup>\n',
          "deep/one.mdx": "---\ntitle: One\n---\n"
        })
      )
      assert.deepStrictEqual(lines(mintlify.outline.places), [
        "(Docs)",
        "  (Start)",
        "    intro.mdx",
        "    (Deep)",
        "      deep/one.mdx"
      ])
      assert.strictEqual(
        page(mintlify, "intro.mdx").replaceAll(/\n{2,}/g, "\n"),
        '{% hint style="info" %}\nHello <b>you</b>\n{% endhint %}\n* [One](import:/deep/one.mdx): Read it.'
      )
      const jekyll = yield* readArchive(
        zipSource,
        archive({
          "index.md": "---\ntitle: Home\nnav_order: 1\n---\nHi\n",
          "child.md": "---\ntitle: Child\nparent: Top\nnav_order: 2\n---\n",
          "first.md": "---\ntitle: First\nparent: Top\nnav_order: 1\n---\n",
          "top.md": "---\ntitle: Top\nnav_order: 2\n---\n"
        })
      )
      assert.deepStrictEqual(lines(jekyll.outline.places), ["index.md", "top.md", "  first.md", "  child.md"])
      const html = yield* readArchive(
        zipSource,
        archive({
          "index.html":
            "<title>Home</title><body><main><h1>Home</h1><p><a href='sub/a%20b.html#x'>A</a> <a href='#top'>t</a></p></main>",
          "sub/a b.html": "<body><h1>A b</h1><img src='../i.png' alt='I'><p><a href='../'>home</a></p>",
          "i.png": new Uint8Array([1])
        })
      )
      assert.deepStrictEqual(lines(html.outline.places), ["index.html", "(Sub)", "  sub/a%20b.html"])
      assert.include(page(html, "index.html"), "[A](import:/sub/a%20b.html#x)")
      assert.include(page(html, "sub/a%20b.html"), "![I](import:/i.png)")
      assert.include(page(html, "sub/a%20b.html"), "[home](import:/index.html)")
      assert.strictEqual(html.pages.get("import:/sub/a%20b.html")?.title, "A b")
    })
  )

  it.effect("of an Obsidian vault: links and embedded files by name", () =>
    Effect.gen(function* () {
      const note = [
        "![[picture.png]] ![[My Shot.PNG|300]] ![[sub/other.png|A *shot*]]",
        "[[Other]] [[other#Part two|there]] [[#Here]] ![[Other]] \\[[Other]] `[[Other]]` [[ -f x ]] ![[gone.png]]",
        "| a |\n| - |\n| [[Other\\|o]] |"
      ].join("\n\n")
      for (const more of [{}, { "SUMMARY.md": "* [Note](notes/Note.md)\n* [Other](deep/er/Other.md)\n" }]) {
        const { files, outline, pages } = yield* readArchive(
          zipSource,
          archive({
            "notes/Note.md": `# Note\n\n${note}\n`,
            "deep/er/Other.md": "# Other\n\n## Part two\n",
            "attachments/picture.png": "1",
            "attachments/my shot.png": "2",
            "notes/sub/other.png": "3",
            ...more
          })
        )
        const other = "import:/deep/er/Other.md"
        assert.strictEqual(
          pages.get("import:/notes/Note.md")?.markdown,
          [
            "![](import:/attachments/picture.png) ![](import:/attachments/my%20shot.png) ![A \\*shot\\*](import:/notes/sub/other.png)",
            `[Other](${other}) [there](${other}#${"SUMMARY.md" in more ? "Part%20two" : "part-two"}) [Here](#Here) [Other](${other}) \\[[Other]] \`[[Other]]\` [[ -f x ]] ![[gone.png]]`,
            `| a |\n| - |\n| [o](${other}) |`
          ].join("\n\n")
        )
        assert.strictEqual(files.size, 3)
        assert.deepStrictEqual(outline.problems, [
          "notes/Note.md: the note Other is linked to, not embedded",
          "notes/Note.md: gone.png does not exist"
        ])
      }
    })
  )

  it.effect("of texts that take parts of others, in the syntax of VitePress and of MkDocs", () =>
    Effect.gen(function* () {
      const { outline, pages } = yield* readArchive(
        zipSource,
        archive({
          "README.md": "# Not a page",
          "docs/.vitepress/config.ts": "export default {}",
          "docs/a/index.md": [
            "# A",
            "<!-- @include: ../parts/b.md -->",
            "<!--@include: @/parts/b.md{6,6}-->",
            "<!--@include: ../parts/b.md#part-->",
            "<<< @/code/x.ts#one{1} [X]",
            "- item\n\n  <<< ../code/x.ts",
            '--8<-- "parts/b.md:6:6"',
            '```js\n--8<-- "code/y.js:two"\n```',
            "<!--@include: ./gone.md-->",
            "<!--@include: ./index.md-->"
          ].join("\n\n"),
          "docs/parts/b.md":
            "---\ntitle: B\n---\nLine [a](../a/index.md)\n<!-- #region part -->\nIn it\n<!-- #endregion part -->\n",
          "docs/code/x.ts": "// #region one\nlet x = 1\n// #endregion one\nlet y = 2\n",
          "docs/code/y.js": "// --8<-- [start:two]\nfoo()\n// --8<-- [end:two]\nbar()\n"
        })
      )
      const text = pages.get("import:/docs/a/index.md")?.markdown ?? ""
      assert.strictEqual(
        text.slice(0, text.indexOf("<!--@include: ./gone.md")).trim(),
        [
          "Line [a](import:/docs/a/index.md)\n<!-- #region part -->\nIn it\n<!-- #endregion part -->",
          "In it",
          "In it",
          "```ts [X]\nlet x = 1\n```",
          "- item\n\n  ```ts\n  // #region one\n  let x = 1\n  // #endregion one\n  let y = 2\n  ```",
          "In it",
          "```js\nfoo()\n```"
        ].join("\n\n")
      )
      assert.deepStrictEqual(
        outline.problems,
        ["./gone.md", "./index.md"].map((path) => `docs/a/index.md: the text that it includes is left out: ${path}`)
      )
    })
  )

  it.effect("of an Obsidian vault: comments are for its author", () =>
    Effect.gen(function* () {
      const text = "a %%secret%% b\n\n%%\nmore\n%%\n\n`%%c%%` 50%% d"
      const { outline, pages } = yield* readArchive(
        zipSource,
        archive({ ".obsidian/app.json": "{}", "a.md": `# A\n\n${text}\n`, "b.md": "# B\n" })
      )
      assert.strictEqual(pages.get("import:/a.md")?.markdown, "a  b\n\n\n\n`%%c%%` 50%% d")
      assert.deepStrictEqual(outline.problems, ["a.md: a comment is left out"])
      const other = yield* readArchive(zipSource, archive({ "a.md": `# A\n\n${text}\n`, "b.md": "# B\n" }))
      assert.strictEqual(other.pages.get("import:/a.md")?.markdown, text)
    })
  )

  it.effect("has the titles that its files have as a folder", () =>
    Effect.gen(function* () {
      const texts = [
        "## Part\n\nx",
        "# Title\n\n## Part",
        "text",
        "---\ntitle: Stated\n---\n\n## Part\n",
        "Under\n===\n"
      ]
      for (const text of texts) {
        const title = readLayout([{ path: "a-page.md", bytes: strToU8(text) }]).tree.pages[0]?.title
        const { pages } = yield* readArchive(zipSource, archive({ "a-page.md": text, "b.md": "# B\n" }))
        const found = pages.get("import:/a-page.md")
        assert.strictEqual(found?.title, title)
        if (text.includes("## Part")) assert.include(found?.markdown, "## Part")
      }
    })
  )

  it.effect("without pages, with too many, or that is none, is refused", () =>
    Effect.gen(function* () {
      const refused = (bytes: Uint8Array, maxPages?: number) =>
        readArchive(zipSource, bytes, "zip", maxPages).pipe(
          Effect.flip,
          Effect.map((error) => error.message)
        )
      assert.strictEqual(yield* refused(archive({ "a.txt": "a" })), "url: expected an archive with pages, found none")
      assert.strictEqual(yield* refused(strToU8("<html>")), "url: expected a zip archive")
      assert.strictEqual(
        yield* refused(archive({ "a.md": new Uint8Array([0xff, 0xfe, 0x00]) })),
        "url: expected an archive with pages, found none that can be read"
      )
      assert.strictEqual(
        yield* refused(archive({ "a.md": "a", "b.md": "b" }), 1),
        "url: expected at most 1 pages, got 2"
      )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(readArchive(zipSource, new Uint8Array()))))
    })
  )
})
