/** A book as DocBook's stylesheets write it: a page for each section, and a table with "Up" over and under the text. */

const pages = [
  ["index.html", "Kiln Manual", undefined],
  ["firing.html", "Chapter 1. Firing", "index.html"],
  ["firing-ramp.html", "1.1. Ramps", "firing.html"],
  ["firing-cool.html", "1.2. Cooling", "firing.html"],
  ["reference.html", "Reference", "index.html"],
  ["app-kilnctl.html", "kilnctl", "reference.html"],
  ["functions-heat.html", "Heat functions", "reference.html"]
]

const cell = (width, text) => `<td width="${width}%" align="left">${text}</td>`

const around = (path, title, up, body) => {
  const at = pages.findIndex(([each]) => each === path)
  const link = (target, key, text) =>
    target === undefined ? "" : `<a accesskey="${key}" href="${target[0]}">${text}</a>`
  const above = pages.find(([each]) => each === up)
  const nav = [link(pages[at - 1], "p", "Prev"), link(above, "u", "Up"), link(pages[at + 1], "n", "Next")]
  const first = `<tr><th colspan="3" align="center">${title}</th></tr>`
  const row = `<tr>${nav.map((each) => cell(33, each)).join("")}</tr>`
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title>
<link rel="home" href="index.html" />${above === undefined ? "" : `<link rel="up" href="${up}" />`}</head><body>
<div class="navheader"><table width="100%" summary="Navigation header">${first}${row}</table><hr /></div>
${body}
<div class="navfooter"><hr /><table width="100%" summary="Navigation footer">${row}<tr>${cell(50, "")}${cell(50, "Home of the kilns")}</tr></table></div>
</body></html>`
}

const section = (id, title, body, level = 2) =>
  `<div class="sect1" id="${id}"><div class="titlepage"><div><div><h${level} class="title" style="clear: both">${title}</h${level}></div></div></div>${body}</div>`

const contents = (...entries) =>
  `<div class="toc"><p><strong>Table of Contents</strong></p><dl class="toc">${entries.map(([href, text]) => `<dt><span class="sect1"><a href="${href}">${text}</a></span></dt>`).join("")}</dl></div>`

const option = (names, text) =>
  `<dt>${names.map((name) => `<span class="term"><code class="option">${name}</code></span>`).join("<br />")}</dt><dd>${text}</dd>`

const bodies = {
  "index.html": `<div class="book" id="BOOK"><div class="titlepage"><div><div><h1 class="title">Kiln Manual</h1></div><div><p class="copyright">Copyright 2031 The potters</p></div></div></div>${contents(["firing.html", "1. Firing"], ["reference.html", "Reference"])}</div>`,
  "firing.html": `<div class="chapter" id="FIRING"><div class="titlepage"><div><div><h2 class="title">Chapter 1. Firing</h2></div></div></div>${contents(["firing-ramp.html", "1.1. Ramps"], ["firing-cool.html", "1.2. Cooling"])}<p>A firing takes the ware from the shelf to the door and back.</p></div>`,
  "firing-ramp.html": section(
    "RAMP",
    "1.1. Ramps",
    `<p>A ramp raises the heat by a <em class="firstterm">slope</em><a href="#ftn.a1" class="footnote"><sup class="footnote" id="a1">[1]</sup></a>. Press <span class="keycap"><strong>Ctrl</strong></span>+<span class="keycap"><strong>R</strong></span> to begin.</p>
<pre class="programlisting">
ramp <em class="replaceable"><code>name</code></em>
  slope 120   <a id="co1"></a><img src="callouts/1.png" alt="(1)" />
  hold  30
</pre>
<div class="calloutlist"><table border="0" summary="Callout list"><tr><td width="5%" valign="top" align="left"><p><a href="#co1"><img src="callouts/1.png" alt="(1)" /></a></p></td><td valign="top" align="left"><p>Degrees in an hour.</p></td></tr></table></div>
<div class="note"><h3 class="title">Note</h3><p>Thick ware wants gentle slopes.</p></div>
<div class="warning"><h3 class="title">Open doors</h3><p>Never look inside above red heat.</p></div>
<div class="procedure"><ol class="procedure" type="1"><li class="step"><p>Load the shelves.</p><pre class="screen">kilnctl load</pre></li><li class="step"><p>Shut the door.</p></li></ol></div>
<div class="footnotes"><br /><hr style="width:100; text-align:left;margin-left: 0" /><div id="ftn.a1" class="footnote"><p><a href="#a1" class="para"><sup class="para">[1] </sup></a>Older books call it a gradient.</p></div></div>`
  ),
  "firing-cool.html": section(
    "COOL",
    "1.2. Cooling",
    `<p>Cooling has three stages.</p><div class="table" id="T"><p class="title"><strong>Table 1.1. Stages</strong></p><div class="table-contents"><table class="table" summary="Stages" border="1"><colgroup><col /><col /><col /></colgroup><thead><tr><th>Stage</th><th colspan="2">Range</th></tr></thead><tbody><tr><td rowspan="2">Quick</td><td>1200</td><td>950</td></tr><tr><td>950</td><td>700</td></tr><tr><td><p>Slow</p><p>and watched</p></td><td>700</td><td>80</td></tr></tbody></table></div></div><br class="table-break" />
<div class="figure"><p class="title"><strong>Figure 1.1. A curve</strong></p><div class="figure-contents"><div class="mediaobject"><img src="curve.png" alt="curve" /></div></div></div>
<div class="simplesect"><div class="titlepage"><div><div><h3 class="title">When to open</h3></div></div></div><p>Open below eighty degrees.</p></div>`
  ),
  "reference.html": `<div class="reference" id="REFERENCE"><div class="titlepage"><div><div><h1 class="title">Reference</h1></div></div></div>${contents(["app-kilnctl.html", "kilnctl"], ["functions-heat.html", "Heat functions"])}</div>`,
  "app-kilnctl.html": `<div class="refentry" id="APP"><div class="titlepage"></div><a id="x1" class="indexterm"></a><div class="refnamediv"><h2><span class="refentrytitle"><span class="application">kilnctl</span></span></h2><p><span class="application">kilnctl</span> — control a kiln</p></div>
<div class="refsynopsisdiv"><h2>Synopsis</h2><div class="cmdsynopsis"><p id="s1"><code class="command">kilnctl</code> [<em class="replaceable"><code>option</code></em>...]</p></div></div>
<div class="refsect1" id="d1"><h2>Description</h2><p>Talks to the controller over the serial line.</p></div>
<div class="refsect1" id="o1"><h2>Options</h2><div class="variablelist"><dl class="variablelist">
${option(["-a", "--all"], "<p>Every kiln that answers.</p>")}
${option(["-q", "--quiet"], '<p>Prints nothing.</p><div class="itemizedlist"><ul class="itemizedlist" style="list-style-type: disc; "><li class="listitem"><p>not even errors</p></li></ul></div>')}
${option(['--shelf=<em class="replaceable"><code>n</code></em>'], '<p>One shelf:</p><pre class="screen">kilnctl --shelf=3</pre>')}
</dl></div></div>
<div class="refsect1" id="e1"><h2>Examples</h2><pre class="screen">
$ <strong class="userinput"><code>kilnctl --all</code></strong>
north   812
south   640
</pre></div><div class="refsect1"><h2>See Also</h2><span class="simplelist"><a class="xref" href="firing.html" title="Chapter 1. Firing">Chapter 1</a></span></div></div>`,
  "functions-heat.html": section(
    "HEAT",
    "Heat functions",
    `<div class="table" id="F"><p class="title"><strong>Table 2. Functions</strong></p><div class="table-contents"><table class="table" summary="Functions" border="1"><colgroup><col /></colgroup><thead><tr><th class="func_table_entry"><p class="func_signature">Function</p><p>Description</p></th></tr></thead><tbody>${[
      ["heat", "Raises the heat"],
      ["hold", "Keeps the heat"],
      ["vent", "Opens the flue"]
    ]
      .map(
        ([name, text]) =>
          `<tr><td class="func_table_entry"><p class="func_signature"><a id="f-${name}" class="indexterm"></a><code class="function">${name}</code> ( <em class="parameter"><code>shelf</code></em> <code class="type">integer</code> ) → <code class="returnvalue">boolean</code></p><p>${text} of one shelf.</p></td></tr>`
      )
      .join("")}</tbody></table></div></div>`
  )
}

export const docbook = {
  name: "DocBook",
  files: Object.fromEntries(pages.map(([path, title, up]) => [path, around(path, title, up, bodies[path])])),
  site: {
    chrome: [".navheader", ".navfooter", "div.toc"],
    layoutTables: ["[summary='Callout list']"],
    skip: [],
    up: ".navheader a[accesskey=u]"
  },
  titles: pages.map(([, title]) => title),
  hints: 2
}
