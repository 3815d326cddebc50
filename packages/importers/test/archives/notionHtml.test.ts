/** Blocks as Notion exports them to HTML, and the markdown that each becomes. */
import { expect, it } from "vitest"
import { measureHtml } from "../../src/html/HtmlPage.js"

const page = (html: string): string =>
  `<html><body><article class="page sans"><header><h1 class="page-title">T</h1></header><div class="page-body">${html}</div></article></body></html>`

it.each<[what: string, html: string, markdown: string]>([
  [
    "bookmark",
    '<figure id="b"><a href="https://e.example/post" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title">A post</div><div class="bookmark-description">What it says.</div></div><div class="bookmark-href"><img src="https://e.example/favicon.ico" class="icon bookmark-icon"/>https://e.example/post</div></div><img src="https://e.example/cover.png" class="bookmark-image"/></a><figcaption>Cap</figcaption></figure>',
    "[A post](https://e.example/post)\\\nWhat it says.\n\n*Cap*"
  ],
  [
    "bookmark without details",
    '<figure id="b"><div class="bookmark-text"></div><a href="https://e.example/post" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title"></div></div><div class="bookmark-href">https://e.example/post</div></div></a></figure>',
    "[https://e.example/post](https://e.example/post)"
  ],
  [
    "embed",
    '<figure id="x"><div class="source"><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></div></figure>',
    "[https://www.youtube.com/watch?v=abc](https://www.youtube.com/watch?v=abc)"
  ],
  [
    "file with caption",
    '<figure id="x"><div class="source"><a href="Home%20a/file%201.pdf">file 1.pdf</a></div><figcaption>The file</figcaption></figure>',
    "[file 1.pdf](https://a.example/g/Home%20a/file%201.pdf)\n\n*The file*"
  ],
  [
    "image with caption, sized",
    '<figure id="x" class="image" style="text-align:center"><a href="Home/pic%201.png"><img style="width:384px" src="Home/pic%201.png"/></a><figcaption>A <strong>cat</strong></figcaption></figure>',
    '<figure>\n\n[![](https://a.example/g/Home/pic%201.png)](https://a.example/g/Home/pic%201.png)\n\n<figcaption>\n\nA **cat**<a href="#x" id="x"></a>\n\n</figcaption>\n\n</figure>'
  ],
  [
    "code",
    '<pre id="c" class="code code-wrap"><code class="language-JavaScript" style="white-space:pre-wrap">let a = 1\n\nb()</code></pre>',
    "```javascript\nlet a = 1\n\nb()\n```"
  ],
  [
    "mermaid",
    '<pre class="code"><code class="language-Mermaid">graph LR\nA--&gt;B</code></pre>',
    "```mermaid\ngraph LR\nA-->B\n```"
  ],
  [
    "equation block",
    '<figure class="equation"><style>@import url(\'https://cdnjs.cloudflare.com/katex.css\')</style><div class="equation-container"><span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">x2</span></span></span></span></div></figure>',
    "$$\nx^2\n$$"
  ],
  [
    "equation inline",
    '<p>So <style>@import url(\'katex\')</style><span data-token-index="0" contenteditable="false" class="notion-text-equation-token" style="user-select:all"><span></span><span><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1</span></span></span><span>﻿</span></span> is</p>',
    "So $x_1$ is"
  ],
  [
    "toggle",
    '<ul id="t" class="toggle"><li><details open=""><summary>More</summary><p>In it</p><ul class="bulleted-list"><li style="list-style-type:disc">a</li></ul></details></li></ul>',
    "* <details>\n\n  <summary>More</summary>\n\n  In it\n\n  * a\n\n  </details>"
  ],
  [
    "two toggles",
    '<ul id="t" class="toggle"><li><details open=""><summary>A</summary><p>1</p></details></li></ul><ul id="u" class="toggle"><li><details open=""><summary>B</summary><p>2</p></details></li></ul>',
    "* <details>\n\n  <summary>A</summary>\n\n  1\n\n  </details>\n\n* <details>\n\n  <summary>B</summary>\n\n  2\n\n  </details>"
  ],
  [
    "toggle heading",
    '<details open=""><summary style="font-weight:600;font-size:1.5em;line-height:1.3;margin:0">Part</summary><div class="indented"><p>Text</p></div></details>',
    "<details>\n\n<summary>Part</summary>\n\nText\n\n</details>"
  ],
  [
    "numbered nested",
    '<ol type="1" class="numbered-list" start="1"><li>a<ol type="a" class="numbered-list" start="1"><li>b</li></ol><ol type="a" class="numbered-list" start="2"><li>c</li></ol></li></ol><ol type="1" class="numbered-list" start="2"><li>d</li></ol>',
    "1. a\n\n   1. b\n   2. c\n\n2. d"
  ],
  [
    "mention date & user & page",
    '<p>By <time>@January 2, 2024</time> ask <span class="user">@Ada Byron</span> or <a href="Home/Other%20bbbb.html"><span class="icon">📄</span>Other</a></p>',
    "By @January 2, 2024 ask @Ada Byron or [📄 Other](https://a.example/g/Home/Other%20bbbb.html)"
  ],
  [
    "colours",
    '<p><mark class="highlight-red">red</mark> <mark class="highlight-yellow_background">marked</mark> <mark class="highlight-default">plain</mark> <span style="border-bottom:0.05em solid">under</span> <del>struck</del> <em>it</em> <strong>bo</strong> <code>co</code></p>',
    "red <mark>marked</mark> plain <u>under</u> ~~struck~~ *it* **bo** `co`"
  ],
  [
    "simple table",
    '<table id="s" class="simple-table"><thead class="simple-table-header"><tr id="r"><th id="a" class="simple-table-header-color simple-table-header">A</th><th class="simple-table-header-color simple-table-header">B</th></tr></thead><tbody><tr><td>1<br/>2</td><td>3</td></tr></tbody></table>',
    "| A | B |\n| - | - |\n| 1<br>2 | 3 |"
  ],
  [
    "simple table row header",
    '<table class="simple-table"><tbody><tr><th class="simple-table-header-color simple-table-header">A</th><td>1</td></tr><tr><th class="simple-table-header-color simple-table-header">B</th><td>2</td></tr></tbody></table>',
    "| | |\n| - | - |\n| **A** | 1 |\n| **B** | 2 |"
  ],
  [
    "database",
    '<div class="collection-content"><h4 class="collection-title">Tasks</h4><table class="collection-content"><thead><tr><th><span class="icon property-icon"><svg></svg></span>Name</th><th>Tags</th><th>Done</th><th>When</th></tr></thead><tbody><tr id="1"><td class="cell-title"><a href="Tasks/Write%20it%20e.html">Write it</a></td><td class="cell-x"><span class="selected-value select-value-color-blue">Bug</span><span class="selected-value">Urgent</span></td><td><div class="checkbox checkbox-on"></div></td><td><time>@January 2, 2024</time></td></tr></tbody></table></div>',
    "#### Tasks\n\n| Name | Tags | Done | When |\n| - | - | - | - |\n| [Write it](https://a.example/g/Tasks/Write%20it%20e.html) | Bug, Urgent | [x] | @January 2, 2024 |"
  ],
  [
    "columns",
    '<div class="column-list"><div style="width:50%" class="column"><p>a</p></div><div style="width:50%" class="column"><p>b</p></div></div>',
    "a\n\nb"
  ],
  [
    "callout",
    '<figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex"><div style="font-size:1.5em"><span class="icon">⚠️</span></div><div style="width:100%"><p>Mind <strong>it</strong></p><ul class="bulleted-list"><li>a</li></ul></div></figure>',
    '{% hint style="warning" %}\nMind **it**\n\n* a\n{% endhint %}'
  ],
  ["quote with lines", '<blockquote class="">a<br/>b<p>c</p></blockquote>', "> a\\\n> b\n>\n> c"],
  [
    "toc nav",
    '<nav class="block-color-gray table_of_contents"><div class="table_of_contents-item table_of_contents-indent-0"><a class="table_of_contents-link" href="#h">Part</a></div></nav><h2 id="h">Part</h2><p>y</p>',
    '## Part<a href="#h" id="h"></a>\n\ny'
  ],
  ["divider & empty paras", "<p>a</p><p></p><hr/><p>b\nc</p>", "a\n\n***\n\nb c"],
  [
    "video file",
    '<figure><div class="source"><video controls src="a.mp4"></video></div></figure>',
    '{% embed url="https://a.example/g/a.mp4" %}'
  ],
  [
    "audio",
    '<figure><audio controls src="a%20b.mp3"></audio></figure>',
    '{% embed url="https://a.example/g/a%20b.mp3" %}'
  ],
  [
    "properties",
    '<table class="properties"><tbody><tr class="property-row property-row-date"><th><span class="icon property-icon"></span>When</th><td><time>@May 1, 2024 → May 3, 2024</time></td></tr><tr class="property-row property-row-url"><th>URL</th><td><a href="https://e.example" class="url-value">https://e.example</a></td></tr><tr class="property-row property-row-multi_select"><th>Tags</th><td><span class="selected-value">a</span><span class="selected-value">b</span></td></tr><tr class="property-row property-row-person"><th>Who</th><td><span class="user">Ada</span></td></tr><tr class="property-row property-row-file"><th>File</th><td><span style="margin-right:6px"><a href="a.pdf">a.pdf</a></span><span style="margin-right:6px"><a href="b.pdf">b.pdf</a></span></td></tr></tbody></table>',
    "| | |\n| - | - |\n| **When** | @May 1, 2024 → May 3, 2024 |\n| **URL** | [https://e.example](https://e.example/) |\n| **Tags** | a, b |\n| **Who** | Ada |\n| **File** | [a.pdf](https://a.example/g/a.pdf), [b.pdf](https://a.example/g/b.pdf) |"
  ],
  ["comment marks", '<p>See <span class="discussion-level-1">this</span></p>', "See this"],
  [
    "link to heading in page",
    '<p><a href="https://www.notion.so/aaaa#bbbb">x</a> <a href="#h1">y</a></p><h2 id="h1">Z</h2>',
    '[x](https://www.notion.so/aaaa#bbbb) [y](#h1)\n\n## Z<a href="#h1" id="h1"></a>'
  ],
  [
    "task with children",
    '<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">a</span><div class="indented"><p>note</p><ul class="bulleted-list"><li>b</li></ul></div></li></ul>',
    "* [ ] a\n\n  note\n\n  * b"
  ]
])("reads %s", (_, html, markdown) => {
  expect(measureHtml(page(html), "https://a.example/g/x")).toMatchObject({ markdown, losses: [] })
})
