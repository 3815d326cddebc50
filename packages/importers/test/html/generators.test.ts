import { assert, describe, it } from "vitest"
import { readHtml } from "../../src/html/HtmlPage.js"

const address = "https://docs.example.com/guide/page.html"
const markdown = (body: string): string => readHtml(`<main>${body}</main>`, address).markdown

/** Each construct as its generator writes it, and the markdown that it becomes. */
const constructs: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "Docusaurus: code with a title": [
    `<div class="language-js codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockTitle_Ktv7">src/a.js</div><div class="codeBlockContent_QJqH"><pre tabindex="0" class="prism-code language-js codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv"><span class="token-line" style="color:#393A34"><span class="token plain">a()</span><br></span><span class="token-line" style="color:#393A34"><span class="token plain" style="display:inline-block"></span><br></span><span class="token-line" style="color:#393A34">b()<br></span></code></pre><div class="buttonGroup__atx"><button type="button" aria-label="Copy code to clipboard" class="clean-btn">Copy</button></div></div></div>`,
    '{% code title="src/a.js" %}\n```js\na()\n\nb()\n```\n{% endcode %}'
  ],
  "Docusaurus: admonition": [
    `<div class="theme-admonition theme-admonition-danger admonition_xJq3 alert alert--danger"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg viewBox="0 0 12 16"></svg></span>Take care</div><div class="admonitionContent_BuS1"><p>It <em>bites</em>.</p></div></div>`,
    '{% hint style="danger" %}\n**Take care**\n\nIt *bites*.\n{% endhint %}'
  ],
  "Docusaurus: tabs": [
    `<div class="theme-tabs-container tabs-container tabList__CuJ"><ul role="tablist" aria-orientation="horizontal" class="tabs"><li role="tab" tabindex="0" aria-selected="true" class="tabs__item tabs__item--active">npm</li><li role="tab" tabindex="-1" class="tabs__item">Say "yarn"</li></ul><div class="margin-top--md"><div role="tabpanel" class="tabItem_Ymn6"><p>one</p></div><div role="tabpanel" class="tabItem_Ymn6" hidden=""><p>two</p></div></div></div>`,
    '{% tabs %}\n{% tab title="npm" %}\none\n{% endtab %}\n\n{% tab title="Say \\"yarn\\"" %}\ntwo\n{% endtab %}\n{% endtabs %}'
  ],
  "Docusaurus: details": [
    `<details class="details_lb9f alert alert--info details_b_Ee" data-collapsed="true"><summary>Why &lt;T&gt;?</summary><div><div class="collapsibleContent_i85q"><p>Because.</p></div></div></details>`,
    "<details>\n\n<summary>Why &lt;T&gt;?</summary>\n\nBecause.\n\n</details>"
  ],
  "MkDocs Material: code with line numbers and a file name": [
    `<div class="language-python highlight"><span class="filename">add.py</span><table class="highlighttable"><tbody><tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div><pre id="__code_0"><span></span><button class="md-clipboard md-icon" title="Copy to clipboard"></button><code><span class="k">def</span> <span class="nf">f</span>():\n    <span class="k">pass</span>\n</code></pre></div></td></tr></tbody></table></div>`,
    '{% code title="add.py" %}\n```python\ndef f():\n    pass\n```\n{% endcode %}'
  ],
  "MkDocs Material: admonition and permalink": [
    `<h2 id="setup">Setup<a class="headerlink" href="#setup" title="Permanent link">&para;</a></h2><div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>`,
    '## Setup\n\n{% hint style="warning" %}\n**Warning**\n\nHot.\n{% endhint %}'
  ],
  "MkDocs Material: content tabs": [
    `<div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked="checked" id="__tabbed_1_1" name="__tabbed_1" type="radio"><input id="__tabbed_1_2" name="__tabbed_1" type="radio"><div class="tabbed-labels"><label for="__tabbed_1_1">C</label><label for="__tabbed_1_2">C++</label></div><div class="tabbed-content"><div class="tabbed-block"><div class="highlight"><pre><span></span><code>int a;\n</code></pre></div></div><div class="tabbed-block"><p>b</p></div></div></div>`,
    '{% tabs %}\n{% tab title="C" %}\n```\nint a;\n```\n{% endtab %}\n\n{% tab title="C++" %}\nb\n{% endtab %}\n{% endtabs %}'
  ],
  "MkDocs Material: task list": [
    `<ul class="task-list"><li class="task-list-item"><label class="task-list-control"><input type="checkbox" disabled checked><span class="task-list-indicator"></span></label> Done</li><li class="task-list-item"><label class="task-list-control"><input type="checkbox" disabled><span class="task-list-indicator"></span></label> Open</li></ul>`,
    "* [x] Done\n* [ ] Open"
  ],
  "MkDocs: footnotes and maths": [
    `<p>A<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup> <span class="arithmatex">\\(x^2\\)</span></p><div class="arithmatex">\\[\ny\n\\]</div><div class="footnote"><hr><ol><li id="fn:1"><p>Note.&#160;<a class="footnote-backref" href="#fnref:1" title="Jump back">&#8617;</a></p></li></ol></div>`,
    "A[^1] $x^2$\n\n$$\ny\n$$\n\n[^1]: Note. &#x20;"
  ],
  "VitePress: container, code and permalink": [
    `<h2 id="use-it" tabindex="-1">Use it <a class="header-anchor" href="#use-it" aria-label="Permalink to &quot;Use it&quot;">&#8203;</a></h2><div class="tip custom-block"><p class="custom-block-title">TIP</p><p>Good.</p></div><div class="language-ts vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49">let</span> a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br></div></div>`,
    '## Use it\n\n{% hint style="success" %}\n**TIP**\n\nGood.\n{% endhint %}\n\n```ts\nlet a\n\nb\n```'
  ],
  "VitePress: code group": [
    `<div class="vp-code-group vp-adaptive-theme"><div class="tabs"><input type="radio" name="group-1" id="tab-1" checked><label data-title="a.js" for="tab-1">a.js</label><input type="radio" name="group-1" id="tab-2"><label data-title="a.ts" for="tab-2">a.ts</label></div><div class="blocks"><div class="language-js vp-adaptive-theme active"><button title="Copy Code" class="copy"></button><span class="lang">js</span><pre class="shiki"><code><span class="line">1</span></code></pre></div><div class="language-ts vp-adaptive-theme"><button class="copy"></button><span class="lang">ts</span><pre class="shiki"><code><span class="line">2</span></code></pre></div></div></div>`,
    '{% tabs %}\n{% tab title="a.js" %}\n```js\n1\n```\n{% endtab %}\n\n{% tab title="a.ts" %}\n```ts\n2\n```\n{% endtab %}\n{% endtabs %}'
  ],
  "Sphinx: sections, code with a caption, notes": [
    `<section id="first-steps"><span id="steps"></span><h2>First steps<a class="headerlink" href="#first-steps" title="Permalink to this heading">¶</a></h2><div class="literal-block-wrapper docutils container" id="id1"><div class="code-block-caption"><span class="caption-text">this.py</span><a class="headerlink" href="#id1" title="Permalink to this code">¶</a></div><div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="n">x</span>\n</pre></div></div></div><div class="admonition seealso"><p class="admonition-title">See also</p><p><a class="reference internal" href="other.html#there"><span class="std std-ref">there</span></a></p></div></section>`,
    '## First steps\n\n{% code title="this.py" %}\n```python\nx\n```\n{% endcode %}\n\n{% hint style="info" %}\n**See also**\n\n[there](https://docs.example.com/guide/other.html#there)\n{% endhint %}'
  ],
  "Sphinx: footnotes, a signature and a field list": [
    `<dl class="py function"><dt class="sig sig-object py" id="m.f"><span class="sig-prename descclassname"><span class="pre">m.</span></span><span class="sig-name descname"><span class="pre">f</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">a_b</span></span></em><span class="sig-paren">)</span><a class="headerlink" href="#m.f" title="Permalink to this definition">¶</a></dt><dd><p>Does<a class="footnote-reference brackets" href="#id3" id="id2" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>.</p></dd></dl><aside class="footnote-list brackets"><aside class="footnote brackets" id="id3" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id2">1</a><span class="fn-bracket">]</span></span><p>Mostly.</p></aside></aside>`,
    '* `m.f(a_b)`<a href="#m.f" id="m.f"></a>\n\n  Does[^1].\n\n[^1]: Mostly. &#x20;'
  ],
  "sphinx-design: tabs": [
    `<div class="sd-tab-set docutils"><input checked="checked" id="sd-tab-item-0" name="sd-tab-set-0" type="radio"><label class="sd-tab-label" for="sd-tab-item-0">A</label><div class="sd-tab-content docutils"><p>a</p></div><input id="sd-tab-item-1" name="sd-tab-set-0" type="radio"><label class="sd-tab-label" for="sd-tab-item-1">B</label><div class="sd-tab-content docutils"><p>b</p></div></div>`,
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}'
  ],
  "Mintlify: callout and code": [
    `<div class="callout my-4 px-5 py-4 overflow-hidden rounded-2xl flex gap-3" data-callout-type="tip"><div class="mt-0.5 w-4" data-component-part="callout-icon"><svg aria-label="Tip"></svg></div><div class="text-sm prose min-w-0 w-full" data-component-part="callout-content"><span data-as="p">Smart.</span></div></div><div class="code-block mt-5 mb-8" numberoflines="1" language="bash"><div data-floating-buttons="true"><button aria-label="Copy the contents"><svg></svg></button></div><div class="w-0 min-w-full" data-component-part="code-block-root"><pre class="shiki" language="bash"><code language="bash"><span class="line">npm i</span></code></pre></div></div>`,
    '{% hint style="success" %}\nSmart.\n{% endhint %}\n\n```bash\nnpm i\n```'
  ],
  "Starlight: aside and frame": [
    `<aside aria-label="Caution" class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Caution</p><div class="starlight-aside__content"><p>Slow.</p></div></aside><div class="expressive-code"><figure class="frame has-title"><figcaption class="header"><span class="title">x.json</span></figcaption><pre data-language="json"><code><div class="ec-line"><div class="code">{</div></div><div class="ec-line"><div class="code">\n</div></div><div class="ec-line"><div class="code">}</div></div></code></pre><div class="copy"><button title="Copy"></button></div></figure></div>`,
    '{% hint style="warning" %}\nSlow.\n{% endhint %}\n\n{% code title="x.json" %}\n```json\n{\n\n}\n```\n{% endcode %}'
  ],
  "Confluence: macros": [
    `<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Beware</p><span class="aui-icon aui-icon-small aui-iconfont-error confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Dogs.</p></div></div><div class="code panel pdl" style="border-width: 1px;"><div class="codeHeader panelHeader pdl" style="border-bottom-width: 1px;"><b>A.java</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false; theme: Confluence" data-theme="Confluence">int a;</pre></div></div><ul class="inline-task-list" data-inline-tasks-content-id="1"><li class="checked" data-inline-task-id="2"><span class="placeholder-inline-tasks">Bark</span></li></ul>`,
    '{% hint style="warning" %}\n**Beware**\n\nDogs.\n{% endhint %}\n\n{% code title="A.java" %}\n```java\nint a;\n```\n{% endcode %}\n\n* [x] Bark'
  ],
  "GitHub: alert, code and permalink": [
    `<div class="markdown-heading"><h2 class="heading-element">Use</h2><a id="user-content-use" class="anchor" aria-label="Permalink: Use" href="#use"><span class="octicon octicon-link"></span></a></div><div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title"><svg></svg>Note</p><p>N</p></div><div class="highlight highlight-source-shell" dir="auto"><pre>ls</pre><clipboard-copy value="ls"></clipboard-copy></div>`,
    '## Use\n\n{% hint style="info" %}\n**Note**\n\nN\n{% endhint %}\n\n```shell\nls\n```'
  ],
  "Hugo: chroma with a table of line numbers": [
    `<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl"><span class="kn">package</span> a\n</span></span><span class="line"><span class="cl">x\n</span></span></code></pre></td></tr></table></div></div>`,
    "```go\npackage a\nx\n```"
  ],
  "Asciidoctor: admonition": [
    `<div class="admonitionblock caution"><table><tr><td class="icon"><i class="fa icon-caution" title="Caution"></i></td><td class="content"><div class="paragraph"><p>Ouch.</p></div></td></tr></table></div>`,
    '{% hint style="warning" %}\nOuch.\n{% endhint %}'
  ],
  KaTeX: [
    `<p>So <span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">E = mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">E=mc2</span></span></span>.</p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><mrow></mrow><annotation encoding="application/x-tex">\\int x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span></span>`,
    "So $E = mc^2$.\n\n$$\n\\int x\n$$"
  ],
  "MathJax 2": [
    `<p><span class="MathJax_Preview">x</span><span class="MathJax" id="MathJax-Element-1-Frame">x</span><script type="math/tex" id="MathJax-Element-1">x_1</script></p>`,
    "$x_1$"
  ]
}

describe("readHtml, of what generators write", () => {
  for (const [name, [html, expected]] of Object.entries(constructs)) {
    it(name, () => assert.strictEqual(markdown(html), expected))
  }
})
