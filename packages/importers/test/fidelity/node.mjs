/** An API manual in the shape of Node's: the menu is a list next to the text, the same on every page. */

const modules = [
  ["index.html", "Index"],
  ["bell.html", "Bell"],
  ["rope.html", "Rope"],
  ["tower.html", "Tower"],
  ["clock.html", "Clock tower"]
]

const around = (path, title, body) => {
  const id = path.replace(".html", "")
  const menu = (active) =>
    modules
      .map(
        ([href, text]) => `<li><a href="${href}" class="nav-${id}${active === href ? " active" : ""}">${text}</a></li>`
      )
      .join("\n")
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} | Belfry v18.2 Documentation</title></head>
<body class="alt apidoc" id="api-section-${id}"><div id="content" class="clearfix"><div id="column2" class="interior"><div id="intro" class="interior"><a href="index.html" title="Go back to the home page">Belfry</a></div><ul>${menu(path)}</ul><hr class="line"/><ul><li><a href="https://example.org/belfry">Code repository and issue tracker</a></li></ul></div>
<div id="column1" data-id="${id}" class="interior"><header class="header"><div class="header-container"><h1>Belfry v18.2 documentation</h1><button class="theme-toggle-btn" hidden>Dark</button></div>
<div id="gtoc"><ul><li class="pinned-header">Belfry v18.2</li><li class="picker-header"><a href="#">Table of contents</a><div class="picker"><ul><li><a href="#${id}">${title}</a></li></ul></div></li><li class="picker-header"><a href="#"><span class="collapsed-arrow">►</span><span class="expanded-arrow">▼</span> Index</a><div class="picker"><ul>${menu(path)}</ul></div></li><li class="picker-header"><a href="#">Other versions</a><div class="picker"><ol id="alt-docs"><li><a href="https://example.org/v17">17.x</a></li></ol></div></li></ul></div><hr></header>
<details id="toc" open><summary>Table of contents</summary><ul><li><a href="#${id}">${title}</a></li></ul></details>
<div id="apicontent">${body}<!-- API END --></div></div></div></body></html>`
}

const heading = (level, id, text) =>
  `<h${level}>${text}<span><a class="mark" href="#${id}" id="${id}">#</a></span><a aria-hidden="true" class="legacy" id="legacy_${id}"></a></h${level}>`

const history = (added) =>
  `<div class="api_metadata"><details class="changelog"><summary>History</summary><table><tbody><tr><th>Version</th><th>Changes</th></tr><tr><td>v18.0.0</td><td><p>The rope may be undefined.</p></td></tr><tr><td>${added}</td><td><p><span>Added in: ${added}</span></p></td></tr></tbody></table></details></div>`

const files = {
  "index.html": around(
    "index.html",
    "Index",
    `<ul>${modules
      .slice(1)
      .map(([href, text]) => `<li><a href="${href}">${text}</a></li>`)
      .join("")}</ul>`
  ),
  "bell.html": around(
    "bell.html",
    "Bell",
    `<section><h2>Bell<span><a class="mark" href="#bell" id="bell">#</a></span></h2><!--introduced_in=v0.10.0--><div class="api_stability api_stability_2"><a href="tower.html#stability">Stability: 2</a> - Stable</div>
<p><strong>Source Code:</strong> <a href="https://example.org/bell.js">lib/bell.js</a></p><p>The <code>belfry:bell</code> module rings bells.</p>
<pre class="with-39-chars"><input class="js-flavor-toggle" type="checkbox" checked aria-label="Show modern ES modules syntax"><code class="language-js mjs">import { ring } from 'belfry:bell'
</code><code class="language-js cjs">const { ring } = require('belfry:bell')
</code></pre></section>
<section>${heading(3, "bell_ring", "<code>bell.ring(times[, options])</code>")}${history("v0.1.90")}
<ul><li><code>times</code> <a href="https://example.org/number" class="type">&lt;number&gt;</a> How often. <strong>Default:</strong> <code>1</code></li><li><code>options</code> &lt;Object&gt;<ul><li><code>rope</code> <a href="rope.html#class-rope" class="type">&lt;Rope&gt;</a></li></ul></li><li>Returns: &lt;boolean&gt;</li></ul>
<p>Rings the bell.</p><pre><code class="language-js">ring(3)
// Prints: true
</code></pre></section>
<section>${heading(4, "bell_event", "Event: <code>'silence'</code>")}<div class="api_metadata"><span>Added in: v0.7.7</span></div><p>Emitted after the last stroke.</p><div class="note"><p>There may be none.</p></div></section>`
  ),
  "rope.html": around(
    "rope.html",
    "Rope",
    `<section>${heading(2, "rope", "Rope")}<p>Ropes are pulled.</p><section>${heading(3, "class-rope", "Class: <code>Rope</code>")}<p>Holds up to ten stone.</p></section></section>`
  ),
  "tower.html": around(
    "tower.html",
    "Tower",
    `<section>${heading(2, "tower", "Tower")}<p>Where bells hang.</p><table><thead><tr><th>Floor</th><th>Holds</th></tr></thead><tbody><tr><td>first</td><td><pre><code class="language-js">rope()</code></pre></td></tr><tr><td>second</td><td>bells</td></tr></tbody></table></section>`
  ),
  "clock.html": around(
    "clock.html",
    "Clock tower",
    `<section>${heading(2, "clock-tower", "Clock tower")}<p>It strikes the hours.</p></section>`
  )
}

export const node = {
  name: "Node",
  files,
  site: { chrome: ["#column2", "header.header", "#toc", "a.mark"], skip: [] },
  titles: modules.map(([, title]) => title),
  hints: 1,
  depth: 1
}
