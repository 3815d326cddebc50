/** A site of Docusaurus. */

const pages = [
  ["intro.html", "Welcome"],
  ["bees/queens.html", "Queens"],
  ["bees/swarms.html", "Swarms"],
  ["honey.html", "Honey"]
]

const around = (path, title, body) => {
  const root = "../".repeat(path.split("/").length - 1) || "./"
  const entry = ([href, text]) =>
    `<li class="theme-doc-sidebar-item-link menu__list-item"><a class="menu__link" href="${root}${href}">${text}</a></li>`
  return `<!doctype html><html lang="en" class="docs-wrapper"><head><title>${title} | Apiary</title></head><body><div id="__docusaurus"><div role="region" aria-label="Skip to main content"><a class="skipToContent_fXgn" href="#m">Skip to main content</a></div>
<nav class="navbar navbar--fixed-top"><a class="navbar__brand" href="${root}intro.html"><b>Apiary</b></a></nav><div class="main-wrapper"><div class="docsWrapper_x"><aside class="theme-doc-sidebar-container"><nav class="menu thin-scrollbar"><ul class="theme-doc-sidebar-menu menu__list">${entry(pages[0])}<li class="theme-doc-sidebar-item-category menu__list-item"><div class="menu__list-item-collapsible"><a class="menu__link menu__link--sublist menu__link--sublist-caret" role="button" aria-expanded="true" href="${root}bees/queens.html">Bees</a></div><ul class="menu__list">${entry(pages[1])}${entry(pages[2])}</ul></li>${entry(pages[3])}</ul></nav></aside>
<main class="docMainContainer_y"><div class="container"><div class="row"><div class="col docItemCol_z"><div class="docItemContainer_w"><article><nav class="theme-doc-breadcrumbs" aria-label="Breadcrumbs"><ul class="breadcrumbs"><li>${title}</li></ul></nav><div class="tocCollapsible_v theme-doc-toc-mobile"><button>On this page</button></div><div class="theme-doc-markdown markdown"><header><h1>${title}</h1></header>${body}</div><footer class="theme-doc-footer">Edit this page</footer></article><nav class="pagination-nav"><a href="${root}honey.html">Next Honey</a></nav></div></div><div class="col col--3"><div class="tableOfContents_u"><ul><li><a href="#a">A</a></li></ul></div></div></div></div></main></div></div><footer class="footer">Copyright 2031</footer></div></body></html>`
}

const anchor = (id) => `<a href="#${id}" class="hash-link" aria-label="Direct link" title="Direct link">​</a>`
const line = (...tokens) =>
  `<span class="token-line" style="color:#000">${tokens.map((each) => `<span class="token plain">${each}</span>`).join("")}<br></span>`

const bodies = [
  '<p>Keep bees. Begin with <a href="bees/queens.html">queens</a>.</p>',
  `<h2 class="anchor" id="marking">Marking${anchor("marking")}</h2><p>Each year has a colour.</p>
<div class="theme-admonition theme-admonition-tip admonition_o alert alert--success"><div class="admonitionHeading_p"><span class="admonitionIcon_q"><svg viewBox="0 0 12 16"><path d="M0"></path></svg></span>tip</div><div class="admonitionContent_r"><p>White in years that end in one.</p></div></div>
<div class="theme-admonition theme-admonition-danger alert alert--danger"><div class="admonitionHeading_p">Stings</div><div class="admonitionContent_r"><p>Wear a veil.</p></div></div>
<div class="language-js codeBlockContainer_s theme-code-block"><div class="codeBlockTitle_t">queen.js</div><div class="codeBlockContent_u"><pre tabindex="0" class="prism-code language-js codeBlock_v"><code class="codeBlockLines_w">${line("const year = 2031")}${line("mark(year, ", "'white')")}</code></pre><div class="buttonGroup_x"><button type="button">Copy</button></div></div></div>`,
  `<div class="theme-tabs-container tabs-container"><ul role="tablist" class="tabs"><li role="tab" aria-selected="true" class="tabs__item">Spring</li><li role="tab" aria-selected="false" class="tabs__item">Summer</li></ul><div class="margin-top--md"><div role="tabpanel" class="tabItem_y"><p>Watch the comb.</p></div><div role="tabpanel" class="tabItem_y" hidden=""><p>Listen for piping.</p></div></div></div>
<details class="details_a alert alert--info"><summary>Why they leave</summary><div><div class="collapsibleContent_b"><p>The hive is full.</p></div></div></details>`,
  `<table><thead><tr><th style="text-align:left">Flower</th><th style="text-align:right">Water</th></tr></thead><tbody><tr><td style="text-align:left">Lime</td><td style="text-align:right">17 %</td></tr></tbody></table><h3 class="anchor" id="a">Jars${anchor("a")}</h3><ol><li>Warm it.<ul><li>gently</li></ul></li><li>Pour.</li></ol>`
]

export const docusaurus = {
  name: "Docusaurus",
  files: Object.fromEntries(pages.map(([path, title], at) => [path, around(path, title, bodies[at])])),
  from: "/intro.html",
  site: {
    chrome: [
      ".navbar",
      "[aria-label='Skip to main content']",
      ".theme-doc-sidebar-container",
      ".theme-doc-breadcrumbs",
      ".theme-doc-toc-mobile",
      ".theme-doc-footer",
      ".pagination-nav",
      "[class*=tableOfContents]",
      ".footer",
      ".hash-link"
    ],
    shown: ["[role=tabpanel]"],
    skip: []
  },
  titles: pages.map(([, title]) => title),
  hints: 2,
  depth: 2
}
