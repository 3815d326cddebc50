/** The pages of MkDocs folders: their order, their names, their addresses, and what is wrong with their navigation. */
import type { Entry } from "@lectern/core/internal/content/git-layout/Outline"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { lines, outlineOf } from "./folders.js"

interface Case {
  readonly config: string
  readonly files: ReadonlyArray<string>
  readonly texts?: Readonly<Record<string, string>>
  readonly entries: ReadonlyArray<string>
}

const cases: Readonly<Record<string, Case>> = {
  "without a navigation: the index, then files, then folders, by their names": {
    config: "site_name: Docs",
    files: [
      "docs/zoo.md",
      "docs/index.md",
      "docs/About.md",
      "docs/api/index.md",
      "docs/api/b_c.md",
      "docs/api/v-2/x.md"
    ],
    entries: [
      "docs/index.md (Docs)",
      "docs/About.md (About)",
      "docs/zoo.md (Zoo)",
      "group (Api)",
      "  docs/api/index.md (Api)",
      "  docs/api/b_c.md (B c)",
      "  empty (V 2)",
      "    docs/api/v-2/x.md (X)"
    ]
  },
  "a README is an index, unless there is one": {
    config: "site_name: Docs",
    files: ["docs/README.md", "docs/a.md", "docs/b/README.md", "docs/b/index.md"],
    entries: ["docs/README.md (Docs)", "docs/a.md (A)", "group (B)", "  docs/b/index.md (B)"]
  },
  "hidden files, templates and excluded ones are no pages": {
    config: "exclude_docs: |\n  *.tmp.md\n  /old/\n  !keep.tmp.md\nnot_in_nav: |\n  /loose.md\ndraft_docs: drafts/",
    files: [
      ...["docs/index.md", "docs/.x/a.md", "docs/templates/t.md", "docs/a.tmp.md", "docs/keep.tmp.md"],
      ...["docs/old/b.md", "docs/new/old/c.md", "docs/loose.md", "docs/new/drafts/d.md"]
    ],
    entries: [
      "docs/index.md (Docs)",
      "docs/keep.tmp.md (Keep.tmp)",
      "group (New)",
      "  empty (Old)",
      "    docs/new/old/c.md (C)"
    ]
  },
  "a navigation with labels, sections, links and files": {
    config: [
      "nav:",
      "  - Home: index.md",
      "  - plain.md",
      "  - Guide:",
      "      - Install: guide/install.md",
      "      - Deep:",
      "          - guide/deep.md",
      "          - Again: guide/install.md",
      "  - Blog: https://example.org/blog",
      "  - https://example.org",
      "  - Paper: paper.pdf",
      "  - Part: plain.md#part"
    ].join("\n"),
    files: [
      ...["docs/index.md", "docs/plain.md", "docs/guide/install.md", "docs/guide/deep.md", "docs/paper.pdf"],
      "docs/unlisted.md"
    ],
    entries: [
      "docs/index.md Home",
      "docs/plain.md (Plain)",
      "group (Guide)",
      "  docs/guide/install.md Install",
      "  empty (Deep)",
      "    docs/guide/deep.md (Deep)",
      "    link (Again) -> docs/guide/install.md",
      "link (Blog) -> https://example.org/blog",
      "link (https://example.org) -> https://example.org",
      "link (Paper) -> docs/paper.pdf",
      "link (Part) -> docs/plain.md"
    ]
  },
  "the index of a section is its page where the theme says so": {
    config: [
      "theme:",
      "  name: material",
      "  features: [navigation.indexes]",
      "nav:",
      "  - Guide:",
      "      - Overview: guide/index.md",
      "      - guide/a.md",
      '  - "":',
      "      - other/index.md"
    ].join("\n"),
    files: ["docs/guide/index.md", "docs/guide/a.md", "docs/other/index.md"],
    entries: ["docs/guide/index.md Guide", "  docs/guide/a.md (A)", "docs/other/index.md (Other)"]
  },
  "the first page of the site comes first even if nothing lists it, and a folder can be listed": {
    config: "nav:\n  - Manual: manual/\n",
    files: ["docs/index.md", "docs/manual/b.md", "docs/manual/a/c.md"],
    entries: [
      "docs/index.md (Docs)",
      "group (Manual)",
      "  docs/manual/b.md (B)",
      "  empty (A)",
      "    docs/manual/a/c.md (C)"
    ]
  },
  "another folder of pages, and values that only Python understands": {
    config: [
      "docs_dir: source",
      "repo_url: !ENV [REPO, 'https://example.org']",
      "markdown_extensions:",
      "  - pymdownx.emoji:",
      "      emoji_index: !!python/name:material.extensions.emoji.twemoji",
      "  - pymdownx.snippets:",
      "      base_path: !relative $config_dir",
      "  - toc:",
      "      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}"
    ].join("\n"),
    files: ["source/index.md", "docs/no.md"],
    entries: ["source/index.md (Source)"]
  },
  "pages files": {
    config: "site_name: Docs",
    files: ["docs/index.md", "docs/a.md", "docs/b.md", "docs/c/d.md", "docs/e/f.md"],
    texts: {
      "docs/.pages": "nav:\n  - Last: b.md\n  - ...\n  - index.md\n",
      "docs/c/.pages": "title: Sea",
      "docs/e/.pages": "hide: true"
    },
    entries: ["docs/b.md Last", "docs/a.md (A)", "group (Sea)", "  docs/c/d.md (D)", "docs/index.md (Docs)"]
  }
}

describe("the outline of a MkDocs folder", () => {
  it.each(Object.entries(cases))("%s", (_, { config, entries, files, texts = {} }) => {
    const found = outlineOf({ "mkdocs.yml": config, ...texts }, files)
    expect(lines(found?.entries ?? [])).toEqual(entries)
  })

  it("has keys and slugs as other layouts have them, and the lines of the navigation", () => {
    const nav =
      "nav:\n  - Big Guide:\n      - My First Steps: guide/First-Steps.md\n      - Deep Part:\n          - x.md\n"
    const found = outlineOf({ "mkdocs.yml": nav }, ["docs/guide/First-Steps.md", "docs/x.md"])
    expect(found).toMatchObject({
      root: "docs",
      table: "mkdocs.yml",
      entries: [
        {
          key: "group:big-guide",
          line: 2,
          entries: [
            { key: "docs/guide/First-Steps.md", slug: "first-steps", title: "My First Steps", line: 3 },
            { key: "page:group:big-guide:deep-part", slug: "deep-part", line: 4 }
          ]
        }
      ]
    })
  })

  it("is there for one configuration in a subfolder, and not for several or none", () => {
    expect(outlineOf({ "site/mkdocs.yaml": "site_name: x" }, ["site/docs/a.md"])).toMatchObject({
      root: "site/docs",
      table: "site/mkdocs.yaml",
      entries: [{ path: "site/docs/a.md" }]
    })
    expect(outlineOf({ "a/mkdocs.yml": "", "b/mkdocs.yml": "" }, ["a/docs/x.md"])).toBeUndefined()
    expect(outlineOf({}, ["docs/a.md"])).toBeUndefined()
  })

  it("inherits what a configuration does not state", () => {
    const found = outlineOf(
      {
        "mkdocs.yml": "INHERIT: base/common.yml\n",
        "base/common.yml": "docs_dir: pages\nnav:\n  - A: a.md\n  - b.md\n"
      },
      ["pages/a.md"]
    )
    expect(found).toMatchObject({ root: "pages", table: "base/common.yml", entries: [{ label: "A" }] })
    expect(found?.problems).toEqual([
      { file: "base/common.yml", line: 4, message: "b.md does not exist", severity: "error" }
    ])
  })

  it("reports what the navigation lists and the folder does not have", () => {
    const nav = "exclude_docs: gone.md\nnav:\n  - A: a.md\n  - b.md\n  - Up: ../../c.md\n  - gone.md\n  - a.md\n"
    expect(outlineOf({ "mkdocs.yml": nav }, ["docs/a.md", "docs/gone.md"])?.problems).toEqual([
      { file: "mkdocs.yml", line: 4, message: "b.md does not exist", severity: "error" },
      { file: "mkdocs.yml", line: 5, message: "../../c.md is outside of the folder", severity: "error" },
      { file: "mkdocs.yml", line: 6, message: "gone.md is excluded from the pages", severity: "warning" },
      {
        ...{ file: "mkdocs.yml", line: 7, severity: "warning" },
        message: "docs/a.md is listed twice; the second time it is a link to the page"
      }
    ])
    const [problem] = outlineOf({ "mkdocs.yml": "nav: [\n" }, ["docs/a.md"])?.problems ?? []
    expect(problem).toMatchObject({ file: "mkdocs.yml", severity: "error" })
  })

  it("has the addresses of pages and those that they had before", () => {
    const files = ["docs/index.md", "docs/guide/README.md", "docs/guide/install.md"]
    const plugins = [
      "plugins:",
      "  - search",
      "  - redirects:",
      "      redirect_maps:",
      "        old/start.md: guide/install.md",
      "        gone.md: guide/index.md",
      "        out.md: https://example.org",
      "        part.md: guide/install.md#part"
    ].join("\n")
    expect(outlineOf({ "mkdocs.yml": plugins }, files)?.aliases).toEqual({
      "": "docs/index.md",
      "guide/": "docs/guide/README.md",
      "guide/install/": "docs/guide/install.md",
      "old/start/": "docs/guide/install.md",
      "part/": "docs/guide/install.md"
    })
    expect(outlineOf({ "mkdocs.yml": `use_directory_urls: false\n${plugins}` }, files)?.aliases).toEqual({
      "index.html": "docs/index.md",
      "guide/index.html": "docs/guide/README.md",
      "guide/install.html": "docs/guide/install.md",
      "old/start.html": "docs/guide/install.md",
      "part.html": "docs/guide/install.md"
    })
  })

  it("has each page that the navigation lists once, whatever it lists, and no key twice", () => {
    const files = ["docs/index.md", "docs/a.md", "docs/b/index.md", "docs/b/c.md", "docs/b/d/e.md", "docs/f.pdf"]
    const target = fc.constantFrom(
      "index.md",
      "a.md",
      "b/index.md",
      "b/c.md",
      "b/d/e.md",
      "b/",
      "b/d",
      "f.pdf",
      "a.md#x",
      "no.md"
    )
    const { item } = fc.letrec<{ item: unknown }>((tie) => ({
      item: fc.oneof(
        { depthSize: "small" },
        target,
        fc.tuple(fc.constantFrom("A", "B", ""), target).map(([title, at]) => ({ [title]: at })),
        fc
          .tuple(fc.constantFrom("A", "B", ""), fc.array(tie("item"), { maxLength: 4 }))
          .map(([title, items]) => ({ [title]: items }))
      )
    }))
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), fc.boolean(), (nav, hasIndexes) => {
        const theme = hasIndexes ? { features: ["navigation.indexes"] } : {}
        const found = outlineOf({ "mkdocs.yml": JSON.stringify({ theme, nav }) }, files)
        const all = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
          entries.flatMap((entry) => [entry, ...all(entry.entries)])
        const entries = all(found?.entries ?? [])
        const keys = entries.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        const written = JSON.stringify(nav)
        const paths = entries.flatMap(({ path }) => path ?? [])
        for (const file of files.filter((each) => each.endsWith(".md") && written.includes(`"${each.slice(5)}"`))) {
          expect(paths.filter((path) => path === file)).toEqual([file])
        }
      }),
      { numRuns: runs(300) }
    )
  })
})
