/** Pages written by hand in the shape of SQLite's: no structure around the text, and its title in the banner. */

const menu = (
  root
) => `<div class=nosearch><a href="${root}index.html"><img class="logo" src="${root}images/logo.gif" alt="Pebble" border="0"></a>
<div><!-- IE hack --></div><div class="tagline desktoponly">Small. Round. Smooth.<br>Choose any three.</div>
<div class="menu mainmenu"><ul><li><a href="${root}index.html">Home</a><li class='mobileonly'><a href="javascript:void(0)">Menu</a><li><a href='${root}about.html'>About</a><li><a href="${root}docs.html">Documentation</a></ul></div>
<div class="menu submenu" id="submenu"><ul><li><a href='${root}about.html'>About</a><li><a href='${root}docs.html'>Documentation</a></ul></div>
<div class="searchmenu" id="searchmenu"><form method="GET" action="search"><select name="s"><option value="d">Search Documentation</option></select><input type="submit" value="Go"></form></div></div>
<script>function toggle_div(nm) { return nm }</script>`

const around = (title, body, root = "") => `<!DOCTYPE html><html><head><title>${title}</title></head><body>${menu(root)}
${body}
<p align="center"><small><i>This page last modified on <a href="https://example.org/honeypot" id="mtimelink">2031-12-05</a> UTC </small></i></p>`

const fancy = (title, contents) => `<div class=fancy><div class=nosearch><div class="fancy_title">${title}</div>
<div class="fancy_toc"><a onclick="toggle_toc()"><span class="fancy_toc_mark">&#x25ba;</span>Table Of Contents</a><div id="toc_sub">${contents.map((each, at) => `<div class="fancy-toc1"><a href="#s${at + 1}">${at + 1}. ${each}</a></div>`).join("")}</div></div></div>`

const files = {
  "index.html": around(
    "Pebble Home Page",
    `<div class="rightsidebar border2px"><h3 align="center">Common Links</h3><ul><li> <a href="polish.html">Polishing</a> </li></ul></div>
<h3>What Is Pebble?</h3><p>Pebble is a stone. <a href="about.html">More...</a><h3>Latest Release</h3>Version 3 (2031-01-01). <a href="docs.html">Documentation</a>
<div class="nosearch"><h3>Elsewhere</h3></div>`
  ),
  "about.html": around(
    "About Pebble",
    "<h1 align=center>About Pebble</h1>\n\n<p>It was in the river, and now it is here.\n<p>It weighs little.\n<ul><li>It is round<li>It is grey<ul><li>light grey</ul></ul>"
  ),
  "docs.html": around(
    "Pebble Documentation",
    `<h1 align=center>Documentation</h1><div class="columns" style="columns: 12em auto;"><ul><li><a href="polish.html">Polishing</a><li><a href="c3ref/throw.html">Throwing</a><li><a href="faq.html">Questions</a></ul></div>
<table border=0 width="100%"><tr><td valign=top><h3>Overview</h3><ul><li><a href="about.html">About</a> &rarr; where it is from</ul></td><td valign=top><h3>Programming</h3><p>Five minutes are enough.</td></tr></table>`
  ),
  "polish.html": around(
    "How To Polish Pebble",
    `${fancy("How To Polish Pebble", ["Sand", "Water"])}
<h1 id="s1"><span>1. </span>Sand</h1>
<p>Use fine sand. <table striped=1><tr><th>Grain<th>Shine<tr><td>coarse<td>dull<tr><td>fine<td>bright</table>
<div class="codeblock"><pre>polish --grain fine
  pebble.dat</pre></div>
<h1 id="s2"><span>2. </span>Water</h1>
<p><b><a href="about.html">wet-stone:</a></b> <button id='b1'>hide</button></p><div class='imgcontainer'><div><svg xmlns='http://www.w3.org/2000/svg' viewBox="0 0 10 10"><text x="1" y="1">WET</text></svg></div></div>
<p>Rinse it. <dl><dt><b>cold</b><dd>keeps its colour<dt><b>warm</b><dd><p>shows the veins<p>and the cracks</dl>
<blockquote><p>Still waters.</blockquote></div>`
  ),
  "faq.html": around(
    "Pebble Frequently Asked Questions",
    `<h2>Frequently Asked Questions</h2><ol><li><a href="#q1">Is it round?</a><li><a href="#q2">Is it wet?</a></ol>
<dl><dt><a name="q1"></a><b>(1) Is it round?</b></dt><dd><p>Nearly.</p></dd><dt><a name="q2"></a><b>(2) Is it wet?</b></dt><dd><p>After rain.</p></dd></dl>`
  ),
  "c3ref/throw.html": around(
    "Throwing A Pebble",
    `<div class=nosearch><a href="intro.html"><h2>Pebble C Interface</h2></a><h2>Throwing A Pebble</h2></div>
<blockquote><pre>
int pebble_throw(pebble*, int,
                 const void*);
</pre></blockquote><p>Throws it. The <i>second</i> argument is how far.</p><p><ul><li>  ?<li>  :VVV</ul></p>`,
    "../"
  ),
  "c3ref/intro.html": around(
    "Introduction",
    `<div class=nosearch><a href="intro.html"><h2>Pebble C Interface</h2></a><h2>Introduction</h2></div><p>These pages define the interface. See <a href="throw.html">throwing</a>.</p>`,
    "../"
  )
}

export const sqlite = {
  name: "SQLite",
  files,
  site: {
    chrome: ["img.logo", ".tagline", ".menu", ".searchmenu", ".fancy_toc", "p:has(#mtimelink)"],
    layoutTables: ["table:has(h3)"],
    skip: []
  },
  titles: [
    "Pebble Home Page",
    "About Pebble",
    "Documentation",
    "How To Polish Pebble",
    "Pebble Frequently Asked Questions",
    "Throwing A Pebble",
    "Introduction"
  ],
  hints: 0
}
