/** A policy as Sphinx writes it in its plain theme: footnotes with code, numbered from one on every page. */

const chapters = ["Archive", "Packages", "Sources", "Libraries", "Scripts"]

const path = (title) => `ch-${title.toLowerCase()}.html`
const code = (text) =>
  `<div class="highlight-default notranslate"><div class="highlight"><pre><span></span>${text}\n</pre></div></div>`

const related = `<div class="related" role="navigation" aria-label="related navigation"><h3>Navigation</h3><ul><li class="right" style="margin-right: 10px"><a href="genindex.html" title="General Index">index</a></li><li class="nav-item nav-item-0"><a href="index.html">Harbour Policy</a> &#187;</li></ul></div>`

const page = (title, body) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title} &#8212; Harbour Policy v4</title></head><body>${related}
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">${body}<div class="clearer"></div></div></div></div></div>
${related}<div class="footer" role="contentinfo">&#169; Copyright the harbour. Created using Sphinx.</div></body></html>`

const mark = (id, note, number) => `<a class="footnote-reference brackets" href="#${note}" id="${id}">${number}</a>`
const note = (id, back, number, body) =>
  `<dt class="label" id="${id}"><span class="brackets"><a class="fn-backref" href="#${back}">${number}</a></span></dt>\n<dd>${body}</dd>`

const chapter = (title, index) =>
  page(
    `${index + 1}. ${title}`,
    `<div class="section" id="${title.toLowerCase()}"><h1><span class="section-number">${index + 1}. </span>${title}<a class="headerlink" href="#${title.toLowerCase()}">¶</a></h1>
<div class="section" id="names"><h2>Names of ${title}<a class="headerlink" href="#names">¶</a></h2>
<p>Every berth of ${title} has a name of its own, and keeps it. ${mark("id1", "id3", 1)} Names are short, and nobody else has them: see the list of chapter ${index + 1}.</p>
<p>${`Ships of ${title} that come in without a name wait outside until the harbour has found one for them. `.repeat(4)}</p>
<p>A name that is gone is not given again for ${index + 2} years. ${mark("id2", "id4", 2)}</p></div>
<dl class="footnote brackets">
${note("id3", "id1", 1, `<p>The name of ${title} is printed by this command:</p>${code(`berth --name ${title} \\\n    | sed -e 's/${index}/x/'`)}<p>It prints ${index + 1} lines.</p>`)}
${note("id4", "id2", 2, `<p>Because ships of chapter ${index + 1} come back.</p>`)}
</dl></div>`
  )

const list = chapters
  .map(
    (title, index) =>
      `<li class="toctree-l1"><a class="reference internal" href="${path(title)}">${index + 1}. ${title}</a></li>`
  )
  .join("")

export const footnotes = {
  name: "Sphinx with footnotes",
  files: {
    "index.html": page(
      "Harbour Policy",
      `<div class="section" id="harbour-policy"><h1>Harbour Policy</h1><p>What ships may do.</p><div class="toctree-wrapper compound"><ul>${list}</ul></div></div>`
    ),
    ...Object.fromEntries(chapters.map((title, index) => [path(title), chapter(title, index)]))
  },
  site: { chrome: [".related", ".footer", ".headerlink"], skip: [], up: ".related .nav-item-0 a" },
  titles: ["Harbour Policy", ...chapters.map((title, index) => `${index + 1}. ${title}`)],
  hints: 0
}
