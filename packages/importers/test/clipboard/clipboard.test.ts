/** What programs put on the clipboard, written after what they were seen to write and after the formats' descriptions. */
import { expect, it } from "vitest"
import { readClipboard } from "../../src/clipboard/Clipboard.js"

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** The paragraphs of Word for Windows, with the head that it puts around every copy. */
const word = (body: string): string =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15"><link rel=File-List href="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`

const wordItem = (sign: string, level: number, text: string, list = 0): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`

/** A copy from Google Docs: formats are styles of spans, in an element that is bold only by its name. */
const google = (body: string): string =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f0e8a0c-7fff-2d8c-6e36-1c1d5e5a1a1a">${body}</b>`
const run = (text: string, style = ""): string =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`
const paragraph = (inner: string): string =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${inner}</p>`
const googleItem = (level: number, text: string): string =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;" role="presentation">${run(text)}</p></li>`

const clipboards: ReadonlyArray<readonly [from: string, html: string, markdown: string]> = [
  [
    "Word: headings and formats",
    word(
      '<h2>Setup<o:p></o:p></h2><p class=MsoNormal>Use <b>bold</b>, <i>italic</i> and <a href="https://example.com/a">a link</a>.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Then go on.<o:p></o:p></p>'
    ),
    "## Setup\n\nUse **bold**, *italic* and [a link](https://example.com/a).\n\nThen go on."
  ],
  [
    "Word: nested lists",
    word(wordItem("·", 1, "one") + wordItem("o", 2, "inner") + wordItem("·", 1, "two") + wordItem("1.", 1, "first", 1)),
    "* one\n  * inner\n* two\n\n1. first"
  ],
  [
    "Word: a table and a picture of the file system",
    word(
      '<table class=MsoTableGrid border=1 cellspacing=0><tr><td width=301 valign=top><p class=MsoNormal><b>Name</b><o:p></o:p></p></td><td><p class=MsoNormal><b>Use</b><o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>a<o:p></o:p></p></td><td><p class=MsoNormal>1 | 2<o:p></o:p></p></td></tr></table><p class=MsoNormal><img width=10 height=10 src="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" alt="A diagram"></p>'
    ),
    "| | |\n| - | - |\n| **Name** | **Use** |\n| a | 1 \\| 2 |\n\nA diagram"
  ],
  [
    "Word for the web",
    '<div class="OutlineElement Ltr SCXW1" style="direction:ltr"><p class="Paragraph SCXW1" xml:lang="EN-US"><span class="TextRun SCXW1" style="font-weight:bold"><span class="NormalTextRun SCXW1">Bold</span></span><span class="TextRun SCXW1"><span class="NormalTextRun SCXW1"> and plain</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></div>',
    "**Bold** and plain"
  ],
  [
    "Excel",
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl63 {mso-number-format:0;}--></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=128><!--StartFragment--><col width=64 span=2><tr height=20><td height=20 class=xl63 width=64>Item</td><td width=64>Price</td></tr><tr height=20><td height=20>Pen</td><td align=right>1.5</td></tr><!--EndFragment--></table></body></html>',
    "| Item | Price |\n| - | -: |\n| Pen | 1.5 |"
  ],
  [
    "Google Docs: formats",
    google(
      `<h2 dir="ltr" style="line-height:1.38;">${run("Setup", "font-size:16pt")}</h2>${paragraph(run("Use ") + run("bold", "font-weight:700") + run(", ") + run("italic", "font-style:italic") + run(", ") + run("gone", "text-decoration:line-through") + run(" and ") + run("code()", "font-family:'Courier New',monospace") + run("."))}<br />${paragraph(`<a href="https://example.com/" style="text-decoration:none;">${run("a link", "text-decoration:underline;color:#1155cc")}</a>`)}`
    ),
    "## Setup\n\nUse **bold**, *italic*, ~~gone~~ and `code()`.\n\n[a link](https://example.com/)"
  ],
  [
    "Google Docs: nested lists",
    google(
      `<ul style="margin-top:0;">${googleItem(1, "one")}<ul>${googleItem(2, "inner")}</ul>${googleItem(1, "two")}</ul>`
    ),
    "* one\n  * inner\n* two"
  ],
  [
    "Google Docs: a table",
    google(
      `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td style="vertical-align:top">${paragraph(run("Name"))}</td><td>${paragraph(run("Use"))}</td></tr><tr><td>${paragraph(run("a"))}</td><td>${paragraph(run("b"))}</td></tr></tbody></table></div>`
    ),
    "| | |\n| - | - |\n| Name | Use |\n| a | b |"
  ],
  [
    "Google Sheets",
    '<meta charset=\'utf-8\'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;" data-sheets-value="{}">Item</td><td>Price</td></tr><tr><td>Pen</td><td>1.5</td></tr></tbody></table></google-sheets-html-origin>',
    "| Item | Price |\n| - | - |\n| Pen | 1.5 |"
  ],
  [
    "Notion",
    '<meta charset=\'utf-8\'><!-- notionvc: 0b0b0b0b-0000-4000-8000-000000000000 --><h2>Setup</h2><ul><li>one<ul><li>inner</li></ul></li></ul><ul><li><input type="checkbox" disabled="" checked="">done</li></ul><pre><code class="language-bash">npm start</code></pre><blockquote>A quote</blockquote>',
    "## Setup\n\n* one\n  * inner\n* [x] done\n\n```bash\nnpm start\n```\n\n> A quote"
  ],
  [
    "Confluence's editor",
    '<meta charset=\'utf-8\'><h2 data-pm-slice="1 1 []">Setup</h2><p>Run <code>npm start</code> and <strong>wait</strong>.</p><div data-panel-type="info" data-node-type="panel"><div><p>Mind the gap.</p></div></div><ol class="ak-ol" start="1" data-indent-level="1"><li><p>first</p></li><li><p>second</p></li></ol>',
    '## Setup\n\nRun `npm start` and **wait**.\n\n{% hint style="info" %}\nMind the gap.\n{% endhint %}\n\n1. first\n2. second'
  ],
  [
    "a page of GitHub",
    '<meta charset=\'utf-8\'><div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element" dir="auto">Install</h2><a id="user-content-install" class="anchor" aria-label="Permalink: Install" href="https://github.com/a/b#install"><svg class="octicon octicon-link" viewBox="0 0 16 16"><path d="m7.775 3.275"></path></svg></a></div><div class="highlight highlight-source-shell"><pre>npm install <span class="pl-k">--save-dev</span> vitest</pre></div><p dir="auto">See <a href="https://github.com/a/b/blob/main/docs/x.md">the manual</a>.</p>',
    "## Install\n\n```shell\nnpm install --save-dev vitest\n```\n\nSee [the manual](https://github.com/a/b/blob/main/docs/x.md)."
  ],
  [
    "Wikipedia",
    '<meta charset=\'utf-8\'><span style="color: rgb(32, 33, 34); font-family: sans-serif; display: inline !important; float: none;">A<span>&nbsp;</span></span><b style="color: rgb(32, 33, 34);">wiki</b><span style="display: inline;"><span>&nbsp;</span>is a form of<span>&nbsp;</span></span><a href="https://en.wikipedia.org/wiki/Hypertext" title="Hypertext">hypertext</a>',
    'A **wiki** is a form of [hypertext](https://en.wikipedia.org/wiki/Hypertext "Hypertext")'
  ],
  [
    "MDN",
    '<meta charset=\'utf-8\'><p>The <code>map()</code> method:</p><div class="code-example"><div class="example-header"><span class="language-name">js</span></div><pre class="brush: js notranslate"><code><span class="token keyword">const</span> a = [1]\n\na.<span class="token function">map</span>(f)</code></pre></div>',
    "The `map()` method:\n\n```js\nconst a = [1]\n\na.map(f)\n```"
  ],
  [
    "an assistant's answer",
    '<html><body><!--StartFragment--><p data-start="0" data-end="10">Use <strong data-start="4" data-end="8">one</strong>:</p><ol data-start="12"><li data-start="12"><p data-start="15">first</p><ul><li>a</li></ul></li><li><p>second</p></li></ol><!--EndFragment--></body></html>',
    "Use **one**:\n\n1. first\n   * a\n2. second"
  ],
  [
    "LibreOffice",
    '<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><meta name="generator" content="LibreOffice 24.2 (Linux)"/><style type="text/css">p { line-height: 115% } em { font-style: italic }</style></head><body lang="en-GB" dir="ltr"><h3 class="western">Setup</h3><p style="line-height: 100%">An <em>odd</em> <font face="Liberation Mono"><code>thing</code></font><br/>on two lines</p></body></html>',
    "### Setup\n\nAn *odd* `thing`\\\non two lines"
  ],
  [
    "Pages and Notes of macOS",
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 13.0px Helvetica} span.s1 {font-weight: bold} li.li1 {margin: 0.0px}</style></head><body><p class="p1"><b>Title</b></p><p class="p1">Text<span class="Apple-converted-space">&nbsp;</span></p><ul class="ul1"><li class="li1">one</li></ul></body></html>',
    "**Title**\n\nText\n\n* one"
  ],
  [
    "a chat",
    '<meta charset=\'utf-8\'><div class="p-rich_text_section" style="box-sizing: inherit;">Try<span>&nbsp;</span><code data-stringify-type="code" class="c-mrkdwn__code">npm ci</code><span>&nbsp;</span>first</div><ul data-stringify-type="unordered-list" class="p-rich_text_list" data-indent="0"><li data-stringify-indent="0">one</li></ul>',
    "Try `npm ci` first\n\n* one"
  ],
  [
    "a mail",
    '<div dir="ltr">Hello,<div><br></div><div>see <a href="https://www.google.com/url?q=https://example.com/x&amp;sa=D">this</a>.</div><div><br></div><div>Ada</div></div>',
    "Hello,\n\nsee [this](https://example.com/x).\n\nAda"
  ],
  [
    "a page with links and pictures of its own place",
    '<meta charset=\'utf-8\'><h3>Plan</h3><p>See <a href="/relative">there</a> and <a href="javascript:alert(1)">here</a>.<img src="https://example.com/a.png" alt="A"><script>alert(1)</script></p>',
    "### Plan\n\nSee there and here.![A](https://example.com/a.png)"
  ]
]

it.each(clipboards)("reads a copy from %s", (_, html, markdown) => {
  expect(readClipboard(html)).toEqual({ markdown, pictures: [] })
})

it("takes pictures out of the text, in which their bytes have no place", () => {
  const { markdown, pictures } = readClipboard(`<p>Before</p><p><img src="${pixel}" alt="A pixel"></p>`)
  expect(pictures).toEqual([{ placeholder: expect.any(String), data: pixel }])
  expect(markdown).toBe(`Before\n\n![A pixel](${pictures[0]!.placeholder})`)
})
