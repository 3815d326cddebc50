/** Elements and macros of Confluence's storage format, after its documentation, and the markdown that each becomes. */
import { expect, it } from "vitest"
import { readStorage, referenceKey } from "../../src/confluence/StoragePage.js"

it.each<[what: string, storage: string, markdown: string, lost?: ReadonlyArray<string>]>([
  [
    "code with title, collapse, linenumbers",
    '<ac:structured-macro ac:name="code" ac:schema-version="1"><ac:parameter ac:name="language">py</ac:parameter><ac:parameter ac:name="title">a.py</ac:parameter><ac:parameter ac:name="linenumbers">true</ac:parameter><ac:plain-text-body><![CDATA[print("]]]]><![CDATA[>")]]></ac:plain-text-body></ac:structured-macro>',
    '{% code title="a.py" %}\n```python\nprint("]]>")\n```\n{% endcode %}'
  ],
  [
    "panel with title and colour",
    '<ac:structured-macro ac:name="panel"><ac:parameter ac:name="title">Head</ac:parameter><ac:parameter ac:name="bgColor">#fff</ac:parameter><ac:rich-text-body><p>In</p></ac:rich-text-body></ac:structured-macro>',
    '{% hint style="info" %}\n**Head**\n\nIn\n{% endhint %}'
  ],
  [
    "user mention",
    '<p>Ask <ac:link><ri:user ri:account-id="557058:abc" /></ac:link> now</p>',
    "Ask now",
    ["the mention of a user is left out"]
  ],
  [
    "user mention with body",
    '<p>Ask <ac:link><ri:user ri:userkey="1" /><ac:link-body>Ada</ac:link-body></ac:link> now</p>',
    "Ask Ada now"
  ],
  [
    "link to anchor here",
    '<p><ac:link ac:anchor="My Part"><ac:plain-text-link-body><![CDATA[jump]]></ac:plain-text-link-body></ac:link></p><h2>My Part</h2>',
    "[jump](#my-part)\n\n## My Part"
  ],
  [
    "anchor macro",
    '<p><ac:link ac:anchor="spot"><ac:plain-text-link-body><![CDATA[jump]]></ac:plain-text-link-body></ac:link></p><p><ac:structured-macro ac:name="anchor"><ac:parameter ac:name="">spot</ac:parameter></ac:structured-macro>Here</p>',
    '[jump](#spot)\n\n<a href="#spot" id="spot"></a>Here'
  ],
  [
    "external link with query",
    '<p><a href="https://e.example/?a=1&amp;b=2#c">x</a></p>',
    "[x](https://e.example/?a=1\\&b=2#c)"
  ],
  [
    "link to attachment unknown",
    '<p><ac:link><ri:attachment ri:filename="Plan 1.pdf" /><ac:plain-text-link-body><![CDATA[the plan]]></ac:plain-text-link-body></ac:link></p>',
    "the plan",
    ["the link to Plan 1.pdf is left out: the export does not have it"]
  ],
  [
    "link to space",
    '<p><ac:link><ri:space ri:space-key="DOC" /></ac:link></p>',
    "DOC",
    ["the link to DOC is left out: the export does not have it"]
  ],
  [
    "short link card",
    '<p><a href="https://e.example/x" data-card-appearance="inline">https://e.example/x</a></p>',
    "[https://e.example/x](https://e.example/x)"
  ],
  [
    "image with size, alt, thumbnail, link",
    '<p><ac:link><ri:page ri:content-title="Home" /><ac:link-body><ac:image ac:width="300" ac:alt="A"><ri:url ri:value="https://e.example/p.png" /></ac:image></ac:link-body></ac:link></p>',
    "![A](https://e.example/p.png)",
    ["the link to Home is left out: the export does not have it"]
  ],
  [
    "image in hyperlink",
    '<p><ac:image ac:href="https://e.example/to" ac:alt="A" ac:title="T"><ri:url ri:value="https://e.example/p.png" /></ac:image></p>',
    '[![A](https://e.example/p.png "T")](https://e.example/to)'
  ],
  [
    "expand in list",
    '<ul><li><p>a</p><ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">More</ac:parameter><ac:rich-text-body><p>in</p></ac:rich-text-body></ac:structured-macro></li></ul>',
    "* a\n\n  <details>\n\n  <summary>More</summary>\n\n  in\n\n  </details>"
  ],
  [
    "nested tasks",
    '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body><span class="placeholder-inline-tasks">a <time datetime="2031-01-02" /></span></ac:task-body></ac:task><ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>b</ac:task-body></ac:task></ac:task-list></ac:task-list>',
    "* [ ] a 2031-01-02\n  * [x] b"
  ],
  [
    "table with header column, colspan, numbering",
    '<table data-layout="default"><colgroup><col style="width: 100px;"/><col/></colgroup><tbody><tr><th class="numberingColumn"></th><th><p>A</p></th></tr><tr><td class="numberingColumn">1</td><td colspan="1"><p>x</p><p>y</p></td></tr></tbody></table>',
    "| | A |\n| - | - |\n| 1 | x<br>y |"
  ],
  [
    "table with highlight",
    '<table><tbody><tr><th><p><strong>A</strong></p></th><th>B</th></tr><tr><td data-highlight-colour="#e3fcef"><ul><li>1</li></ul></td><td><ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">Green</ac:parameter><ac:parameter ac:name="title">OK</ac:parameter></ac:structured-macro></td></tr></tbody></table>',
    "<table>\n<thead>\n<tr>\n<th>\n\n**A**\n\n</th>\n<th>\n\nB\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>\n\n* 1\n\n</td>\n<td>\n\n**OK**\n\n</td>\n</tr>\n</tbody>\n</table>"
  ],
  [
    "formats",
    '<p><u>u</u> <del>d</del> <s>s</s> H<sub>2</sub> x<sup>2</sup> <code>c</code> <em>e</em> <strong>b</strong> <span style="color: rgb(255,0,0);">red</span> <span style="background-color: rgb(255,240,179);">hi</span></p>',
    "<u>u</u> ~~d~~ ~~s~~ H<sub>2</sub> x<sup>2</sup> `c` *e* **b** red <mark>hi</mark>"
  ],
  [
    "entities",
    "<p>a&nbsp;b &ndash; c &euro; &hellip; &rarr; &lt;tag&gt; &amp;amp; {macro} [link]</p>",
    "a b – c € … → \\<tag> \\&amp; {macro} \\[link]"
  ],
  [
    "numbered list start",
    '<ol start="4"><li><p>four</p><ol><li><p>sub</p></li></ol></li></ol>',
    "4. four\n\n   1. sub"
  ],
  ["blockquote and hr", "<blockquote><p>q</p></blockquote><hr /><p>a</p>", "> q\n\n***\n\na"],
  [
    "excerpt include",
    '<ac:structured-macro ac:name="excerpt-include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Home" /></ac:link></ac:parameter></ac:structured-macro>',
    "Home",
    ["the page Home is linked to, not included", "the link to Home is left out: the export does not have it"]
  ],
  [
    "include",
    '<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Home" /></ac:link></ac:parameter></ac:structured-macro>',
    "Home",
    ["the page Home is linked to, not included", "the link to Home is left out: the export does not have it"]
  ],
  [
    "excerpt hidden",
    '<ac:structured-macro ac:name="excerpt"><ac:parameter ac:name="hidden">true</ac:parameter><ac:rich-text-body><p>secret summary</p></ac:rich-text-body></ac:structured-macro><p>a</p>',
    "a",
    ["hidden text is left out"]
  ],
  [
    "jira",
    '<p>See <ac:structured-macro ac:name="jira"><ac:parameter ac:name="server">Jira</ac:parameter><ac:parameter ac:name="key">ABC-12</ac:parameter></ac:structured-macro>.</p>',
    "See ABC-12.",
    ["only the key of an issue of Jira is kept"]
  ],
  [
    "details (page properties)",
    '<ac:structured-macro ac:name="details"><ac:rich-text-body><table><tbody><tr><th>Owner</th><td>Ada</td></tr></tbody></table></ac:rich-text-body></ac:structured-macro>',
    "| | |\n| - | - |\n| **Owner** | Ada |"
  ],
  [
    "children, toc, gallery",
    '<ac:structured-macro ac:name="toc"><ac:parameter ac:name="maxLevel">2</ac:parameter></ac:structured-macro><p>a</p><ac:structured-macro ac:name="gallery" />',
    "a",
    ["the macro gallery is left out"]
  ],
  [
    "tabs (ui-tabs)",
    '<ac:structured-macro ac:name="ui-tabs"><ac:rich-text-body><ac:structured-macro ac:name="ui-tab"><ac:parameter ac:name="title">One</ac:parameter><ac:rich-text-body><p>1</p></ac:rich-text-body></ac:structured-macro><ac:structured-macro ac:name="ui-tab"><ac:parameter ac:name="title">Two</ac:parameter><ac:rich-text-body><p>2</p></ac:rich-text-body></ac:structured-macro></ac:rich-text-body></ac:structured-macro>',
    '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n\n{% tab title="Two" %}\n2\n{% endtab %}\n{% endtabs %}'
  ],
  [
    "ui-expand",
    '<ac:structured-macro ac:name="ui-expand"><ac:parameter ac:name="title">More</ac:parameter><ac:rich-text-body><p>in</p></ac:rich-text-body></ac:structured-macro>',
    "<details>\n\n<summary>More</summary>\n\nin\n\n</details>"
  ],
  [
    "html macro",
    '<ac:structured-macro ac:name="html"><ac:plain-text-body><![CDATA[<b>x</b>]]></ac:plain-text-body></ac:structured-macro>',
    "```html\n<b>x</b>\n```",
    ["only the content of the macro html is kept"]
  ],
  [
    "quote macro / tip inline",
    '<ac:structured-macro ac:name="quote"><ac:rich-text-body><p>q</p></ac:rich-text-body></ac:structured-macro>',
    "> q"
  ],
  [
    "view-file",
    '<ac:structured-macro ac:name="view-file"><ac:parameter ac:name="name"><ri:attachment ri:filename="a.pdf" /></ac:parameter></ac:structured-macro>',
    "a.pdf",
    ["the link to a.pdf is left out: the export does not have it"]
  ],
  [
    "inline comment marker",
    '<p>a <ac:inline-comment-marker ac:ref="x">marked</ac:inline-comment-marker> b</p>',
    "a marked b"
  ],
  ["placeholder", "<p>a <ac:placeholder>type here</ac:placeholder> b</p>", "a b"],
  [
    "emoji with shortname",
    '<p><ac:emoticon ac:name="blue-star" ac:emoji-shortname=":smile:" ac:emoji-id="1f604" ac:emoji-fallback="😄" /> <ac:emoticon ac:name="custom" ac:emoji-shortname=":team_logo:" ac:emoji-id="x" ac:emoji-fallback=":team_logo:" /></p>',
    "😄 :team_logo:"
  ],
  [
    "footnote macro",
    '<p>a<ac:structured-macro ac:name="footnote"><ac:rich-text-body><p>note</p></ac:rich-text-body></ac:structured-macro> b</p><ac:structured-macro ac:name="display-footnotes" />',
    "a[^1] b\n\n[^1]: note &#x20;"
  ],
  ["line break & nbsp para", "<p>a<br />b</p><p>&nbsp;</p><p>c</p>", "a\\\nb\n\nc"],
  ["preformatted & pre", "<pre>a\n  b</pre>", "```\na\n  b\n```"],
  [
    "heading with formats",
    '<h2><strong>Bold</strong> <ac:emoticon ac:name="tick" /> head</h2><p>x</p>',
    "## **Bold** ✅ head\n\nx"
  ],
  [
    "layout three columns",
    '<ac:layout><ac:layout-section ac:type="three_equal"><ac:layout-cell><h2>A</h2><p>a</p></ac:layout-cell><ac:layout-cell><p>b</p></ac:layout-cell><ac:layout-cell><p>c</p></ac:layout-cell></ac:layout-section></ac:layout>',
    "## A\n\na\n\nb\n\nc"
  ],
  [
    "markdown macro",
    '<ac:structured-macro ac:name="markdown"><ac:plain-text-body><![CDATA[# Hi\n* a]]></ac:plain-text-body></ac:structured-macro>',
    "```markdown\n# Hi\n* a\n```",
    ["only the content of the macro markdown is kept"]
  ],
  [
    "drawio",
    '<ac:structured-macro ac:name="drawio"><ac:parameter ac:name="diagramName">Flow</ac:parameter></ac:structured-macro>',
    "",
    ["the macro drawio is left out"]
  ],
  [
    "adf decision, extension",
    '<ac:adf-extension><ac:adf-node type="bodied-extension"><ac:adf-attribute key="x">y</ac:adf-attribute></ac:adf-node><ac:adf-fallback><p>fall</p></ac:adf-fallback></ac:adf-extension>',
    "fall"
  ],
  [
    "expand adf nested",
    '<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">A &amp; B &lt;c&gt;</ac:parameter><ac:rich-text-body><ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[x]]></ac:plain-text-body></ac:structured-macro></ac:rich-text-body></ac:structured-macro>',
    "<details>\n\n<summary>A &amp; B &lt;c&gt;</summary>\n\n```\nx\n```\n\n</details>"
  ],
  [
    "multimedia",
    '<ac:structured-macro ac:name="multimedia"><ac:parameter ac:name="name"><ri:attachment ri:filename="v.mp4" /></ac:parameter></ac:structured-macro>',
    "v.mp4",
    ["the link to v.mp4 is left out: the export does not have it"]
  ],
  [
    "profile, contributors",
    '<ac:structured-macro ac:name="profile"><ac:parameter ac:name="user"><ri:user ri:account-id="x" /></ac:parameter></ac:structured-macro>',
    "",
    ["the macro profile is left out"]
  ]
])("reads %s", (_, storage, markdown, lost = []) => {
  expect(readStorage({ storage, address: "import:/page", known: new Map() })).toMatchObject({ markdown, lost })
})

const user = '<ac:link><ri:user ri:account-id="7" /></ac:link>'
const drawing =
  '<ac:structured-macro ac:name="drawio"><ac:parameter ac:name="diagramName">Flow</ac:parameter></ac:structured-macro>'
it.each([
  ["users", { kind: "user", name: "7" }, "Ada", `<p>Ask ${user}.</p>`, "Ask @Ada."],
  ["drawings", { kind: "attachment", name: "Flow.png" }, "import:/f.png", drawing, "![Flow](import:/f.png)"],
  [
    "pages that are included",
    { kind: "page", name: "Home" },
    "import:/1",
    '<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Home" /></ac:link></ac:parameter></ac:structured-macro>',
    "[Home](import:/1)"
  ]
] as const)("shows %s that the export has", (_, reference, value, storage, markdown) => {
  const known = new Map([[referenceKey(reference), value]])
  expect(readStorage({ storage, address: "import:/page", known }).markdown).toBe(markdown)
})
