/** Folders of AsciiDoc as folders of markdown. */
import { assert, describe, it } from "@effect/vitest"
import { document, folder, refusal } from "./reading.js"

describe("a folder of AsciiDoc", () => {
  it("becomes a tree of pages, whose links lead to each other and whose pictures are files", async () => {
    const { paths, problems, texts, tree } = await folder({
      "README.adoc":
        "= Manual\n:description: All of it.\n\nBegin with xref:guide/install.adoc#_on_linux[Linux] or link:guide/[the guide].\n",
      "guide/index.adoc": "= Guide\n\nSee <<install.adoc#,Install>>.\n",
      "guide/install.adoc":
        "= Install\n\nimage::../images/dot.svg[Dot]\n\n== On Linux\n\nSee <<_on_linux>> and xref:../README.adoc[].\n",
      "images/dot.svg": "<svg/>",
      "notes.md": "# Notes\n\nSee [install](guide/install.adoc#on-linux).\n"
    })
    assert.deepStrictEqual(tree, ["Manual", "Guide", "  Install", "Notes"])
    assert.deepStrictEqual(paths, ["README.md", "guide/index.md", "guide/install.md", "images/dot.svg", "notes.md"])
    assert.deepStrictEqual(problems, [])
    assert.strictEqual(
      texts["README.md"],
      '---\ndescription: "All of it."\n---\n\n# Manual\n\nBegin with [Linux](guide/install.md#on-linux) or [the guide](guide/).\n'
    )
    assert.strictEqual(
      texts["guide/install.md"],
      "# Install\n\n![Dot](../images/dot.svg)\n\n## On Linux\n\nSee [On Linux](#on-linux) and [../README.adoc](../README.md).\n"
    )
    assert.include(texts["notes.md"], "(guide/install.md#on-linux)")
  })

  it("has the tree of a table of contents in AsciiDoc", async () => {
    const { problems, tree } = await folder({
      "SUMMARY.adoc": "= Summary\n\n. link:b.adoc[Second first]\n.. link:a.adoc[Then this]\n",
      "a.adoc": "= A\n",
      "b.adoc": "= B\n"
    })
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(tree, ["B", "  A"])
  })

  it("takes includes from the folder, whole, by lines and by tags; what is included is no page", async () => {
    const { problems, texts, tree } = await folder({
      "book.adoc": [
        "= Book",
        ":part: chapters/two",
        "include::chapters/one.adoc[leveloffset=1]",
        "include::{part}.adoc[lines=3..]",
        "----\ninclude::code/a.py[tag=main]\n----"
      ].join("\n\n"),
      "chapters/one.adoc": "= One\n\nFirst. xref:chapters/two.adoc[two]\n\ninclude::../_shared.adoc[]\n",
      "chapters/two.adoc": "not this\n\nSecond.\n",
      "_shared.adoc": "Shared.\n",
      "code/a.py": "import os\n# tag::main[]\nmain()\n# end::main[]\n",
      "_unused.adoc": "Nobody's.\n"
    })
    assert.deepStrictEqual(tree, ["Book"])
    assert.strictEqual(texts["book.md"], "# Book\n\n## One\n\nFirst. two\n\nShared.\n\nSecond.\n\n```\nmain()\n```\n")
    assert.deepStrictEqual(problems, ["_unused.adoc: no text includes it; it is left out"])
  })

  it("reads nothing outside of the folder, and ends where texts include themselves", async () => {
    const twice = (name: string): string => `include::${name}[]\n\ninclude::${name}[]\n\n`
    const { problems, texts } = await folder({
      "a.adoc":
        "= A\n\ninclude::../../etc/passwd[]\n\ninclude::/etc/passwd[]\n\ninclude::https://example.com/x.adoc[]\n\ninclude::gone.adoc[]\n\ninclude::a.adoc[]\n\n{docdir}{user-home}{docfile}\n\nEnd.\n",
      "b.adoc": `= B\n\n${twice("_1.adoc")}`,
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`_${index + 1}.adoc`, twice(`_${index + 2}.adoc`)])
      ),
      "_31.adoc": "x\n",
      "c.adoc": "= C\n\ninclude::d.adoc[]\n\nc\n",
      "d.adoc": "= D\n\ninclude::c.adoc[]\n\nd\n"
    })
    assert.notMatch(texts["a.md"] ?? "", /root:|Includes|\/work|\/home/)
    assert.include(texts["a.md"], "End.")
    for (const reason of [
      "a.adoc: includes ../../etc/passwd, which is outside the folder; it is left out",
      "a.adoc: includes https://example.com/x.adoc, which is outside the folder; it is left out",
      "a.adoc: includes gone.adoc, which does not exist",
      "a.adoc: includes a.adoc, which includes itself; it is left out",
      "c.adoc: includes c.adoc, which includes itself; it is left out"
    ]) {
      assert.include(problems, reason)
    }
    assert.isTrue(
      problems.some((each) => each.startsWith("b.adoc: includes") && each.includes("which exceeds the limits"))
    )
    assert.include(texts["c.md"], "d")
  })

  it("keeps what AsciiDoc has and markdown has not as the nearest thing", async () => {
    const { texts } = await document(
      "page.adoc",
      new TextEncoder().encode(
        [
          "= Page\n:stem: latexmath",
          "Text with stem:[x^2].footnote:[A note.]",
          "WARNING: Hot.",
          "Term:: What it is.",
          "And then:",
          ". One\n+\n----\ncode\n----\n. Two",
          ".Title\n[source,js]\n----\nlet a = 1\n----",
          "|===\n|A |B\n\n|1 |2\n|===",
          "[stem]\n++++\n\\frac{a}{b}\n++++"
        ].join("\n\n")
      )
    )
    assert.strictEqual(
      texts["page.md"],
      [
        "# Page",
        "Text with $x^2$.[^1]",
        '{% hint style="warning" %}\n**Warning**\n\nHot.\n{% endhint %}',
        "* **Term**\n\n  What it is.",
        "And then:",
        "1. One\n\n   ```\n   code\n   ```\n\n2. Two",
        '{% code title="Title" %}\n```js\nlet a = 1\n```\n{% endcode %}',
        "| A | B |\n| - | - |\n| 1 | 2 |",
        "$$\n\\frac{a}{b}\n$$",
        "[^1]: A note.\n"
      ].join("\n\n")
    )
  })

  it("is refused by name where it is no text", async () => {
    assert.match(await refusal("page.adoc", new Uint8Array([0xff, 0xfe, 0xfd])), /^page\.adoc: expected UTF-8 text/)
    assert.match(await refusal("page.adoc", new Uint8Array(6_000_000)), /^page\.adoc: expected at most 5242880 bytes/)
  })
})
