import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { confluenceSource } from "../../src/confluence/ConfluenceSource.js"
import { parseCsv } from "../../src/notion/Csv.js"
import { notionSource } from "../../src/notion/NotionSource.js"
import { archive, lines, readArchive } from "./reading.js"

const id = (digit: string): string => digit.repeat(32)
const wide = (text: string): string => text.replaceAll(/\n{2,}/g, "\n")

/**
 * The files of Notion's "Markdown & CSV" export: ids in file names, folders named like their page, links URL-encoded.
 */
const notionFiles = {
  [`Private & Shared/Home ${id("a")}.md`]: `# Home\n\n<aside>\n💡 Read **this**.\n\n</aside>\n\n[Second](Home/Second%20${id("b")}.md)\n\n[First](Home/First%20${id("c")}.md)\n\n[Tasks](Home/Tasks%20${id("d")}.csv)\n\n![pic](Home/image%201.png)\n\nSee https://www.notion.so/x and [by address](https://www.notion.so/ws/First-${id("c")}?pvs=4).\n`,
  [`Private & Shared/Home/Second ${id("b")}.md`]: "# Second\n\n- Toggle\n    \n    Inside.\n",
  [`Private & Shared/Home/First ${id("c")}.md`]: `# First\n\n[up](../Home%20${id("a")}.md)\n`,
  [`Private & Shared/Home/Tasks ${id("d")}.csv`]: "\uFEFFName,Status\nWrite | it,Done\n",
  [`Private & Shared/Home/Tasks ${id("d")}_all.csv`]:
    '\uFEFFName,Status,Notes\nWrite | it,Done,"a ""b"",\nc"\nOther,Open,\n',
  [`Private & Shared/Home/Tasks/Write it ${id("e")}.md`]:
    "# Write it\n\nStatus: Done\nDescription: What to do.\n\nText: of it.\n",
  [`Private & Shared/Home/Tasks/Other ${id("f")}.md`]: "# Other\n\nStatus: Open\n",
  "Private & Shared/Home/image 1.png": "png"
}

describe("a Notion export", () => {
  it.effect("of markdown and CSV, in parts", () =>
    Effect.gen(function* () {
      const entries = Object.entries(notionFiles)
      const read = yield* readArchive(
        notionSource,
        archive({
          "Export-1-Part-1.zip": archive(Object.fromEntries(entries.slice(0, 3))),
          "Export-1-Part-2.zip": archive(Object.fromEntries(entries.slice(3))),
          "Export-1-Part-3.zip": "broken"
        }),
        "notion"
      )
      const base = "Private%20%26%20Shared/Home"
      assert.deepStrictEqual(lines(read.outline.places), [
        `${base}%20${id("a")}.md`,
        `  ${base}/Second%20${id("b")}.md`,
        `  ${base}/First%20${id("c")}.md`,
        `  ${base}/Tasks%20${id("d")}.csv`,
        `    ${base}/Tasks/Other%20${id("f")}.md`,
        `    ${base}/Tasks/Write%20it%20${id("e")}.md`
      ])
      const page = (path: string) => read.pages.get(`import:/${base}${path}`)
      assert.strictEqual(
        wide(page(`%20${id("a")}.md`)?.markdown ?? ""),
        `{% hint style="info" %}\nRead **this**.\n{% endhint %}\n[Second](import:/${base}/Second%20${id("b")}.md)\n[First](import:/${base}/First%20${id("c")}.md)\n[Tasks](import:/${base}/Tasks%20${id("d")}.csv)\n![pic](import:/${base}/image%201.png)\nSee https://www.notion.so/x and [by address](import:/${base}/First%20${id("c")}.md).`
      )
      assert.strictEqual(
        page(`/Tasks%20${id("d")}.csv`)?.markdown,
        `| Name | Status | Notes |\n| --- | --- | --- |\n| Write \\| it | Done | a "b",<br>c |\n| [Other](import:/${base}/Tasks/Other%20${id("f")}.md) | Open |  |`
      )
      assert.strictEqual(page(`/Tasks%20${id("d")}.csv`)?.title, "Tasks")
      assert.deepInclude(page(`/Tasks/Write%20it%20${id("e")}.md`), {
        title: "Write it",
        description: "What to do.",
        markdown: "* **Status:** Done\n\nText: of it."
      })
      assert.deepStrictEqual(
        [...read.files.values()].map(({ name }) => name),
        ["image 1.png"]
      )
      assert.deepStrictEqual(read.outline.problems, [
        "Export-1-Part-3.zip: url: expected a zip archive; it is left out"
      ])
    })
  )

  it.effect("of HTML", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        notionSource,
        archive({
          "index.html": "<html><body><ul><li><a href='x'>Home</a></li></ul></body></html>",
          [`Home ${id("a")}.html`]: `<html><head><title>Home</title></head><body><article id="${id("a")}" class="page sans"><header><div class="page-header-icon undefined"><span class="icon">📘</span></div><h1 class="page-title">Home</h1><p class="page-description"></p></header><div class="page-body"><p>Hello</p><figure class="link-to-page"><a href="Home%20${id("a")}/Child%20${id("b")}.html">Child</a></figure></div></article></body></html>`,
          [`Home ${id("a")}/Child ${id("b")}.html`]: `<html><body><article class="page sans"><header><h1 class="page-title">Child</h1></header><div class="page-body"><figure class="block-color-gray_background callout" style="display:flex"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%">Mind</div></figure><ul class="toggle"><li><details open=""><summary>More</summary><p>In it</p></details></li></ul></div></article></body></html>`
        }),
        "notion"
      )
      assert.deepStrictEqual(lines(read.outline.places), [
        `Home%20${id("a")}.html`,
        `  Home%20${id("a")}/Child%20${id("b")}.html`
      ])
      const [home, child] = [...read.pages.values()]
      assert.deepInclude(home, { title: "Home", emoji: "📘" })
      assert.include(home?.markdown, `[Child](import:/Home%20${id("a")}/Child%20${id("b")}.html)`)
      assert.include(child?.markdown, '{% hint style="info" %}\nMind\n{% endhint %}')
      assert.include(child?.markdown, "<summary>More</summary>")
      assert.deepStrictEqual(read.outline.problems, [])
    })
  )

  it("has tables with quotes, line breaks and missing cells", () => {
    assert.deepStrictEqual(parseCsv('a,b\r\n"x,\n""y""",\n\nlast'), [["a", "b"], ['x,\n"y"', ""], [""], ["last"]])
    assert.deepStrictEqual(parseCsv(""), [])
    assert.deepStrictEqual(parseCsv('"open'), [["open"]])
  })
})

/** A page as Confluence's HTML export of a space has it. */
const exported = (title: string, body: string): string =>
  `<!DOCTYPE html><html><head><title>SPACE : ${title}</title></head><body class="theme-default aui-theme-default"><div id="page"><div id="main" class="aui-page-panel"><div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs"><li class="first"><span><a href="index.html">Space</a></span></li></ol></div><h1 id="title-heading" class="pagetitle"><span id="title-text"> Space : ${title} </span></h1></div><div id="content" class="view"><div class="page-metadata">Created by <span class='author'> Ada</span> on 1</div><div id="main-content" class="wiki-content group">${body}</div></div></div><div id="footer" role="contentinfo"><section class="footer-body"><p>Document generated by Confluence</p></section></div></div></body></html>`

/** An object of `entities.xml`. */
const object = (type: string, id: number, properties: string): string =>
  `<object class="${type}" package="com.atlassian.confluence.pages"><id name="id">${id}</id>${properties}</object>`
const text = (name: string, value: string): string => `<property name="${name}"><![CDATA[${value}]]></property>`
const reference = (name: string, type: string, id: number): string =>
  `<property name="${name}" class="${type}" package="com.atlassian.confluence.pages"><id name="id">${id}</id></property>`
const body = (id: number, page: number, storage: string): string =>
  object(
    "BodyContent",
    id,
    `${text("body", storage)}${reference("content", "Page", page)}<property name="bodyType">2</property>`
  )

describe("a Confluence export", () => {
  it.effect("in HTML: the tree of its index, links, pictures, hints", () =>
    Effect.gen(function* () {
      const read = yield* readArchive(
        confluenceSource,
        archive({
          "SPACE/index.html":
            '<html><body><div id="main-content"><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><img src="images/icons/contenttypes/home_page_16.png"><ul><li><a href="Zoo_3.html">Zoo</a></li><li><a href="2.html">Über</a><ul><li><a href="Deep_4.html">Deep</a></li></ul></li></ul></li></ul></div></body></html>',
          "SPACE/Home_1.html": exported("Home", '<p>See <a href="2.html">Über</a> <a href="/wiki/x">x</a></p>'),
          "SPACE/Zoo_3.html": exported(
            "Zoo",
            '<p><span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" src="attachments/3/9.png" data-image-src="attachments/3/9.png"></span></p>'
          ),
          "SPACE/2.html": exported(
            "Über",
            '<div class="confluence-information-macro confluence-information-macro-note"><span class="aui-icon aui-icon-small aui-iconfont-warning confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Mind.</p></div></div><div class="code panel pdl"><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false" data-theme="Confluence">int a;</pre></div></div>'
          ),
          "SPACE/Deep_4.html": exported("Deep", "<p>Deep.</p>"),
          "SPACE/attachments/3/9.png": "png",
          "SPACE/images/icons/contenttypes/home_page_16.png": "png",
          "SPACE/styles/site.css": "a"
        }),
        "confluence"
      )
      assert.deepStrictEqual(lines(read.outline.places), ["Home_1.html", "  Zoo_3.html", "  2.html", "    Deep_4.html"])
      assert.deepStrictEqual(
        [...read.pages.values()].map(({ title }) => title),
        ["Home", "Zoo", "Über", "Deep"]
      )
      assert.include(read.pages.get("import:/Home_1.html")?.markdown, "[Über](import:/2.html)")
      assert.strictEqual(read.pages.get("import:/Zoo_3.html")?.markdown.trim(), "![](import:/attachments/3/9.png)")
      const deep = read.pages.get("import:/2.html")?.markdown ?? ""
      assert.match(deep, /\{% hint style="\w+" %\}\nMind\.\n\{% endhint %\}/)
      assert.include(deep, "```java\nint a;\n```")
      assert.deepStrictEqual([...read.files.keys()], ["import:/attachments/3/9.png"])
      assert.deepStrictEqual(read.outline.problems, ["Home_1.html: /wiki/x does not exist"])
    })
  )

  it.effect("in XML: pages by parent and position, the storage format, attachments", () =>
    Effect.gen(function* () {
      const storage = [
        '<p>Hello&nbsp;<ac:link><ri:page ri:content-title="Child &amp; one" /><ac:plain-text-link-body><![CDATA[the child]]></ac:plain-text-link-body></ac:link>',
        '<ac:link ac:anchor="Part"><ri:page ri:content-title="Second" /></ac:link> <ac:link><ri:page ri:content-title="Gone" /></ac:link> <ac:link><ri:user ri:account-id="1" /></ac:link></p>',
        '<ac:image ac:alt="Pic"><ri:attachment ri:filename="a pic.png" /></ac:image>',
        '<ac:structured-macro ac:name="code" ac:schema-version="1"><ac:parameter ac:name="language">js</ac:parameter><ac:plain-text-body><![CDATA[if (a < b && c) {\n  x()\n}</object>]] ></ac:plain-text-body></ac:structured-macro>'.replace(
          "]] >",
          "]]>"
        ),
        '<ac:structured-macro ac:name="warning"><ac:parameter ac:name="title">Hot</ac:parameter><ac:rich-text-body><p>Burns.</p></ac:rich-text-body></ac:structured-macro>',
        '<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">More</ac:parameter><ac:rich-text-body><p>In it.</p></ac:rich-text-body></ac:structured-macro>',
        '<ac:structured-macro ac:name="toc" /><ac:structured-macro ac:name="jira"><ac:parameter ac:name="key">X-1</ac:parameter></ac:structured-macro>',
        "<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>Done</ac:task-body></ac:task><ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Open</ac:task-body></ac:task></ac:task-list>",
        "<table><tbody><tr><th>A</th></tr><tr><td>1</td></tr></tbody></table>"
      ].join("")
      const current = text("contentStatus", "current")
      const inSpace = reference("space", "Space", 1)
      const xml = `<?xml version="1.0" encoding="UTF-8"?><hibernate-generic datetime="2024-01-01 00:00:00">${[
        object("Space", 1, `${text("name", "Space")}${text("key", "SP")}${reference("homePage", "Page", 10)}`),
        object(
          "Page",
          12,
          `${text("title", "Second")}${current}${inSpace}<property name="position">2</property>${reference("parent", "Page", 10)}`
        ),
        object(
          "Page",
          11,
          `${text("title", "Child & one")}${current}${inSpace}<property name="position">1</property>${reference("parent", "Page", 10)}<collection name="bodyContents" class="java.util.Collection"><element class="BodyContent"><id name="id">21</id></element></collection>`
        ),
        object("Page", 10, `${text("title", "Home")}${current}${inSpace}<property name="position"/>`),
        object("Page", 13, `${text("title", "Home")}${current}${inSpace}${reference("originalVersion", "Page", 10)}`),
        object("Page", 14, `${text("title", "Draft")}${text("contentStatus", "draft")}`),
        object("BlogPost", 15, `${text("title", "News")}${current}${inSpace}`),
        object(
          "Attachment",
          30,
          `${text("title", "a pic.png")}${current}<property name="version">2</property>${reference("containerContent", "Page", 10)}`
        ),
        body(20, 10, storage.replaceAll("]]>", "]] >")),
        body(21, 11, '<p>Child of <ac:link><ri:user ri:userkey="u2" /></ac:link>.</p>'),
        `<object class="ConfluenceUserImpl" package="com.atlassian.confluence.user"><id name="key"><![CDATA[u2]]></id>${text("name", "ada")}</object>`,
        body(
          22,
          12,
          '<p><ac:link><ri:attachment ri:filename="a pic.png"><ri:page ri:content-title="Home" /></ri:attachment></ac:link></p>'
        ),
        body(25, 15, "<p>News.</p>")
      ].join("\n")}</hibernate-generic>`
      const read = yield* readArchive(
        confluenceSource,
        archive({
          "entities.xml": xml,
          "exportDescriptor.properties": "a=b",
          "attachments/10/30/1": "old",
          "attachments/10/30/2": "png"
        }),
        "confluence"
      )
      assert.deepStrictEqual(lines(read.outline.places), ["10", "  11", "  12", "(Blog)", "  15"])
      const home = read.pages.get("import:/10")
      assert.strictEqual(home?.title, "Home")
      assert.strictEqual(
        wide(home?.markdown ?? ""),
        [
          "Hello [the child](import:/11)[Second](import:/12#part) Gone",
          "![Pic](import:/attachments/10/30/2)",
          "```javascript",
          "if (a < b && c) {",
          "  x()",
          "}</object>",
          "```",
          '{% hint style="danger" %}',
          "**Hot**",
          "Burns.",
          "{% endhint %}",
          "<details>",
          "<summary>More</summary>",
          "In it.",
          "</details>",
          "X-1",
          "* [x] Done",
          "* [ ] Open",
          "| A |",
          "| - |",
          "| 1 |"
        ].join("\n")
      )
      assert.strictEqual(read.pages.get("import:/11")?.markdown, "Child of @ada.")
      assert.strictEqual(read.pages.get("import:/12")?.markdown.trim(), "[a pic.png](import:/attachments/10/30/2)")
      assert.deepStrictEqual(
        [...read.files.values()].map(({ name, bytes }) => [name, bytes.length]),
        [["a pic.png", 3]]
      )
      assert.deepStrictEqual(read.outline.problems, [
        '10: "Home": the link to Gone is left out: the export does not have it',
        '10: "Home": the mention of a user is left out',
        '10: "Home": only the key of an issue of Jira is kept'
      ])
    })
  )

  it.effect("is refused where the archive is none", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(readArchive(confluenceSource, archive({ "a.md": "a" }), "confluence"))
      assert.strictEqual(error.message, "url: expected a Confluence export with entities.xml or index.html")
    })
  )
})
