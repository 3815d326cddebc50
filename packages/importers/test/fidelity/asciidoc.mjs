/** Manual pages as AsciiDoc writes them: no navigation at all, the title outside of the text, pages that link to each other. */

const around = (title, name, body, footnotes = "") => `<!DOCTYPE html><html lang="en"><head><title>${title}</title>
<style>body { color: black }</style><script>var asciidoc = {}</script></head><body class="manpage">
<div id="header"><h1>${title} Manual Page</h1><h2>NAME</h2><div class="sectionbody"><p>${name}</p></div></div>
<div id="content">${body}</div><div id="footnotes"><hr />${footnotes}</div>
<div id="footer"><div id="footer-text">Last updated 2031-05-31 00:35:55 UTC</div></div></body></html>`

const section = (id, title, body) =>
  `<div class="sect1"><h2 id="_${id}">${title}</h2><div class="sectionbody">${body}</div></div>`
const paragraph = (text) => `<div class="paragraph"><p>${text}</p></div>`
const listing = (text, caption = "") =>
  `<div class="listingblock">${caption}<div class="content"><pre><code>${text}</code></pre></div></div>`
const synopsis = (text) =>
  `<div class="verseblock"><pre class="content">${text}</pre><div class="attribution"></div></div>`

const files = {
  "index.html": around(
    "loom(1)",
    "loom - weave cloth from threads",
    section(
      "synopsis",
      "SYNOPSIS",
      synopsis("<em>loom</em> [--warp=&lt;n&gt;] [--quiet]\n       &lt;command&gt; [&lt;args&gt;]")
    ) +
      section(
        "description",
        "DESCRIPTION",
        paragraph(
          'See <a href="loom-weave.html">loom-weave(1)</a> to begin, <a href="loom-unpick.html">loom-unpick(1)</a> to undo.'
        )
      ) +
      section("loom", "LOOM", paragraph("Part of the loom suite"))
  ),
  "loom-weave.html": around(
    "loom-weave(1)",
    "loom-weave - weave one piece",
    section("synopsis", "SYNOPSIS", synopsis("<em>loom weave</em> [-n] &lt;pattern&gt;")) +
      section(
        "description",
        "DESCRIPTION",
        paragraph(
          'Weaves a piece<span class="footnote" data-note="A length."><br />[A length of cloth.]<br /></span> by a pattern.'
        ) +
          listing("warp 120\nweft 80\n  selvedge 2 <b>(1)</b>", '<div class="title">A pattern</div>') +
          '<div class="colist arabic"><table><tr><td>1</td><td>Threads at the edge.</td></tr></table></div>' +
          '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">Wet the linen first.</td></tr></table></div>' +
          '<div class="admonitionblock"><table><tr><td class="icon"><img src="images/icons/caution.png" alt="Caution" /></td><td class="content"><div class="paragraph"><p>The beam is heavy.</p></div></td></tr></table></div>'
      ) +
      section(
        "options",
        "OPTIONS",
        `<div class="dlist"><dl><dt class="hdlist1"> -n </dt><dt class="hdlist1"> --dry-run </dt><dd><p> Only shows what would be woven. </p><div class="literalblock"><div class="content"><pre><tt>$ loom weave -n twill</tt></pre></div></div></dd><dt class="hdlist1"> &lt;pattern&gt; </dt><dd><p> A file. </p><div class="ulist"><ul><li><p> plain </p></li><li><p> twill </p><div class="olist arabic"><ol class="arabic"><li><p> two up </p></li></ol></div></li></ul></div></dd></dl></div>`
      ) +
      section(
        "table",
        "WEIGHTS",
        '<div class="tableblock"><table rules="all" frame="border"><caption class="title">Table 1. Weights</caption><thead><tr><th>Cloth</th><th>Ounces</th></tr></thead><tbody><tr><td><p class="table">Voile</p></td><td><p class="table">2</p></td></tr><tr><td><p class="table">Canvas</p></td><td><p class="table">12</p></td></tr></tbody></table></div>' +
          '<div class="quoteblock"><div class="content"><div class="paragraph"><p>Measure twice.</p></div></div><div class="attribution"><em>a proverb</em><br />&#8212; of tailors</div></div>' +
          '<div class="exampleblock"><div class="title">Example 1. Twill</div><div class="content"><div class="paragraph"><p>Two over and two under.</p></div></div></div>' +
          '<div class="imageblock"><div class="content"><img src="images/twill.png" alt="twill" /></div><div class="title">Figure 1. A twill</div></div>'
      )
  ),
  "loom-unpick.html": around(
    "loom-unpick(1)",
    "loom-unpick - undo a row",
    section("synopsis", "SYNOPSIS", synopsis("<em>loom unpick</em> [&lt;rows&gt;]")) +
      section("description", "DESCRIPTION", paragraph("Unpicks the last row, or so many.")) +
      section("exit", "EXIT STATUS", paragraph("0 where a row was left.")),
    '<div class="footnote" id="_f1">1. Rows are counted from the top.</div>'
  )
}

export const asciidoc = {
  name: "AsciiDoc",
  files,
  site: { chrome: ["#footer", ".colist td:first-child"], layoutTables: [".colist table"], skip: [] },
  titles: ["loom(1)", "loom-weave(1)", "loom-unpick(1)"].map((each) => `${each} Manual Page`),
  hints: 2
}
