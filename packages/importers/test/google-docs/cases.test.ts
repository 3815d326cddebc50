/** Constructs as Google Docs writes them to HTML, and the markdown that each becomes. */
import { expect, it } from "vitest"
import { plainDocument } from "../../src/google-docs/Styles.js"
import { measureTree } from "../../src/html/HtmlPage.js"
import { parseHtml } from "../../src/html/Parse.js"

it.each<[what: string, html: string, markdown: string]>([
  [
    "one-row table",
    '<html><body><p class="title">T</p><table><tr><td><p><span>a</span></p></td><td><p><span>b</span></p></td></tr></table></body></html>',
    "| | |\n| - | - |\n| a | b |"
  ],
  [
    "one cell table (code box)",
    '<html><head><style>.c3{font-family:"Courier New"}</style></head><body><p class="title">T</p><table><tr><td><p><span class="c3">a = 1</span></p><p><span class="c3">&nbsp; b</span></p></td></tr></table></body></html>',
    "```\na = 1\n  b\n```"
  ],
  [
    "one cell table text",
    '<html><body><p class="title">T</p><table><tr><td><p><span>Note this</span></p></td></tr></table></body></html>',
    "Note this"
  ],
  [
    "merged",
    '<html><body><p class="title">T</p><table><tr><td colspan="2" rowspan="1"><p><span>wide</span></p></td></tr><tr><td colspan="1" rowspan="1"><p><span>1</span></p></td><td colspan="1" rowspan="1"><p><span>2</span></p></td></tr></table></body></html>',
    '<table>\n<tbody>\n<tr>\n<td colspan="2">\n\nwide\n\n</td>\n</tr>\n<tr>\n<td>\n\n1\n\n</td>\n<td>\n\n2\n\n</td>\n</tr>\n</tbody>\n</table>'
  ],
  [
    "underline, highlight",
    '<html><head><style>.c1{text-decoration:underline}.c2{background-color:#ffff00}.c4{background-color:#ffffff;color:#000000}.c5{color:#1155cc;text-decoration:underline}.c6{color:inherit;text-decoration:inherit}</style></head><body><p class="title">T</p><p><span class="c1">under</span> <span class="c2">marked</span> <span class="c4">plain</span> <span class="c5"><a class="c6" href="https://www.google.com/url?q=https://e.example/a?b%3D1%23c&amp;sa=D">link</a></span></p></body></html>',
    "<u>under</u> <mark>marked</mark> plain [link](https://e.example/a?b=1#c)"
  ],
  [
    "start number",
    '<html><body><p class="title">T</p><ol class="c lst-kix_a-0 start" start="5"><li><span>five</span></li><li><span>six</span></li></ol><p><span>between</span></p><ol class="c lst-kix_a-0" start="7"><li><span>seven</span></li></ol></body></html>',
    "5. five\n6. six\n\nbetween\n\n7. seven"
  ],
  [
    "native checklist",
    '<html><head><style>ul.lst-kix_list_1-0{list-style-type:none}.lst-kix_list_1-0>li:before{content:"\\002610   "}</style></head><body><p class="title">T</p><ul class="c1 lst-kix_list_1-0 start"><li class="c2 li-bullet-0"><span>todo</span></li></ul></body></html>',
    "* todo"
  ],
  ["line break in paragraph", '<html><body><p class="title">T</p><p><span>a<br>b</span></p></body></html>', "a\\\nb"],
  [
    "toc",
    '<html><body><p class="title"><span>T</span></p><p><span><a href="#h.abc">Part</a></span></p><h1 id="h.abc"><span>Part</span></h1><p><span>x</span></p></body></html>',
    "[Part](#part)\n\n## Part\n\nx"
  ],
  [
    "bookmark link",
    '<html><body><p class="title"><span>T</span></p><p><span><a href="#bookmark=id.xyz">to</a></span></p><h2><span>H</span></h2><p><a id="bookmark=id.xyz"></a><span>there</span></p></body></html>',
    "[to](#h)\n\n## H\n\nthere"
  ],
  [
    "heading with tab number & formatting",
    '<html><head><style>.b{font-weight:700}.i{font-style:italic}</style></head><body><p class="title"><span>T</span></p><h2><span class="b">A </span><span class="i">b</span></h2></body></html>',
    "## A *b*"
  ],
  [
    "image with alt, crop",
    '<html><body><p class="title"><span>T</span></p><p><span style="overflow:hidden;width:624px;height:351px"><img alt="A chart" src="images/image2.png" style="width:624px" title="Chart title"></span></p></body></html>',
    '![A chart](https://a.example/g/images/image2.png "Chart title")'
  ],
  [
    "horizontal rule and page break",
    '<html><body><p class="title"><span>T</span></p><p><span>a</span></p><hr><p><span>b</span></p><hr style="page-break-before:always;display:none;"><p><span>c</span></p></body></html>',
    "a\n\n***\n\nb\n\nc"
  ],
  [
    "nbsp indent code",
    '<html><head><style>.c3{font-family:"Consolas"}</style></head><body><p class="title"><span>T</span></p><p><span class="c3">if x:</span></p><p><span class="c3">&nbsp; &nbsp; y</span></p><p><span class="c3"></span></p><p><span class="c3">z</span></p></body></html>',
    "```\nif x:\n    y\n\nz\n```"
  ],
  [
    "inline code",
    '<html><head><style>.c3{font-family:"Roboto Mono"}</style></head><body><p class="title"><span>T</span></p><p><span>Use </span><span class="c3">npm i</span><span> now</span></p></body></html>',
    "Use `npm i` now"
  ],
  [
    "quote by indent/ suggestions",
    '<html><body><p class="title"><span>T</span></p><p><span>Ask </span><span><a href="mailto:ada@e.example">Ada Byron</a></span><span> by </span><span>Jan 2, 2024</span></p></body></html>',
    "Ask [Ada Byron](mailto:ada@e.example) by Jan 2, 2024"
  ],
  [
    "nested ordered types",
    '<html><body><p class="title">T</p><ol class="lst-kix_q-0 start" start="1"><li><span>a</span></li></ol><ol class="lst-kix_q-1 start" start="1"><li><span>b</span></li><li><span>c</span></li></ol><ol class="lst-kix_q-0" start="2"><li><span>d</span></li></ol></body></html>',
    "1. a\n\n   1. b\n   2. c\n\n2. d"
  ],
  [
    "list in cell",
    '<html><body><p class="title">T</p><table><tr><td><ul class="lst-kix_q-0 start"><li><span>a</span></li></ul><ul class="lst-kix_q-1 start"><li><span>b</span></li></ul></td><td><p><span>c</span></p></td></tr></table></body></html>',
    "<table>\n<tbody>\n<tr>\n<td>\n\n* a\n  * b\n\n</td>\n<td>\n\nc\n\n</td>\n</tr>\n</tbody>\n</table>"
  ],
  [
    "header row bold",
    '<html><head><style>.b{font-weight:700}</style></head><body><p class="title">T</p><table><thead><tr><th><p><span class="b">A</span></p></th><th><p><span class="b">B</span></p></th></tr></thead><tr><td><p><span>1</span></p></td><td><p><span>2</span></p></td></tr></table></body></html>',
    "| **A** | **B** |\n| - | - |\n| 1 | 2 |"
  ],
  [
    "footnote twice, multi-paragraph",
    '<html><body><p class="title">T</p><p><span>a</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span> b</span><sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;one</span></p><p><span>more</span></p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span>&nbsp;two </span><span><a href="https://www.google.com/url?q=https://e.example/&sa=D">l</a></span></p></div></body></html>',
    "a[^1] b[^2]\n\n[^1]: one &#x20;\n\n    more\n\n[^2]: two [l](https://e.example/)"
  ],
  ["right to left", '<html><body><p class="title">T</p><p dir="rtl"><span>שלום</span></p></body></html>', "שלום"],
  [
    "strike & sup combined",
    '<html><head><style>.s{text-decoration:line-through}.u{text-decoration:underline line-through}.p{vertical-align:super}</style></head><body><p class="title">T</p><p><span class="s">a</span> <span class="u">b</span> x<span class="p">2</span></p></body></html>',
    "~~a~~ <u>~~b~~</u> x<sup>2</sup>"
  ],
  [
    "tabs",
    '<html><body><p class="title">Tab 1</p><p><span>a</span></p><p class="title">Tab 2</p><p><span>b</span></p></body></html>',
    "a\n\n## Tab 2\n\nb"
  ]
])("reads %s", (_, html, markdown) => {
  const tree = plainDocument(parseHtml(html))
  expect(measureTree(tree, "https://a.example/g/x")).toMatchObject({ markdown, losses: [] })
})
