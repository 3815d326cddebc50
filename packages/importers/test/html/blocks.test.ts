import { assert, describe, it } from "vitest"
import { readHtml } from "../../src/html/HtmlPage.js"

const address = "https://docs.example.com/guide/page.html"
const markdown = (body: string): string => readHtml(`<main>${body}</main>`, address).markdown

/** Blocks as the generators of documentation write them, and the markdown that each becomes. */
const groups: Readonly<Record<string, Readonly<Record<string, readonly [html: string, markdown: string]>>>> = {
  admonitions: {
    DocBook: [
      `<div class="note"><h3 class="title">Note</h3><p>N <code class="literal">a</code></p></div><div class="caution" style="margin-left: 0.5in"><h3 class="title">Caution</h3><p>C</p></div><div class="important"><h3 class="title">Mind the gap</h3><p>I</p></div>`,
      '{% hint style="info" %}\n**Note**\n\nN `a`\n{% endhint %}\n\n{% hint style="warning" %}\n**Caution**\n\nC\n{% endhint %}\n\n{% hint style="info" %}\n**Mind the gap**\n\nI\n{% endhint %}'
    ],
    "DocBook with pictures": [
      `<div class="warning"><table border="0" summary="Warning"><tr><td rowspan="2" align="center" valign="top" width="25"><img alt="[Warning]" src="warning.png"></td><th align="left">Warning</th></tr><tr><td align="left" valign="top"><p>W</p></td></tr></table></div>`,
      `{% hint style="warning" %}\n**Warning**\n\nW\n{% endhint %}`
    ],
    "Sphinx: versions": [
      `<div class="versionadded"><p><span class="versionmodified added">New in version 3.7: </span>The option.</p></div><div class="deprecated"><p><span class="versionmodified deprecated">Deprecated since version 3.9.</span></p></div>`,
      `{% hint style="info" %}\nNew in version 3.7: The option.\n{% endhint %}\n\n{% hint style="warning" %}\nDeprecated since version 3.9.\n{% endhint %}`
    ],
    "Sphinx as Django has it": [
      `<div class="versionchanged"><span class="title">Changed in Django 4.2:</span> <p>Text.</p></div>`,
      `{% hint style="info" %}\nChanged in Django 4.2:\n\nText.\n{% endhint %}`
    ],
    "MkDocs: folded": [
      `<details class="tip" open="open"><summary>Try <code>x</code></summary><p>T</p></details>`,
      `{% hint style="success" %}\n<details>\n\n<summary>Try x</summary>\n\nT\n\n</details>\n\n{% endhint %}`
    ],
    "Asciidoctor: a title, and an icon of letters": [
      `<div class="admonitionblock tip"><table><tr><td class="icon"><div class="title">Tip</div></td><td class="content"><div class="title">Faster</div>Use <code>x</code>.</td></tr></table></div>`,
      '{% hint style="success" %}\n**Tip**\n\n**Faster**\n\nUse `x`.\n{% endhint %}'
    ],
    AsciiDoc: [
      `<div class="admonitionblock"><table><tr><td class="icon"><div class="title">Warning</div></td><td class="content"><div class="paragraph"><p>W</p></div></td></tr></table></div>`,
      `{% hint style="warning" %}\n**Warning**\n\nW\n{% endhint %}`
    ],
    "Docusaurus: alert": [
      `<div class="alert alert--info" role="alert"><div class="admonitionHeading">note</div><p>N</p></div>`,
      `{% hint style="info" %}\n**note**\n\nN\n{% endhint %}`
    ],
    Javadoc: [
      `<div class="deprecation-block"><span class="deprecated-label">Deprecated.</span> <div class="deprecation-comment">Use <a href="B.html"><code>B</code></a>.</div></div><dl class="notes"><dt>Since:</dt><dd>1.4</dd><dt>See Also:</dt><dd><ul class="tag-list"><li><a href="A.html">A</a></li></ul></dd></dl>`,
      '{% hint style="warning" %}\nDeprecated.\n\nUse [`B`](https://docs.example.com/guide/B.html).\n{% endhint %}\n\n* **Since:**\n\n  1.4\n\n* **See Also:**\n\n  * [A](https://docs.example.com/guide/A.html)'
    ],
    "Javadoc of old": [
      `<div class="block"><span class="deprecatedLabel">Deprecated.</span>&nbsp;<div class="block"><i>Gone.</i></div></div>`,
      `{% hint style="warning" %}\nDeprecated.\n\n*Gone.*\n{% endhint %}`
    ],
    "by hand, with a heading": [
      `<div class="note"><h3>Order</h3><p>First.</p></div>`,
      `{% hint style="info" %}\n### Order\n\nFirst.\n{% endhint %}`
    ],
    "an admonition that holds a table of two cells": [
      `<div class="admonition note"><table><tr><th>a</th><th>b</th></tr></table></div>`,
      `{% hint style="info" %}\n| a | b |\n| - | - |\n{% endhint %}`
    ]
  },
  definitions: {
    "terms with several names, one definition": [
      `<div class="variablelist"><dl class="variablelist"><dt id="OPT-A"><span class="term"><code class="option">-a</code><br></span><span class="term"><code class="option">--all</code></span></dt><dd><p>All.</p></dd></dl></div>`,
      '* **`-a`, `--all`**<a href="#OPT-A" id="OPT-A"></a>\n\n  All.'
    ],
    "several terms before one definition": [
      `<div class="dlist"><dl><dt class="hdlist1">-a</dt><dt class="hdlist1">-b</dt><dd><p>Both.</p></dd><dt class="hdlist1">-c</dt></dl></div>`,
      "* **-a**\\\n  **-b**\n\n  Both.\n\n* **-c**"
    ],
    "signatures in signatures, with anchors that links lead to": [
      `<p><a href="#os.f">f</a></p><dl class="py class"><dt class="sig sig-object py" id="os.C"><em class="property"><span class="pre">class</span><span class="w"> </span></em><span class="sig-name descname"><span class="pre">C</span></span></dt><dd><dl class="py method"><dt class="sig sig-object py" id="os.f"><span class="pre">f</span>(<em class="sig-param">a</em>)</dt><dt class="sig sig-object py"><span class="pre">f</span>(<em>a</em>, <em>b</em>)</dt><dd><p>Does.</p></dd></dl></dd></dl>`,
      '[f](#os.f)\n\n* `class C`<a href="#os.C" id="os.C"></a>\n\n  * `f(a)`<a href="#os.f" id="os.f"></a>\\\n    `f(a, b)`\n\n    Does.'
    ]
  },
  code: {
    "line numbers in a cell of their own": [
      "<table><tr><td><pre>1\n2</pre></td><td><pre>a\n  b</pre></td></tr></table>",
      "```\na\n  b\n```"
    ],
    "Pygments: linenos in line": [
      `<div class="highlight"><pre><span></span><span class="linenos">1</span><span class="k">a</span>\n<span class="linenos">2</span>\n<span class="linenos">3</span>b\n</pre></div>`,
      "```\na\n\nb\n```"
    ],
    "highlight.js: a table in the code": [
      `<pre><code class="hljs language-js"><table class="hljs-ln"><tbody><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="1"><div class="hljs-ln-n" data-line-number="1"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="1">a</td></tr><tr><td class="hljs-ln-numbers" data-line-number="2"></td><td class="hljs-ln-code"></td></tr><tr><td class="hljs-ln-numbers" data-line-number="3"></td><td class="hljs-ln-code">b</td></tr></tbody></table></code></pre>`,
      "```js\na\n\nb\n```"
    ],
    "prettify: a list in the code": [
      `<pre class="prettyprint lang-sh linenums"><ol class="linenums"><li class="L0"><span class="pln">a</span></li><li class="L1"></li><li class="L2">b</li></ol></pre>`,
      "```sh\na\n\nb\n```"
    ],
    "a list of lines": [`<ol class="dp-j"><li><span>a</span></li><li><span>b</span></li></ol>`, "```\na\nb\n```"],
    "GitHub: gutters by attribute": [
      `<div class="highlight"><pre><table><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">b</td></tr></table></pre></div>`,
      "```\na\nb\n```"
    ],
    "one code in two languages": [
      `<pre class="with-22-chars"><input class="js-flavor-selector" type="checkbox"><code class="language-mjs">import a</code><code class="language-cjs">require(a)</code><button class="copy-button">copy</button></pre>`,
      "```mjs\nimport a\n```\n\n```cjs\nrequire(a)\n```"
    ],
    "spaces and lines as they are": ["<pre>  a  \n\n\tb \n   </pre>", "```\n  a  \n\n\tb \n```"],
    "a blank line at the beginning": ["<pre><code>\na</code></pre><pre>\n\nb</pre>", "```\n\na\n```\n\n```\n\nb\n```"],
    "lines in a code of a paragraph": [
      "<p><code>Status: 301<br>Type:&nbsp;&nbsp;x<br><br>&lt;html&gt;</code></p><p>So <code>a<br>&lt;div&gt;</code></p>",
      "```\nStatus: 301\nType:  x\n\n<html>\n```\n\nSo `a`\\\n`<div>`"
    ],
    "code without a letter ends a line": [
      "a<pre> </pre>b<div class=highlight><pre></pre></div>c<center><code></code></center>d",
      "a\\\nb\\\nc\\\nd"
    ],
    "spaces at the ends of a code that goes on over lines": ["<p>a<code> b<br>c </code>d</p>", "a `b`\\\n`c` d"],
    "the place of a title inside a hint ends a line": [
      '<div class="note">a<h3 class="title"></h3>b</div>',
      '{% hint style="info" %}\na\\\nb\n{% endhint %}'
    ],
    "lines that end with code or with a format": [
      `<p><code>a<br></code>b <b><i>c<br></i></b>d <a href="/x"><br>e</a><a href="/y"><br></a>f</p><table><caption><code>w1<br></code>w1</caption><tr><th>g</th><td>h</td></tr></table>`,
      "`a`\\\nb **_c_**\\\nd\\\n[e](https://docs.example.com/x)\\\nf\n\n*`w1`\\\nw1*\n\n| | |\n| - | - |\n| **g** | h |"
    ],
    callouts: [
      `<div class="listingblock"><div class="content"><pre class="highlight"><code class="language-rb" data-lang="rb">require <i class="conum" data-value="1"></i><b>(1)</b></code></pre></div></div><div class="colist arabic"><table><tr><td><i class="conum" data-value="1"></i><b>1</b></td><td>Loads</td></tr></table></div>`,
      "```rb\nrequire (1)\n```\n\n1. Loads"
    ],
    "DocBook: callouts": [
      `<pre class="programlisting">a <a id="co1"></a><span><img src="callouts/1.png" alt="1" border="0"></span>\nb</pre><div class="calloutlist"><table border="0" summary="Callout list"><tr><td width="5%" valign="top" align="left"><p><a href="#co1"><span><img src="callouts/1.png" alt="1"></span></a> </p></td><td valign="top" align="left"><p>Says a.</p></td></tr></table></div>`,
      "```\na (1)\nb\n```\n\n1. Says a."
    ],
    "a synopsis": [
      `<div class="cmdsynopsis"><p><code class="command">psql</code>  [<em class="replaceable"><code>option</code></em>...]\n [<em class="replaceable"><code>dbname</code></em>]</p></div><pre class="synopsis">\nABORT [ WORK ]\n</pre>`,
      "```\npsql [option...] [dbname]\n```\n\n```\nABORT [ WORK ]\n```"
    ],
    "Javadoc: a signature": [
      `<section class="detail" id="f(int)"><h3>f</h3><div class="member-signature"><span class="modifiers">public</span>&nbsp;<span class="return-type"><a href="A.html">A</a></span>&nbsp;<span class="element-name">f</span><wbr><span class="parameters">(int&nbsp;a)</span></div></section>`,
      '### f<a href="#f(int)" id="f(int)"></a>\n\n```\npublic A f(int a)\n```'
    ]
  },
  tables: {
    "spans, with blocks in cells": [
      `<table><caption>All</caption><tr><th style="text-align: right">A</th><th>B</th></tr><tr><td rowspan="2">1<br>2</td><td><ul><li>x</li><li>y|z</li></ul></td></tr><tr><td><p>p</p><p>q</p></td></tr><tr><td colspan="2"><pre>c\nd</pre></td></tr></table>`,
      '*All*\n\n<table>\n<thead>\n<tr>\n<th align="right">\n\nA\n\n</th>\n<th>\n\nB\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td rowspan="2">\n\n1\\\n2\n\n</td>\n<td>\n\n* x\n* y|z\n\n</td>\n</tr>\n<tr>\n<td>\n\np\n\nq\n\n</td>\n</tr>\n<tr>\n<td colspan="2">\n\n```\nc\nd\n```\n\n</td>\n</tr>\n</tbody>\n</table>'
    ],
    "a table in a cell": [
      "<table><tr><th>A</th></tr><tr><td>x<table><tr><td>1</td><td>2</td></tr></table></td></tr></table>",
      "<table>\n<thead>\n<tr>\n<th>\n\nA\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>\n\nx\n\n| | |\n| - | - |\n| 1 | 2 |\n\n</td>\n</tr>\n</tbody>\n</table>"
    ],
    "lines in cells, pipes, and heads of rows": [
      `<table><tr><th>Syntax:</th><td><code>a|b</code></td></tr><tr><th><a href="/d">Default:</a></th><td><p>x</p><p>y</p></td></tr></table>`,
      "| | |\n| - | - |\n| **Syntax:** | `a\\|b` |\n| **[Default:](https://docs.example.com/d)** | x<br>y |"
    ],
    "one column": [
      `<table class="table"><thead><tr><th><p>Function</p><p>Description</p></th></tr></thead><tbody><tr><td><p><code>f()</code></p><p>Does.</p></td></tr></tbody></table>`,
      "| Function<br>Description |\n| - |\n| `f()`<br>Does. |"
    ],
    "a table that only arranges": [
      "<table><tr><td><h2>T</h2><p>x</p></td><td>y</td></tr><tr><td>z</td></tr></table>",
      "## T\n\nx\n\ny\n\nz"
    ],
    "a table of links beside each other": [
      `<table class="hlist"><tr><td><ul><li>a</li></ul></td><td><ul><li>b</li></ul></td></tr></table>`,
      "* a\n\n- b"
    ],
    "a numbered table that others link to": [
      `<p><a href="#T-ONE">Table 1</a></p><div class="table" id="T-ONE"><p class="title"><strong>Table 1. One</strong></p><div class="table-contents"><table><tr><th>a</th></tr><tr><td>b</td></tr></table></div></div><br class="table-break"><p>c</p>`,
      `[Table 1](#T-ONE)\n\n**Table 1. One**<a href="#T-ONE" id="T-ONE"></a>\n\n| a |\n| - |\n| b |\n\nc`
    ]
  },
  figures: {
    "a picture with a caption": [
      `<figure id="fig-a"><a href="/full.png"><img src="/a.png" alt="A"></a><figcaption>Fig. <em>1</em></figcaption></figure>`,
      `<figure>\n\n[![A](https://docs.example.com/a.png)](https://docs.example.com/full.png)\n\n<figcaption>\n\nFig. *1*<a href="#fig-a" id="fig-a"></a>\n\n</figcaption>\n\n</figure>`
    ],
    "other things with captions": [
      "<figure><blockquote><p>q</p></blockquote><figcaption><p>who</p></figcaption></figure>",
      "> q\n\n*who*"
    ],
    Asciidoctor: [
      `<div class="imageblock"><div class="content"><img src="/a.png" alt="A"></div><div class="title">Figure 1. A</div></div>`,
      "<figure>\n\n![A](https://docs.example.com/a.png)\n\n<figcaption>\n\nFigure 1. A\n\n</figcaption>\n\n</figure>"
    ],
    DocBook: [
      `<div class="figure" id="FIG"><p class="title"><strong>Figure 1. A</strong></p><div class="figure-contents"><div class="mediaobject"><img src="/a.svg" alt="A"></div></div></div>`,
      `**Figure 1. A**<a href="#FIG" id="FIG"></a>\n\n![A](https://docs.example.com/a.svg)`
    ],
    "a drawing": [
      `<p>x</p><div><svg viewBox="0 0 1 1"><title>t</title><path d="M0"/><text x="1">SELECT</text><text>expr <tspan>a</tspan></text></svg></div>`,
      "x\n\nSELECT expr a"
    ],
    keys: [
      `<p>Press <kbd class="kbd compound"><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>.</p>`,
      "Press <kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>."
    ]
  },
  footnotes: {
    "DocBook, in a table too": [
      `<table><tr><th>T</th></tr><tr><td>dec<a href="#ftn.F" class="footnote"><sup class="footnote" id="F">[a]</sup></a></td></tr><tr><td>num<a href="page.html#ftn.F" class="footnoteref"><sup class="footnoteref">[a]</sup></a></td></tr><tbody class="footnotes"><tr><td colspan="2"><div id="ftn.F" class="footnote"><p><a href="#F" class="para"><sup class="para">[a] </sup></a>Only so.</p></div></td></tr></tbody></table>`,
      "| T |\n| - |\n| dec[^1] |\n| num[^1] |\n\n[^1]: Only so."
    ],
    "docutils: lists": [
      `<p>A <a class="footnote-reference brackets" href="#f1" id="id1">1</a> and <a class="footnote-reference brackets" href="#f1" id="id2">1</a>.</p><dl class="footnote brackets"><dt class="label" id="f1"><span class="brackets">1</span><span class="fn-backref">(<a href="#id1">1</a>,<a href="#id2">2</a>)</span></dt><dd><p>Note.</p></dd></dl>`,
      "A [^1] and [^1].\n\n[^1]: Note. &#x20;"
    ],
    "docutils: tables": [
      `<p>A <a class="footnote-reference" href="#fnogc" id="id3">[1]</a></p><table class="docutils footnote" frame="void" id="fnogc" rules="none"><colgroup><col class="label"><col></colgroup><tbody valign="top"><tr><td class="label"><a class="fn-backref" href="#id3">[1]</a></td><td>OGC, <a href="https://a.example/">S</a>.</td></tr></tbody></table>`,
      "A [^1]\n\n[^1]: OGC, [S](https://a.example/)."
    ],
    Asciidoctor: [
      `<p>A<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1" title="View footnote.">1</a>]</sup>.</p><div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. Note.</div></div>`,
      "A[^1].\n\n[^1]: Note. &#x20;"
    ],
    "a note of one word": [
      `<p>A<sup><a href="#n" id="r">1</a></sup></p><ol><li id="n">Rationale: <a href="#r">^</a></li></ol>`,
      "A[^1]\n\n[^1]: Rationale: &#x20;"
    ],
    Pandoc: [
      `<p>A<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes"><hr><ol><li id="fn1"><p>Note.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>`,
      "A[^1]\n\n[^1]: Note. &#x20;"
    ],
    MediaWiki: [
      `<p>A<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup></p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">Note.</span></li></ol>`,
      "A[^1]\n\n[^1]: Note. &#x20;"
    ]
  }
}

for (const [group, cases] of Object.entries(groups)) {
  describe(`readHtml, of ${group}`, () => {
    for (const [name, [html, expected]] of Object.entries(cases)) {
      it(name, () => assert.strictEqual(markdown(html), expected))
    }
  })
}
