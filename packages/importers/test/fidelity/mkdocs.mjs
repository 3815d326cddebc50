/** A site of MkDocs with the theme Material. */

const pages = [
  ["index.html", "Harbour"],
  ["pilots/index.html", "Pilots"],
  ["pilots/charts/index.html", "Charts"],
  ["customs/index.html", "Customs"]
]

const around = (path, title, body) => {
  const root = "../".repeat(path.split("/").length - 1) || "./"
  const entry = ([href, text]) =>
    `<li class="md-nav__item"><a href="${root}${href.replace("index.html", "")}" class="md-nav__link"><span class="md-ellipsis">${text}</span></a></li>`
  const [home, pilots, charts, customs] = pages.map(entry)
  return `<!doctype html><html lang="en" class="no-js"><head><meta charset="utf-8"><title>${title} - Harbour</title></head><body dir="ltr">
<div data-md-component="skip"><a href="#x" class="md-skip">Skip to content</a></div>
<header class="md-header"><nav class="md-header__inner md-grid"><a href="${root}" class="md-header__button md-logo">Harbour</a><div class="md-header__title"><span class="md-ellipsis">${title}</span></div></nav></header>
<div class="md-container"><main class="md-main"><div class="md-main__inner md-grid">
<div class="md-sidebar md-sidebar--primary"><nav class="md-nav md-nav--primary" aria-label="Navigation"><label class="md-nav__title">Harbour</label><ul class="md-nav__list">${home}<li class="md-nav__item md-nav__item--nested"><input type="checkbox" class="md-nav__toggle"><a href="${root}pilots/" class="md-nav__link"><span class="md-ellipsis">Pilots</span></a><nav class="md-nav"><label class="md-nav__title">Pilots</label><ul class="md-nav__list">${charts}</ul></nav></li>${customs}</ul></nav></div>
<div class="md-sidebar md-sidebar--secondary"><nav class="md-nav md-nav--secondary"><label class="md-nav__title">Table of contents</label></nav></div>
<div class="md-content"><article class="md-content__inner md-typeset"><h1 id="x">${title}<a class="headerlink" href="#x" title="Permanent link">&para;</a></h1>${body}<aside class="md-source-file"><span>May 3, 2031</span></aside></article></div></div></main>
<footer class="md-footer"><div class="md-copyright">Made with Material</div></footer></div><!-- ${pilots.length} --></body></html>`
}

const bodies = [
  "<p>All about the harbour.</p>",
  `<p>A pilot comes aboard at the buoy.<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup></p>
<div class="admonition warning"><p class="admonition-title">Warning</p><p>Slow to four knots.</p></div>
<details class="tip"><summary>Whom to call</summary><p>Channel twelve.</p></details>
<div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked id="__tabbed_1_1" name="__tabbed_1" type="radio"><input id="__tabbed_1_2" name="__tabbed_1" type="radio"><div class="tabbed-labels"><label for="__tabbed_1_1">By day</label><label for="__tabbed_1_2">By night</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Flags.</p></div><div class="tabbed-block"><p>Lamps.</p></div></div></div>
<div class="footnote"><hr><ol><li id="fn:1"><p>Green, and with a bell.&#160;<a class="footnote-backref" href="#fnref:1" title="Jump back">&#8617;</a></p></li></ol></div>`,
  `<h2 id="scale">Scales<a class="headerlink" href="#scale">&para;</a></h2>
<div class="language-yaml highlight"><span class="filename">chart.yml</span><table class="highlighttable"><tbody><tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal">1</span>
<span class="normal">2</span></pre></div></td><td class="code"><div><pre><span></span><code><span class="nt">scale</span><span class="p">:</span> 50000
<span class="nt">datum</span><span class="p">:</span> low <span class="c1"># (1)!</span>
</code></pre></div></td></tr></tbody></table></div>
<ol><li>Lowest astronomical tide.</li></ol>
<dl><dt><code>scale</code></dt><dd><p>How much smaller.</p></dd></dl>
<ul class="task-list"><li class="task-list-item"><label class="task-list-control"><input type="checkbox" disabled checked><span class="task-list-indicator"></span></label> corrected</li></ul>
<p><kbd class="key-control">Ctrl</kbd><span>+</span><kbd class="key-p">P</kbd> prints.</p><figure><img alt="chart" src="chart.png"><figcaption>The approach</figcaption></figure>`,
  "<p>Declare everything.</p><table><thead><tr><th>Goods</th><th>Duty</th></tr></thead><tbody><tr><td>Salt</td><td>none</td></tr></tbody></table>"
]

export const mkdocs = {
  name: "MkDocs",
  files: Object.fromEntries(pages.map(([path, title], at) => [path, around(path, title, bodies[at])])),
  site: {
    chrome: [
      ".md-skip",
      ".md-header",
      ".md-sidebar",
      ".md-footer",
      ".md-source-file",
      ".headerlink",
      ".linenos",
      ".footnote-backref"
    ],
    layoutTables: [".highlighttable"],
    skip: []
  },
  titles: pages.map(([, title]) => title),
  hints: 1,
  depth: 2
}
