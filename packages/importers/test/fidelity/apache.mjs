/** A manual in the shape of that of the Apache web server: a file for each language, chosen by the server. */

const languages = {
  en: { bar: "Modules", version: "Ferry Server Version 2.4", also: "See also", available: "Available Languages" },
  de: { bar: "Module", version: "Ferry Server Version 2.4", also: "Siehe auch", available: "Verfügbare Sprachen" }
}

const around = (language, root, title, crumbs, body, quick = "") => {
  const { also, available, bar, version } = languages[language]
  const path = crumbs.map(([href, text]) => `<a href="${href}">${text}</a>`).join(" &gt; ")
  const choice = (where) =>
    `<div class="${where}lang"><p><span>${available}: </span><a href="#" hreflang="de" rel="alternate">&nbsp;de&nbsp;</a> | <a href="#" title="English">&nbsp;en&nbsp;</a></p></div>`
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html lang="${language}"><head><title>${title} - ${version}</title></head>
<body id="manual-page"><div id="page-header"><p class="menu"><a href="${root}mod/index.html">${bar}</a></p><p class="apache">${version}</p><img alt="" src="${root}images/feather.png"></div>
<div class="up"><a href="./"><img title="&lt;-" alt="&lt;-" src="${root}images/left.gif"></a></div><div id="path">${path}</div>
<div id="page-content"><div id="preamble"><h1>${title}</h1>${choice("top")}${body[0]}</div>
<div id="quickview">${quick}<h3>${also}</h3><ul class="seealso"><li><a href="https://example.org/${title.replaceAll(" ", "-")}">More of ${title}</a></li></ul></div>
${body
  .slice(1)
  .map((each) => `<div class="top"><a href="#page-header"><img alt="top" src="${root}images/up.gif"></a></div>${each}`)
  .join("\n")}</div>
${choice("bottom")}<div id="footer"><p class="apache">Copyright 2031 The ferrymen.</p><p class="menu"><a href="${root}mod/index.html">${bar}</a></p></div></body></html>`
}

const section = (id, title, body) =>
  `<div class="section"><h2><a name="${id}" id="${id}">${title}</a> <a title="Permanent link" href="#${id}" class="permalink">&para;</a></h2>${body}</div>`

const directive = (name, syntax, text) =>
  `<div class="directive-section"><h2><a name="${name}" id="${name}">${name}</a> <a name="d-${name}">Directive</a></h2><table class="directive"><tr><th><a href="index.html#Description">Description:</a></th><td>${text}</td></tr><tr><th>Syntax:</th><td><code>${syntax}</code></td></tr></table><p>Use ${name} in the main configuration.</p><div class="example"><h3>Example</h3><pre class="prettyprint lang-config">${name} "/north" "/south"
</pre></div></div>`

const documentation = ["https://example.org/docs/", "Documentation"]

const pagesOf = (language) => ({
  "index.html": around(
    language,
    "./",
    "Ferry Documentation",
    [documentation],
    [
      "<p>Everything that a ferry needs.</p>",
      '<div class="category"><h2>Users</h2><ul><li><a href="crossing.html">Crossing</a></li><li><a href="mod/index.html">Modules</a></li></ul></div>'
    ]
  ),
  "crossing.html": around(
    language,
    "./",
    language === "en" ? "Crossing a river" : "Über den Fluss",
    [documentation, ["./index.html", "Version 2.4"]],
    [
      language === "en"
        ? "<p>How a crossing is made, from quay to quay.</p>"
        : "<p>Wie man übersetzt, von Ufer zu Ufer.</p>",
      section(
        "cast",
        "Casting off",
        '<table class="related"><tr><th>Related Modules</th><th>Related Directives</th></tr><tr><td><ul><li><code class="module"><a href="./mod/mod_quay.html">mod_quay</a></code></li></ul></td><td><ul><li><code class="directive"><a href="./mod/mod_quay.html#Moor">Moor</a></code></li></ul></td></tr></table><p>Loosen the lines, stern first.</p><div class="note"><h3>Note</h3><p>Mind the wash.</p></div>'
      ),
      section(
        "land",
        "Landing",
        '<p>Come in against the stream.</p><div class="warning"><p>Never jump.</p></div><h3>Tides</h3><dl><dt>Ebb</dt><dd>goes out</dd><dt>Flood</dt><dd>comes in</dd></dl>'
      )
    ],
    '<ul id="toc"><li><img alt="" src="./images/down.gif" /> <a href="#cast">Casting off</a></li></ul>'
  ),
  "mod/index.html": around(
    language,
    "../",
    "Module Index",
    [documentation, ["../index.html", "Version 2.4"]],
    [
      "<p>Every module of the ferry.</p>",
      '<div class="section"><h2>Core</h2><dl><dt><a href="mod_quay.html">mod_quay</a></dt><dd>Where ferries lie</dd></dl></div>'
    ]
  ),
  "mod/mod_quay.html": around(
    language,
    "../",
    "Ferry Module mod_quay",
    [documentation, ["../index.html", "Version 2.4"], ["./index.html", "Modules"]],
    [
      '<table class="module"><tr><th>Description:</th><td>Where ferries lie</td></tr><tr><th>Status:</th><td>Base</td></tr></table><h3>Summary</h3><p>Quays and their rings.</p>',
      directive("Moor", "Moor <em>ring</em>", "Ties a ferry to a ring"),
      directive("Unmoor", "Unmoor <em>ring</em>", "Lets it go")
    ],
    '<h3 class="directives">Directives</h3><ul id="toc"><li><a href="#moor">Moor</a></li></ul>'
  )
})

export const apache = {
  name: "Apache",
  files: Object.fromEntries(
    Object.keys(languages).flatMap((language) =>
      Object.entries(pagesOf(language)).map(([path, html]) => [`${path}.${language}`, html])
    )
  ),
  site: {
    chrome: [
      "#page-header",
      ".up",
      "#path",
      ".toplang",
      ".bottomlang",
      "#footer",
      ".top",
      "#toc",
      "h3.directives",
      ".permalink"
    ],
    skip: [],
    up: "#path a"
  },
  titles: ["Ferry Documentation", "Crossing a river", "Module Index", "Ferry Module mod_quay"],
  hints: 2
}
