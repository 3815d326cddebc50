/** A manual as Sphinx writes it with a theme of the project's own: its banner is a heading of level 1 on every page. */

const pages = [
  ["index.html", "Orchard documentation", undefined],
  ["topics/index.html", "Using Orchard", "index.html"],
  ["topics/grafting.html", "Grafting", "topics/index.html"],
  ["ref/index.html", "API Reference", "index.html"],
  ["ref/pruner.html", "pruner — Cutting branches", "ref/index.html"]
]

const above = (path) => (path.includes("/") ? "../" : "")

const around = (path, title, up, body) => {
  const root = above(path)
  const at = pages.findIndex(([each]) => each === path)
  const link = (target, key, text) =>
    target === undefined ? text : `<a href="${root}${target[0]}" title="${target[1]}" accesskey="${key}">${text}</a>`
  const nav = `<div class="nav">&laquo; ${link(pages[at - 1], "P", "previous")} | ${link(
    pages.find(([each]) => each === up),
    "U",
    "up"
  )} | ${link(pages[at + 1], "N", "next")} &raquo;</div>`
  return `<!DOCTYPE html><html lang="en"><head><title>${title} &#8212; Orchard 3.2 documentation</title></head><body>
<div class="document"><div id="custom-doc" class="yui-t6"><div id="hd"><h1><a href="${root}index.html">Orchard 3.2 documentation</a></h1>
<div id="global-nav"><a href="${root}index.html">Home</a> | <a href="${root}genindex.html">Index</a></div>${nav}</div>
<div id="bd"><div id="yui-main"><div class="yui-b"><div class="yui-g">${body}</div></div></div>
<div class="yui-b" id="sidebar"><div class="sphinxsidebar" role="navigation"><div class="sphinxsidebarwrapper"><h3><a href="${root}index.html">Table of Contents</a></h3><ul><li><a class="reference internal" href="#">${title}</a></li></ul><h4>Next topic</h4><p class="topless">Something else</p></div></div><h3>Last update:</h3><p class="topless">May 26, 2031</p></div></div>
<div id="ft">${nav}</div></div></div></body></html>`
}

const section = (id, level, title, body) =>
  `<div class="section" id="s-${id}"><span id="${id}"></span><h${level}>${title}<a class="headerlink" href="#${id}" title="Permalink to this heading">¶</a></h${level}>${body}</div>`

const code = (language, text) =>
  `<div class="highlight-${language} notranslate"><div class="highlight"><pre><span></span>${text}</pre></div></div>`

const tree = (...entries) =>
  `<div class="toctree-wrapper compound"><ul>${entries.map(([href, text]) => `<li class="toctree-l1"><a class="reference internal" href="${href}">${text}</a></li>`).join("")}</ul></div>`

const signature = (name, parameters, body) =>
  `<dl class="py method"><dt class="sig sig-object py" id="${name}"><em class="property"><span class="pre">class</span> </em><span class="sig-prename descclassname"><span class="pre">pruner.</span></span><span class="sig-name descname"><span class="pre">${name}</span></span><span class="sig-paren">(</span>${parameters
    .map((each) => `<em class="sig-param"><span class="n"><span class="pre">${each}</span></span></em>`)
    .join(", ")}<span class="sig-paren">)</span><a class="headerlink" href="#${name}">¶</a></dt><dd>${body}</dd></dl>`

const bodies = {
  "index.html": section(
    "orchard",
    1,
    "Orchard documentation",
    `<p class="rubric">Everything about trees.</p>${section("first", 2, "First steps", `<p>Plant one.</p>${tree(["topics/index.html", "Using Orchard"], ["ref/index.html", "API Reference"])}`)}`
  ),
  "topics/index.html": section(
    "using",
    1,
    "Using Orchard",
    `<p>Guides for every season.</p>${tree(["grafting.html", "Grafting"])}`
  ),
  "topics/grafting.html": section(
    "grafting",
    1,
    "Grafting",
    `<p>Join a scion to a stock <a class="footnote-reference brackets" href="#f1" id="id1">1</a>.</p>
${code("python", '<span class="kn">from</span> <span class="nn">orchard</span> <span class="kn">import</span> <span class="n">graft</span>\n\n<span class="k">def</span> <span class="nf">join</span><span class="p">(</span><span class="n">a</span><span class="p">):</span>\n    <span class="k">return</span> <span class="n">a</span>\n')}
<div class="admonition note"><p class="first admonition-title">Note</p><p class="last">Use a sharp knife.</p></div>
<div class="admonition-behind-the-scenes admonition"><p class="admonition-title">Behind the scenes</p><p>Cambium meets cambium.</p></div>
<div class="versionadded"><p><span class="versionmodified added">New in Orchard 3.2.</span></p></div>
${section(
  "tables",
  2,
  "Which stock",
  `<div class="literal-block-wrapper docutils container"><div class="code-block-caption"><span class="caption-text">stocks.ini</span><a class="headerlink" href="#x">¶</a></div><div class="highlight-ini notranslate"><div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1
2</pre></div></td><td class="code"><div><pre><span></span>[quince]
vigour = low
</pre></div></td></tr></table></div></div></div>
<table class="docutils align-default"><thead><tr class="row-odd"><th class="head"><p>Stock</p></th><th class="head"><p>Suits</p></th></tr></thead><tbody><tr class="row-even"><td><p>Quince</p></td><td><ul class="simple"><li><p>pears</p></li><li><p>medlars</p></li></ul></td></tr></tbody></table>
<div class="figure align-default" id="fig"><img alt="a graft" src="../_images/graft.png" /><p class="caption"><span class="caption-number">Fig. 1 </span><span class="caption-text">A whip graft</span></p></div>
<p>Press <kbd class="kbd docutils literal notranslate">Ctrl</kbd>+<kbd class="kbd docutils literal notranslate">G</kbd>.</p>
<dl class="glossary simple"><dt id="term-scion">scion</dt><dd><p>The upper part.</p></dd><dt>stock</dt><dt>rootstock</dt><dd><p>The lower part.</p></dd></dl>`
)}
<dl class="footnote brackets"><dt class="label" id="f1"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>A scion is a shoot.</p></dd></dl>`
  ),
  "ref/index.html": section("api", 1, "API Reference", tree(["pruner.html", "pruner — Cutting branches"])),
  "ref/pruner.html": section(
    "module-pruner",
    1,
    '<a class="reference internal" href="#module-pruner"><code class="xref py py-mod docutils literal notranslate"><span class="pre">pruner</span></code></a> — Cutting branches',
    `<p><strong>Source code:</strong> <a class="reference external" href="https://example.com/pruner.py">Lib/pruner.py</a></p>
${signature("Pruner", ["branch", "*", "depth=0"], `<p>Cuts a branch.</p><dl class="field-list simple"><dt class="field-odd">Parameters</dt><dd class="field-odd"><ul class="simple"><li><p><strong>branch</strong> – which one</p></li></ul></dd><dt class="field-even">Raises</dt><dd class="field-even"><p><strong>TooThick</strong> – where the blade is short</p></dd></dl>${signature("cut", ["angle"], `<p>One cut.</p>${code("pycon3", '<span class="gp">&gt;&gt;&gt; </span><span class="n">cut</span><span class="p">(</span><span class="mi">45</span><span class="p">)</span>\n<span class="go">True</span>\n')}<div class="deprecated"><p><span class="versionmodified deprecated">Deprecated since version 3.0: </span>Saw instead.</p></div>`)}`)}
${signature("saw", [], "<p>Slower, and for thick branches.</p>")}`
  )
}

export const sphinx = {
  name: "Sphinx",
  files: Object.fromEntries(pages.map(([path, title, up]) => [path, around(path, title, up, bodies[path])])),
  site: {
    chrome: ["#hd", "#ft", "#sidebar", ".headerlink", ".linenos"],
    layoutTables: ["table.highlighttable"],
    skip: [],
    up: "#hd .nav a[accesskey=U]"
  },
  titles: pages.map(([, title]) => title),
  hints: 2
}
