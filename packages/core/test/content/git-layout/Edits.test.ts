import { assert, describe, it } from "vitest"
import { readLayout } from "../../../src/content/git-layout/ReadLayout.js"
import type { SnapshotPage, SpaceSnapshot } from "../../../src/content/git-layout/SpaceSnapshot.js"
import { writeLayout } from "../../../src/content/git-layout/WriteLayout.js"
import { outline } from "./fixture.js"
import { contents, readFolder, toSnapshot } from "./space.js"

const start = () =>
  toSnapshot(
    readFolder({
      "SUMMARY.md": "# S\n\n* [A](a.md)\n* [Guide](guide/README.md)\n  * [B](guide/b.md)\n",
      "a.md": "# A\n\n[b](./guide/b.md#b) ![i](img/i.png)\n",
      "guide/README.md": "# Guide\n\n[b](b.md) [a](../a.md)\n",
      "guide/b.md": "---\ndescription: Old\n---\n\n# B\n\n[a](/a.md)\n",
      "img/i.png": "PNG"
    }).tree
  )

/** The snapshot with one page changed, found by its slug. */
const change = (snapshot: SpaceSnapshot, slug: string, edit: (page: SnapshotPage) => SnapshotPage): SpaceSnapshot => {
  const visit = (pages: ReadonlyArray<SnapshotPage>): ReadonlyArray<SnapshotPage> =>
    pages.map((page) => ({ ...(page.slug === slug ? edit(page) : page), pages: visit(page.pages) }))
  return { ...snapshot, pages: visit(snapshot.pages) }
}

describe("an export after edits", () => {
  it("moves the file of a page whose slug changed, and every link to it", () => {
    const written = writeLayout(change(start(), "b", (page) => ({ ...page, slug: "second page" })))
    const files = contents(written)
    assert.strictEqual(files["a.md"], "# A\n\n[b](guide/second%20page.md#b) ![i](img/i.png)\n")
    assert.strictEqual(files["guide/README.md"], "# Guide\n\n[b](second%20page.md) [a](../a.md)\n")
    assert.strictEqual(files["guide/second page.md"], "---\ndescription: Old\n---\n\n# B\n\n[a](/a.md)\n")
    assert.strictEqual(files["guide/b.md"], undefined)
    assert.deepStrictEqual(readLayout(written).problems, [])
  })

  it("keeps links canonical where the old spelling leads elsewhere now", () => {
    const moved = change(start(), "guide", (page) => ({ ...page, slug: "manual" }))
    const files = contents(writeLayout(moved))
    assert.strictEqual(files["manual/README.md"], "# Guide\n\n[b](../guide/b.md) [a](../a.md)\n")
    assert.strictEqual(files["a.md"], "# A\n\n[b](./guide/b.md#b) ![i](img/i.png)\n")
  })

  it("adds front matter for fields that a text does not state, and nothing else", () => {
    const edited = change(start(), "a", (page) => ({ ...page, icon: "gear", hidden: true, title: "Not in the text" }))
    const files = contents(writeLayout(edited))
    assert.strictEqual(
      files["a.md"],
      "---\nicon: gear\nhidden: true\n---\n\n# Not in the text\n\n[b](./guide/b.md#b) ![i](img/i.png)\n"
    )
  })

  it("keeps fields beside YAML that is not valid, which becomes comments", () => {
    const broken = "title: Setup: the basics\n"
    const snapshot = toSnapshot(
      readFolder({
        "a.md": `---\n${broken}---\n\ntext\n`,
        "b.md": `---\n${broken}---\n\n# B\n`,
        ".gitbook.yaml": "redirects: a: b\n",
        ".gitbook/vars.yaml": "a: b: c\n"
      }).tree
    )
    const edited = change(snapshot, "a", (page) => ({ ...page, hidden: true, title: "Other" }))
    const redirects = { old: edited.pages[1]!.id }
    const files = contents(writeLayout({ ...edited, redirects, variables: { x: "y" } }))
    assert.strictEqual(files["a.md"], `---\n# ${broken}hidden: true\ntitle: Other\n---\n\ntext\n`)
    assert.strictEqual(files["b.md"], `---\n${broken}---\n\n# B\n`)
    assert.strictEqual(files[".gitbook.yaml"], "# redirects: a: b\nredirects:\n  old: b.md\n")
    assert.strictEqual(files[".gitbook/vars.yaml"], "# a: b: c\nx: y\n")
    assert.include(readFolder(files).tree.pages[0], { hidden: true, title: "Other" })
  })

  it("gives new parts a path by their place, without overwriting any", () => {
    const snapshot = start()
    const page = (id: string, slug: string, pages: ReadonlyArray<SnapshotPage> = []): SnapshotPage => ({
      id: id as never,
      type: "document",
      slug,
      title: `Page ${id}`,
      markdown: "",
      pages
    })
    const more: SpaceSnapshot = {
      ...snapshot,
      pages: [
        ...snapshot.pages,
        page("n1", "summary"),
        page("n2", "readme"),
        page("n3", "A", [page("n4", "inner")]),
        { id: "g" as never, type: "group", slug: "more", title: "More # [x]", pages: [page("n5", "in-group")] },
        {
          id: "l" as never,
          type: "link",
          slug: "",
          title: "Out & about",
          target: { kind: "url", url: "https://example.com/a (b)?x=1&amp;y" },
          pages: []
        },
        {
          id: "m" as never,
          type: "link",
          slug: "",
          title: "To A",
          target: { kind: "page", page: "n3" as never },
          pages: []
        }
      ],
      files: [
        ...snapshot.files,
        { id: "f1" as never, name: "i.png", bytes: new Uint8Array([1]) },
        { id: "f2" as never, name: "../I.PNG", bytes: new Uint8Array([2]) }
      ],
      reusableContents: [{ id: "r1", title: "Need help?", markdown: "![i](/files/f2)\n" }],
      variables: { name: "yes" },
      redirects: { old: "n4" as never, gone: "nobody" as never }
    }
    const written = writeLayout(more)
    const files = contents(written)
    assert.deepStrictEqual(Object.keys(files).sort(), [
      ".gitbook.yaml",
      ".gitbook/assets/I (1).PNG",
      ".gitbook/assets/i.png",
      ".gitbook/includes/need-help.md",
      ".gitbook/vars.yaml",
      "A/README.md",
      "A/inner.md",
      "SUMMARY.md",
      "a.md",
      "guide/README.md",
      "guide/b.md",
      "img/i.png",
      "more/in-group.md",
      "readme/README.md",
      "summary/README.md"
    ])
    assert.strictEqual(files[".gitbook.yaml"], "redirects:\n  old: A/inner.md\n")
    assert.strictEqual(files[".gitbook/vars.yaml"], "name: yes\n")
    assert.strictEqual(
      files[".gitbook/includes/need-help.md"],
      "---\ntitle: Need help?\n---\n\n![i](../assets/I%20%281%29.PNG)\n"
    )
    const { tree, problems } = readLayout(written)
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(outline(tree.pages).slice(3), [
      "Page n1 (summary/README.md)",
      "Page n2 (readme/README.md)",
      "Page n3 (A/README.md)",
      "  Page n4 (A/inner.md)",
      "group More # [x] (group:more-x)",
      "  Page n5 (more/in-group.md)",
      "link Out & about (link:out-about) -> url https://example.com/a (b)?x=1&amp;y",
      "link To A (link:to-a) -> page A/README.md"
    ])
    assert.deepStrictEqual(tree.redirects, { old: "A/inner.md" })
  })

  it("keeps the comments of files that it changes", () => {
    const snapshot = toSnapshot(
      readFolder({
        ".gitbook.yaml": "# ours\nredirects:\n  a: x.md # here\n",
        ".gitbook/vars.yaml": "# ours\na: 1 # one\nb: 2\nlist: [x]\n",
        "x.md": "# X\n"
      }).tree
    )
    const files = contents(
      writeLayout({
        ...snapshot,
        variables: { a: "1", c: "three" },
        redirects: { ...snapshot.redirects, b: snapshot.pages[0]!.id }
      })
    )
    assert.strictEqual(files[".gitbook/vars.yaml"], "# ours\na: 1 # one\nlist: [x]\nc: three\n")
    assert.strictEqual(files[".gitbook.yaml"], "# ours\nredirects:\n  a: x.md\n  b: x.md\n")
  })
})
