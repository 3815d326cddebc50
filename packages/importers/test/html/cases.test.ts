/**
 * Constructs of HTML that carry meaning, after its standard and the pages of common generators, and the markdown that
 * each becomes. What cannot be kept is a problem.
 */
import { expect, it } from "vitest"
import { measureHtml } from "../../src/html/HtmlPage.js"

const address = "https://a.example/g/x"
const page = (html: string): string => (html.startsWith("<html") ? html : `<main><h1>T</h1>\n${html}</main>`)

it.each<[what: string, html: string, markdown: string, losses?: ReadonlyArray<string>]>([
  ["numbers that items state", '<ol><li>a</li><li value="5">b</li><li>c</li></ol>', "1. a\n\n5) b\n6) c"],
  ["numbers that count down", "<ol reversed><li>a</li><li>b</li><li>c</li></ol>", "3. a\n\n2) b\n\n1. c"],
  ["numbers that count down from ten", "<ol reversed start=10><li>a</li><li>b</li></ol>", "10. a\n\n9) b"],
  ["letters as numbers", '<ol type="a"><li>a</li><li>b</li></ol>', "1. a\n2. b"],
  ["a list that begins at 0", '<ol start="0"><li>a</li><li>b</li></ol>', "0. a\n1. b"],
  [
    "a list that begins below 0, as a problem",
    '<ol start="-1"><li>a</li><li>b</li></ol>',
    "1. a\n2. b",
    ["a numbered list that begins below 0 is numbered from 1"]
  ],
  ["breaks in preformatted text", "<pre>a<br>b<br/>  c</pre>", "```\na\nb\n  c\n```"],
  ["a break after a line of preformatted text", "<pre>a\n<br>b</pre>", "```\na\n\nb\n```"],
  [
    "breaks in preformatted text in a cell",
    "<table><tr><th>x</th><th>y</th></tr><tr><td><pre>a<br>b</pre></td><td>c</td></tr></table>",
    "<table>\n<thead>\n<tr>\n<th>\n\nx\n\n</th>\n<th>\n\ny\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>\n\n```\na\nb\n```\n\n</td>\n<td>\n\nc\n\n</td>\n</tr>\n</tbody>\n</table>"
  ],
  ["breaks in preformatted text in an item", "<ul><li>x<pre>a<br>b</pre></li></ul>", "* x\n  ```\n  a\n  b\n  ```"],
  [
    "two blocks of preformatted text",
    "<div><pre>a<br>b</pre><pre>c<br>d</pre></div>",
    "```\na\nb\n```\n\n```\nc\nd\n```"
  ],
  ["a picture in preformatted text", "<pre>a<br><img src=/x.png alt=P></pre>", "```\na\nP\n```"],
  ["a link in preformatted text", '<pre>a <a href="/y">link</a><br>b</pre>', "```\na link\nb\n```"],
  ["preformatted text in code", "<code><pre>a<br>b</pre></code>", "```\na\nb\n```"],
  ["an xmp element", "<xmp>a <b> c</xmp>", "```\na <b> c\n```"],
  ["a listing element", "<listing>a\nb</listing>", "```\na\nb\n```"],
  [
    "tasks of GitHub",
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled checked> done</li><li class="task-list-item"><input type="checkbox" disabled> open<ul><li class="task-list-item"><input type="checkbox" checked> sub</li></ul></li></ul>',
    "* [x] done\n* [ ] open\n  * [x] sub"
  ],
  ["scripts below and above", "<p>H<sub>2</sub>O E=mc<sup>2</sup></p>", "H<sub>2</sub>O E=mc<sup>2</sup>"],
  [
    "struck, underlined, inserted and marked text",
    "<p><s>a</s> <strike>b</strike> <del>c</del> <u>d</u> <ins>e</ins> <mark>f</mark></p>",
    "~~a~~ ~~b~~ ~~c~~ <u>d</u> e <mark>f</mark>"
  ],
  [
    "quotes, cites, terms and keys",
    '<p>He said <q>hello</q> in <cite>Book</cite> by <abbr title="World Health Organization">WHO</abbr>. <dfn>Term</dfn> <samp>out</samp> <var>x</var> <kbd>Ctrl</kbd> <small>s</small> <time datetime="2024-01-02">yesterday</time></p>',
    'He said "hello" in Book by WHO. Term `out` *x* <kbd>Ctrl</kbd> s yesterday'
  ],
  [
    "details",
    "<details open><summary>More <b>bold</b></summary><p>In</p></details>",
    "<details>\n\n<summary>More bold</summary>\n\nIn\n\n</details>"
  ],
  [
    "details without a summary",
    "<details><p>In</p></details>",
    "<details>\n\n<summary>Details</summary>\n\nIn\n\n</details>"
  ],
  [
    "details in details",
    "<details><summary>A</summary><details><summary>B</summary>x</details></details>",
    "<details>\n\n<summary>A</summary>\n\n<details>\n\n<summary>B</summary>\n\nx\n\n</details>\n\n</details>"
  ],
  [
    "a table whose foot comes before its body",
    "<table><thead><tr><th>A</th><th>B</th></tr></thead><tfoot><tr><td>sum</td><td>3</td></tr></tfoot><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    "| A | B |\n| - | - |\n| 1 | 2 |\n| sum | 3 |"
  ],
  [
    "headers of rows and columns",
    "<table><tr><td></td><th scope=col>A</th><th scope=col>B</th></tr><tr><th scope=row>r</th><td>1</td><td>2</td></tr></table>",
    "| | A | B |\n| - | - | - |\n| **r** | 1 | 2 |"
  ],
  ["a table of one row", "<table><tr><td>a</td><td>b</td></tr></table>", "| | |\n| - | - |\n| a | b |"],
  ["a table of one column", "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", "| |\n| - |\n| a |\n| b |"],
  [
    "a list in a cell",
    "<table><tr><th>A</th><th>B</th></tr><tr><td><ul><li>1</li><li>2</li></ul></td><td>x</td></tr></table>",
    "<table>\n<thead>\n<tr>\n<th>\n\nA\n\n</th>\n<th>\n\nB\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>\n\n* 1\n* 2\n\n</td>\n<td>\n\nx\n\n</td>\n</tr>\n</tbody>\n</table>"
  ],
  [
    "a cell that goes on to the end of the table",
    "<table><tr><th>A</th><th>B</th></tr><tr><td rowspan=0>1</td><td>x</td></tr><tr><td>y</td></tr></table>",
    '<table>\n<thead>\n<tr>\n<th>\n\nA\n\n</th>\n<th>\n\nB\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td rowspan="2">\n\n1\n\n</td>\n<td>\n\nx\n\n</td>\n</tr>\n<tr>\n<td>\n\ny\n\n</td>\n</tr>\n</tbody>\n</table>'
  ],
  [
    "empty cells and rows",
    "<table><tr><th>A</th><th>B</th></tr><tr><td></td><td>x</td></tr><tr><td></td><td></td></tr></table>",
    "| A | B |\n| - | - |\n| | x |"
  ],
  [
    "a picture with a size",
    '<p><img src="a.png" alt="A" width="300" height="200"></p>',
    "![A](https://a.example/g/a.png)"
  ],
  [
    "a picture with a link",
    '<a href="https://e.example/?a=1&b=2#c"><img src="a.png" alt="A"></a>',
    "[![A](https://a.example/g/a.png)](https://e.example/?a=1\\&b=2#c)"
  ],
  [
    "a figure with links",
    '<figure><a href="/big.png"><img src="a.png" alt="A"></a><figcaption>Cap <a href="/z">z</a></figcaption></figure>',
    "<figure>\n\n[![A](https://a.example/g/a.png)](https://a.example/big.png)\n\n<figcaption>\n\nCap [z](https://a.example/z)\n\n</figcaption>\n\n</figure>"
  ],
  [
    "a figure of a table",
    "<figure><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><figcaption>Tab 1</figcaption></figure>",
    "| a | b |\n| - | - |\n| 1 | 2 |\n\n*Tab 1*"
  ],
  [
    "a figure of a quotation",
    "<figure><blockquote><p>q</p></blockquote><figcaption>Ada</figcaption></figure>",
    "> q\n\n*Ada*"
  ],
  ["a sound", '<audio controls src="/a.mp3"></audio>', '{% embed url="https://a.example/a.mp3" %}'],
  [
    "a film with a link for old browsers",
    '<video controls poster="/p.png"><source src="/v.webm" type="video/webm"><a href="/v.webm">download</a></video>',
    '{% embed url="https://a.example/v.webm" %}'
  ],
  [
    "an object",
    '<p>x</p><object data="/a.pdf" type="application/pdf"><p>Get <a href="/a.pdf">the PDF</a></p></object>',
    'x\n\n{% embed url="https://a.example/a.pdf" %}'
  ],
  ["an embed element", '<embed src="/a.pdf" type="application/pdf">', '{% embed url="https://a.example/a.pdf" %}'],
  [
    "a frame without an address, as a problem",
    '<iframe srcdoc="<p>hi</p>"></iframe>',
    "",
    ["a frame or player without an address is left out"]
  ],
  [
    "spaces and hyphens that show nothing",
    "<p>10&nbsp;km &shy; soft&shy;hyphen a&zwnj;b a&#8203;b</p>",
    "10 km softhyphen a‌b ab"
  ],
  ["breaks in a paragraph", "<p>a<br>b<br><br>c</p>", "a\\\nb\\\n\\\nc"],
  ["a break in a heading", "<h2>a<br>b</h2>", "## a b"],
  [
    "breaks in cells",
    "<table><tr><th>A<br>x</th><th>B</th></tr><tr><td>a<br>b<br><br>c</td><td>x</td></tr></table>",
    "| A<br>x | B |\n| - | - |\n| a<br>b<br>c | x |"
  ],
  ["two terms of one definition", "<dl><dt>A</dt><dt>B</dt><dd>def</dd></dl>", "* **A**\\\n  **B**\n\n  def"],
  [
    "grouped definitions",
    "<dl><div><dt>A</dt><dd>1</dd></div><div><dt>B</dt><dd>2</dd></div></dl>",
    "* **A**\n\n  1\n\n* **B**\n\n  2"
  ],
  [
    "signs of markdown",
    "<p>1. a</p><p>- b</p><p># c</p><p>&gt; d</p><p>a*b*c _d_ `e` [f] &lt;g&gt; &amp;amp; ~~h~~ | i</p><p>+ j</p><p>2) k</p><p>==</p><p>---</p>",
    "1\\. a\n\n\\- b\n\n\\# c\n\n\\> d\n\na\\*b\\*c \\_d\\_ \\`e\\` \\[f] \\<g> \\&amp; \\~\\~h\\~\\~ | i\n\n\\+ j\n\n2\\) k\n\n\\==\n\n\\---"
  ],
  [
    "signs of templates, shortcodes and mentions",
    "<p>{% raw %} {{ x }} {# c #} $5 and $6 :smile: @ada #12</p>",
    "\\{% raw %} {{ x }} {# c #} \\$5 and \\$6 :smile: @ada #12"
  ],
  ["a quotation in a quotation", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>", "> a\n>\n> > b"],
  ["a rule between lists", "<ul><li>a</li></ul><hr><ul><li>b</li></ul>", "* a\n\n***\n\n* b"],
  ["menus and directories", "<menu><li>a</li><li>b</li></menu><dir><li>c</li></dir>", "* a\n* b\n* c"],
  [
    "bars and outputs",
    "<p>Progress <progress value=3 max=10>30%</progress> <meter value=.5>50%</meter> <output>7</output></p>",
    "Progress 30% 50% 7"
  ],
  ["an address", "<address>Ada<br>Street 1</address>", "Ada\\\nStreet 1"],
  [
    "the links of a map, as a problem",
    '<img src="/m.png" usemap="#m" alt=M><map name=m><area href="/a1" alt="One"><area href="/a2" alt="Two"></map>',
    "![M](https://a.example/m.png)",
    ["0 of 2 links were kept"]
  ],
  [
    "a diagram in preformatted text",
    '<pre class="mermaid">graph LR\nA--&gt;B</pre>',
    "```mermaid\ngraph LR\nA-->B\n```"
  ],
  ["a diagram in a block", '<div class="mermaid">graph LR\nA--&gt;B</div>', "```mermaid\ngraph LR\nA-->B\n```"],
  [
    "delimiters of formulas on a page that typesets none",
    "<p>\\(x^2\\) and \\[y\\]</p>",
    "\\\\(x^2\\\\) and \\\\\\[y\\\\]"
  ],
  ["a fraction in MathML", "<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>", "$\\frac{a}{b}$"],
  ["a power in MathML", "<p>So <math><msup><mi>x</mi><mn>2</mn></msup></math></p>", "So $x^{2}$"],
  [
    "formulas in scripts",
    '<p><script type="math/tex">x^2</script> <script type="math/tex; mode=display">y</script></p>',
    "$x^2$\n\n$$\ny\n$$"
  ],
  [
    "links of all schemes, those to programs as a problem",
    '<p><a href="tel:+49123">call</a> <a href="ftp://e.example/x">f</a> <a href="//cdn.example/x">pr</a> <a href="?q=1">q</a> <a href="../up">u</a> <a href="data:text/plain,hi">d</a> <a href="sms:+1">s</a> <a href="slack://x">sl</a></p>',
    "[call](tel:+49123) [f](ftp://e.example/x) [pr](https://cdn.example/x) [q](https://a.example/g/x?q=1) [u](https://a.example/up) d s sl",
    ["5 of 7 links were kept"]
  ],
  [
    "a link with quotes in its title",
    '<p><a href="/x" title=\'He said "hi"\'>a</a></p>',
    '[a](https://a.example/x "He said \\"hi\\"")'
  ],
  [
    "links with spaces, brackets and Unicode",
    '<p><a href="/a b (c).html">a</a> <a href="/%20x%2Fy">b</a> <a href="/ü?ü=ö#ä">c</a></p>',
    "[a](https://a.example/a%20b%20\\(c\\).html) [b](https://a.example/%20x%2Fy) [c](https://a.example/%C3%BC?%C3%BC=%C3%B6#%C3%A4)"
  ],
  [
    "brackets in links",
    '<p><a href="/x">[a]</a> <a href="/y">a ] b</a></p>',
    "[\\[a\\]](https://a.example/x) [a \\] b](https://a.example/y)"
  ],
  [
    "a base address",
    '<html><head><base href="https://b.example/d/"></head><body><main><h1>T</h1><p><a href="x?a=1#b">x</a> <img src="i.png" alt=""></p></main></body>',
    "[x](https://b.example/d/x?a=1#b) ![](https://b.example/d/i.png)"
  ],
  ["an id with a space", '<h2 id="s p">A</h2><p><a href="#s%20p">to</a></p>', "## A\n\n[to](#a)"],
  ["headings of any level", "<h4>A</h4><h2>B</h2>", "#### A\n\n## B"],
  [
    "pictures of emoji",
    '<p><img class="emoji" alt="😄" src="https://e.example/1f604.png" width=20 height=20> <g-emoji>🎉</g-emoji></p>',
    "😄 🎉"
  ],
  [
    "an alert of GitHub",
    '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title"><svg></svg>Warning</p><p>x</p></div>',
    '{% hint style="warning" %}\n**Warning**\n\nx\n{% endhint %}'
  ],
  ["items with paragraphs", "<ul><li><p>a</p></li><li><p>b</p></li></ul>", "* a\n\n* b"],
  [
    "a numbered list in a list",
    "<ol><li>a<ul><li>b<ol start=4><li>c</li></ol></li></ul></li></ol>",
    "1. a\n   * b\n\n     4. c"
  ],
  [
    "code in an item",
    '<ol><li>a<pre><code class="language-sh">x\ny</code></pre></li><li>b</li></ol>',
    "1. a\n   ```sh\n   x\n   y\n   ```\n2. b"
  ],
  [
    "the alignment of columns, which is left out",
    "<table><colgroup><col align=right><col></colgroup><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>",
    "| A | B |\n| - | - |\n| 1 | 2 |"
  ],
  [
    "a caption with formats",
    "<table><caption>Cap <b>x</b></caption><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>",
    "*Cap __x__*\n\n| A | B |\n| - | - |\n| 1 | 2 |"
  ],
  ["a place to break a word", "<p>foo<wbr>bar</p>", "foobar"],
  [
    "formats by style",
    '<p><span style="font-weight:bold">a</span> <span style="font-style: italic">b</span> <span style="text-decoration: underline">c</span> <span style="vertical-align: super">d</span> <span style="font-family:monospace">e</span></p>',
    "**a** *b* <u>c</u> <sup>d</sup> e"
  ],
  [
    "a sum, a root and a function in MathML",
    '<math display="block"><mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><msqrt><mi>x</mi></msqrt><mo>=</mo><mover><mi>v</mi><mo>→</mo></mover><mi>sin</mi><mo>&#x2061;</mo><mi>α</mi></mrow></math>',
    "$$\n\\sum_{i=0}^{n}\\sqrt{x}=\\vec{v}\\sin α\n$$"
  ],
  [
    "formulas that a script of the page typesets",
    '<html><head><script src="https://cdn/mathjax@3/tex.js"></script></head><body><main><h1>T</h1><p>So \\(x^2\\) and</p><p>\\[y_1 &lt; 2\\]</p><p><code>\\(z\\)</code></p></main></body>',
    "So $x^2$ and\n\n$$\ny_1 < 2\n$$\n\n`\\(z\\)`"
  ],
  [
    "a drawing as an object",
    '<object type="image/svg+xml" data="/d.svg">a drawing</object>',
    "![a drawing](https://a.example/d.svg)"
  ],
  [
    "numbers of lists in lists",
    "<ol><li value=3>a<ol reversed><li>x</li><li>y</li></ol></li><li>b</li></ol>",
    "3. a\n\n   2. x\n\n   1) y\n\n4. b"
  ]
])("reads %s", (_, html, markdown, losses = []) => {
  expect(measureHtml(page(html), address)).toMatchObject({ markdown, losses })
})
