/** Constructs of AsciiDoc, after its documentation, and the markdown that each becomes. */
import { expect, it } from "vitest"
import { document } from "./reading.js"

it.each<[what: string, text: string, markdown: string, problems?: ReadonlyArray<string>]>([
  ["lists with start and letters", "[start=4]\n. four\n. five\n\n[loweralpha]\n. a", "4. four\n\n5. five\n\n1) a"],
  ["nested lists", "* a\n** b\n.. c", "* a\n\n  * b\n\n    1. c"],
  ["checklist", "* [x] done\n* [ ] open", "* [x] done\n\n* [ ] open"],
  ["description list", "CPU:: The brain\nRAM::\n  Memory", "* **CPU**\n\n  The brain\n\n* **RAM**\n\n  Memory"],
  [
    "qanda and horizontal",
    "[qanda]\nWhat?:: That.\n\n[horizontal]\na:: b",
    "1. *What?*\n\n   That.\n\n| | |\n| - | - |\n| a | b |"
  ],
  [
    "source with callouts",
    "[source,ruby]\n----\nputs 1 # <1>\n----\n<1> Prints",
    "```ruby\nputs 1 # (1)\n```\n\n1. Prints"
  ],
  [
    "source with title, linenums",
    ".app.rb\n[source%linenums,ruby]\n----\na\n----",
    '{% code title="app.rb" %}\n```ruby\na\n```\n{% endcode %}'
  ],
  ["literal and listing", " literal\n\n....\nlit\n  x\n....", "```\nliteral\n```\n\n```\nlit\n  x\n```"],
  [
    "admonition block with title",
    ".Careful\n[WARNING]\n====\nHot.\n\n* x\n====",
    '{% hint style="warning" %}\n**Warning**\n\n**Careful**\n\nHot.\n\n* x\n{% endhint %}'
  ],
  ["tip paragraph", "TIP: Use it.", '{% hint style="success" %}\n**Tip**\n\nUse it.\n{% endhint %}'],
  [
    "sidebar, example, quote",
    ".Side\n****\ns\n****\n\n.Ex\n====\ne\n====\n\n[quote, Ada, Notes]\n____\nq\n____",
    "Side\n\ns\n\n*Example 1. Ex*\n\ne\n\n> q\n\n— Ada\\\nNotes"
  ],
  [
    "collapsible",
    ".More\n[%collapsible]\n====\nIn.\n====",
    "<details>\n\n<summary>More</summary>\n\nIn.\n\n</details>"
  ],
  [
    "table with header, alignment and spans",
    '[cols="1,>1",options="header"]\n|===\n|A |B\n2+|wide\n|1 |2\n|===',
    '<table>\n<thead>\n<tr>\n<th>\n\nA\n\n</th>\n<th>\n\nB\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td colspan="2">\n\nwide\n\n</td>\n</tr>\n<tr>\n<td>\n\n1\n\n</td>\n<td>\n\n2\n\n</td>\n</tr>\n</tbody>\n</table>'
  ],
  [
    "table with asciidoc cells",
    "|===\n|A a|\n* x\n* y\n|===",
    "<table>\n<tbody>\n<tr>\n<td>\n\nA\n\n</td>\n<td>\n\n* x\n\n* y\n\n</td>\n</tr>\n</tbody>\n</table>"
  ],
  [
    "footnotes",
    "a footnote:[One.] b footnote:x[Two.] c footnote:x[]",
    "a [^1] b [^2] c [^2]\n\n[^1]: One. &#x20;\n\n[^2]: Two. &#x20;"
  ],
  [
    "links",
    "https://e.example/?a=1#b[x] link:a%20b.html[y^] mailto:a@b.example[mail]",
    "[x](https://e.example/?a=1#b) [y](a%20b.html) [mail](mailto:a@b.example)",
    ["page.md: a%20b.html does not exist"]
  ],
  [
    "cross references",
    "<<part>> <<part,text>> xref:part[t]\n\n[#part]\n== The part\n\nx",
    '[The part](#part) [text](#part) [t](#part)\n\n## The part<a href="#part" id="part"></a>\n\nx'
  ],
  ["anchors in text", "[[spot]]There, <<spot,to>>", "There, [to](page.md)"],
  [
    "images",
    "image::a.png[Alt,300,200,link=https://e.example]\n\n.Caption\nimage::b.png[B]\n\nx image:c.png[C] y",
    "[![Alt](a.png)](https://e.example/)\n\n<figure>\n\n![B](b.png)\n\n<figcaption>\n\nFigure 1. Caption\n\n</figcaption>\n\n</figure>\n\nx ![C](c.png) y",
    ["page.md: a.png does not exist", "page.md: b.png does not exist", "page.md: c.png does not exist"]
  ],
  [
    "video and audio",
    "video::v.mp4[]\n\nvideo::abc[youtube]\n\naudio::a.mp3[]",
    '{% file src="v.mp4" %}\n\n{% embed url="https://www.youtube.com/watch?v=abc" %}\n\n{% file src="a.mp3" %}',
    ["page.md: v.mp4 does not exist", "page.md: a.mp3 does not exist"]
  ],
  [
    "formats",
    '*b* _i_ `m` #hi# [.underline]#u# [.line-through]#s# H~2~O x^2^ "`q`" kbd:[Ctrl+C]',
    "**b** *i* `m` <mark>hi</mark> <u>u</u> ~~s~~ H<sub>2</sub>O x<sup>2</sup> “q” kbd:\\[Ctrl+C]"
  ],
  [
    "ui macros",
    ":experimental:\n\nkbd:[Ctrl,C] btn:[OK] menu:File[Save]",
    "<kbd>Ctrl</kbd>+<kbd>C</kbd> **OK** **File** **›** **Save**"
  ],
  ["line breaks and nbsp", "a +\nb{nbsp}c", "a\\\nb c"],
  ["attributes", ":v: 1.2\n\nVersion {v} {undefined}", "Version 1.2 {undefined}"],
  ["stem", "stem:[sqrt(4)=2]", "`sqrt(4)=2`", ["page.adoc: has formulas in AsciiMath, which are kept as source text"]],
  ["thematic and page break", "a\n\n'''\n\nb\n\n<<<\n\nc", "a\n\n***\n\nb\n\nc"],
  ["ifdef and comments", "ifdef::x[]\nno\nendif::[]\n// comment\n////\nblock\n////\nyes", "yes"],
  ["index terms and counters", "((tiger)) text (((big, cat))) {counter:n}", "tiger text 1"],
  ["discrete heading and sections", "[discrete]\n== D\n\n=== E\nx", "## D\n\n### E\n\nx"],
  ["diagram block", "[mermaid]\n----\ngraph LR\n----", "```\ngraph LR\n```"]
])("reads %s", async (_, text, markdown, problems = []) => {
  const found = await document("page.adoc", new TextEncoder().encode(`= Page\n\n${text}\n`))
  expect([found.texts["page.md"]?.replace(/^# Page\n\n/, "").trimEnd(), found.problems]).toEqual([markdown, problems])
})
