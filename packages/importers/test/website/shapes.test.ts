/** Sites in the shapes of generators whose pages have no sign of where their text is. */
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { type Answer, lines, outboundLayer, read, serveAll } from "./Site.js"

const reading = (answers: Readonly<Record<string, Answer>>, path = "/") =>
  Effect.gen(function* () {
    const site = yield* serveAll(answers)
    const found = yield* read(site, path)
    const text = (at: string): string => found.pages.get(site.origin + at)?.markdown ?? `no page ${at}`
    const problems = found.outline.problems.map((problem) => problem.replaceAll(site.origin, ""))
    return { tree: lines(found, site.origin), text, problems, site }
  }).pipe(Effect.scoped, Effect.provide(outboundLayer))

const sentence = (name: string): string =>
  `What there is to know of ${name} is said in this sentence, and in no other one.`

describe("a manual of DocBook", () => {
  const page = (title: string, up: string, next: string, body: string): string =>
    `<html><head><title>${title}</title><link rel="next" href="${next}"></head><body id="docContent"><div class="navheader"><table summary="Navigation header"><tr><th colspan="5">${title}</th></tr><tr><td><a accesskey="p" href="index.html">Prev</a></td><td><a accesskey="u" href="${up}">Up</a></td><td><a accesskey="h" href="index.html">Home</a></td><td><a accesskey="n" href="${next}">Next</a></td></tr></table><hr></div>${body}<div class="navfooter"><hr><table><tr><td><a accesskey="p" href="index.html">Prev</a></td><td><a accesskey="u" href="${up}">Up</a></td></tr></table></div></body></html>`
  const section = (name: string): string =>
    `<div class="sect1" id="${name}"><div class="titlepage"><div><div><h2 class="title">${name}</h2></div></div></div><p>${sentence(name)}</p></div>`
  const parts = ["Description", "Options", "Exit Status", "Usage", "Environment", "Files", "Notes", "Examples"]
  const reference = `<div class="refentry" id="APP"><div class="titlepage"></div><div class="refnamediv"><h2><span class="refentrytitle">psql</span></h2><p>psql — the terminal</p></div>${parts
    .map(
      (part) =>
        `<div class="refsect1"><h2>${part}</h2><p>${sentence(part).repeat(part === "Options" ? 30 : 2)}</p><dl><dt>--${part}</dt><dd><p>Sets ${part}.</p></dd></dl></div>`
    )
    .join("")}</div>`
  const chapter = (name: string, ...pages: ReadonlyArray<string>): string =>
    `<div class="chapter"><div class="titlepage"><h2 class="title">${name}</h2></div><div class="toc"><dl class="toc">${pages.map((each) => `<dt><span class="sect1"><a href="${each}.html">${each}</a></span></dt><dd><dl><dt><a href="${each}.html#x">In ${each}</a></dt></dl></dd>`).join("")}</dl></div><p>${sentence(name)}</p></div>`
  const site = {
    "/": page("Manual", "", "start.html", chapter("Manual", "start", "reference")),
    "/start.html": page(
      "Chapter 1. Start",
      "index.html",
      "install.html",
      chapter("Chapter 1. Start", "install", "run")
    ),
    "/install.html": page("install", "start.html", "run.html", section("install")),
    "/run.html": page("run", "start.html", "reference.html", section("run")),
    "/reference.html": page("Reference", "index.html", "psql.html", chapter("Reference", "psql")),
    "/psql.html": page("psql", "reference.html", "", reference)
  }

  it.effect("keeps every section, and stands as its pages say", () =>
    Effect.gen(function* () {
      const { problems, text, tree } = yield* reading(site)
      assert.deepStrictEqual(tree, [
        "Manual </>",
        "Chapter 1. Start </start.html>",
        "  install </install.html>",
        "  run </run.html>",
        "Reference </reference.html>",
        "  psql </psql.html>"
      ])
      for (const part of parts) assert.include(text("/psql.html"), `${sentence(part)}`)
      assert.include(text("/psql.html"), "Sets Examples.")
      assert.notMatch(Object.keys(site).map(text).join("\n"), /\b(?:Prev|Next|Home|Up)\b/)
      assert.include(text("/start.html"), "[install]")
      assert.deepStrictEqual(problems, [])
    })
  )
})

describe("a manual of Apache", () => {
  const languages = (path: string): string =>
    `<div class="toplang"><p><span>Available Languages: </span><a href="/en/${path}" hreflang="en" rel="alternate">en</a> | <a href="/fr/${path}" hreflang="fr" rel="alternate">fr</a></p></div>`
  const page = (language: string, path: string, title: string, trail: string): string =>
    `<html lang="${language}"><head><title>${title} - Server Version 2.4</title></head><body id="manual-page"><div id="page-header"><p class="menu"><a href="mod/">Modules</a> | <a href="faq.html">FAQ</a></p><p class="apache">Server Version 2.4</p></div><div class="up"><a href="./"><img alt="&lt;-" src="left.gif"></a></div><div id="path"><a href="https://example.org/">Server</a> &gt; <a href="/${language}/">Version 2.4</a>${trail}</div><div id="page-content"><div id="preamble"><h1>${title}</h1>${languages(path)}<p>${sentence(title)}</p></div><div id="quickview"><ul id="toc"><li><a href="#a">First</a></li><li><a href="#b">Second</a></li></ul></div>${["First", "Second"].map((each, at) => `<div class="top"><a href="#page-header"><img alt="top" src="up.gif"></a></div><div class="section"><h2 id="${"ab"[at]}">${each}</h2><p>${sentence(`${each} of ${title}`)}</p><table class="related"><tr><th>Related Modules</th></tr><tr><td>mod_${title}</td></tr></table></div>`).join("")}</div><div class="bottomlang"><p><a href="/fr/${path}" hreflang="fr" rel="alternate">fr</a></p></div><div id="footer"><p class="apache">Copyright 2026 The Foundation.</p></div></body></html>`
  const answers = (language: string): Readonly<Record<string, string>> => ({
    [`/${language}/`]: page(language, "", `Manual-${language}`, "").replace(
      "<p class=",
      '<p><a href="bind.html">Bind</a></p><p class='
    ),
    [`/${language}/bind.html`]: page(language, "bind.html", `Bind-${language}`, ""),
    [`/${language}/mod/`]: page(language, "mod/", `Modules-${language}`, "")
      .replace("</h1>", '</h1><p><a href="alias.html">alias</a></p>')
      .replace('href="./"', 'href="../"'),
    [`/${language}/mod/alias.html`]: page(
      language,
      "mod/alias.html",
      `Alias-${language}`,
      ` &gt; <a href="/${language}/mod/">Modules</a>`
    )
  })
  const refresh =
    '<html><head><meta http-equiv="refresh" content="0; URL=en/"></head><body><a href="fr/">fr</a></body></html>'

  it.effect("is read in one language, whole, without what is on every page", () =>
    Effect.gen(function* () {
      const { problems, site, text, tree } = yield* reading({ ...answers("en"), ...answers("fr"), "/": refresh })
      assert.deepStrictEqual(tree, [
        "Manual-en </en>",
        "Bind-en </en/bind.html>",
        "Modules-en </en/mod>",
        "  Alias-en </en/mod/alias.html>"
      ])
      const alias = text("/en/mod/alias.html")
      for (const each of ["Alias-en", "First of Alias-en", "Second of Alias-en"]) assert.include(alias, sentence(each))
      assert.include(alias, "Related Modules")
      assert.notMatch(alias, /Available|FAQ|Version 2\.4|Copyright|up\.gif|fr\b/)
      assert.isFalse(site.log.some((path) => path.startsWith("/fr")))
      assert.deepStrictEqual(
        problems.filter((problem) => !/faq\.html|mod\/mod/.test(problem) && !problem.includes(".gif")),
        []
      )
    })
  )

  it.effect("is read in one language where addresses end with it", () =>
    Effect.gen(function* () {
      const rest = (path: string): string =>
        path
          .replaceAll(/href="\/(en|fr)\/(\w+)\.html"/g, 'href="/$2.html.$1"')
          .replaceAll(/href="\/(en|fr)\/"/g, 'href="/index.html.$1"')
      const { tree } = yield* reading(
        {
          "/index.html.en": rest(page("en", "", "Manual-en", "")).replace(
            "</h1>",
            '</h1><a href="bind.html.en">x</a> <a href="bind.html.fr">y</a>'
          ),
          "/index.html.fr": rest(page("fr", "", "Manual-fr", "")),
          "/bind.html.en": rest(page("en", "bind.html", "Bind-en", "")),
          "/bind.html.fr": rest(page("fr", "bind.html", "Bind-fr", ""))
        },
        "/index.html.en"
      )
      assert.deepStrictEqual(
        tree.map((line) => line.trim().split(" ")[0]),
        ["Manual-en", "Bind-en"]
      )
    })
  )
})

describe("a manual of an old Sphinx", () => {
  const page = (title: string, body: string): string =>
    `<html lang="en"><head><title>${title} &#8212; Django 3.2 documentation</title></head><body><div class="document"><div id="custom-doc"><div id="hd"><h1><a href="index.html">Django 3.2 documentation</a></h1><div id="global-nav"><a href="index.html">Home</a> | <a href="contents.html">Table of contents</a></div><div class="nav">&laquo; <a href="contents.html">previous</a> | <a href="index.html" accesskey="U">up</a> | <a href="genindex.html">next</a> &raquo;</div></div><div id="bd"><div id="yui-main"><div class="yui-b"><div class="yui-g"><div class="section" id="s-x">${body}</div></div></div></div><div class="yui-b" id="sidebar"><div class="sphinxsidebar" role="navigation"><h3>Table of Contents</h3></div><h3>Last update:</h3><p class="topless">May 26, 2026</p></div></div><div id="ft"><div class="nav">&laquo; <a href="contents.html">previous</a></div></div></div></div></body></html>`
  const names = ["a", "b", "c", "d"]
  const site = {
    "/": page(
      "Documentation",
      `<h1>Documentation</h1><p>${names.map((name) => `<a href="${name}.html">${name}</a>`).join(" ")}</p>`
    ),
    ...Object.fromEntries(
      names.map((name) => [
        `/${name}.html`,
        page(
          `Topic ${name}`,
          `${name === "d" ? "<h2>Part</h2>" : `<h1>Topic ${name}<a class="headerlink" href="#x">¶</a></h1>`}<p>${sentence(name)}</p>`
        )
      ])
    )
  }

  it.effect("has the titles of its pages, not that of its banner", () =>
    Effect.gen(function* () {
      const { text, tree } = yield* reading(site)
      assert.deepStrictEqual(
        tree.map((line) => line.trim()),
        ["Documentation </>", ...names.map((name) => `Topic ${name} </${name}.html>`)]
      )
      for (const name of names) {
        assert.include(text(`/${name}.html`), sentence(name))
        assert.notMatch(text(`/${name}.html`), /Django|Home|previous|Last update|May 26/)
      }
      assert.include(text("/d.html"), "Part")
    })
  )
})

describe("a manual with its menu on each page", () => {
  const names = Array.from({ length: 20 }, (_, at) => `module${at}`)
  const menu = (active: string): string =>
    `<ul>${names.map((name) => `<li><a href="${name}.html"${name === active ? ' class="active"' : ""}>${name}</a></li>`).join("\n")}</ul>`
  const page = (name: string, body: string): string =>
    `<html lang="en"><head><title>${name} | Node.js v18 Documentation</title></head><body><div id="content"><div id="column2" class="interior"><div id="intro"><a href="/">Node.js</a></div>${menu(name)}</div><div id="column1"><header class="header"><h1>Node.js v18 documentation</h1><ul><li><a href="#toc">Table of contents</a></li><li>${menu(name)}</li></ul></header><details id="toc"><summary>Table of contents</summary><ul><li><a href="#x">${name}</a></li></ul></details><div id="apicontent">${body}</div></div></div></body></html>`
  const site = {
    "/": page("Index", `<ul>${menu("").slice(4)}`),
    ...Object.fromEntries(
      names.map((name) => [
        `/${name}.html`,
        page(
          name,
          `<h2>${name}<span><a class="mark" href="#x" id="x">#</a></span></h2><p>${sentence(name)}</p><h3>Synopsis</h3><p>${sentence(`${name} more`)}</p>`
        )
      ])
    )
  }

  it.effect("has it on none, but once on the first, whose text it is", () =>
    Effect.gen(function* () {
      const { text, tree } = yield* reading(site)
      assert.deepStrictEqual(
        tree.map((line) => line.trim()),
        ["Index </>", ...names.map((name) => `${name} </${name}.html>`)]
      )
      for (const name of names) {
        assert.strictEqual(
          text(`/${name}.html`),
          `${sentence(name)}\n\n### Synopsis\n\n${sentence(`${name} more`)}`.replace(
            "###",
            "#".repeat(text(`/${name}.html`).includes("### S") ? 3 : 2)
          )
        )
      }
      assert.strictEqual(text("/").split("[module7]").length, 2)
    })
  )
})

describe("a manual whose pages have no containers", () => {
  const page = (title: string, body: string): string =>
    `<html><head><title>${title}</title></head><body><div class=nosearch><a href="/"><img class="logo" src="logo.gif" alt="SQLite"></a><div class="tagline">Small. Fast. Reliable.<br>Choose any three.</div><div class="menu mainmenu"><ul><li><a href="/">Home</a><li><a href="about.html">About</a></ul></div></div><div class=fancy><div class=nosearch><div class="fancy_title">${title}</div></div>${body}</div></body></html>`
  const names = ["SELECT", "INSERT", "DELETE"]
  const site = {
    "/": page(
      "Manual",
      names.map((name) => `<p><a href="${name}.html">${name}</a> ${sentence(`the link to ${name}`)}</p>`).join("")
    ),
    "/about.html": page("About SQLite", `<p>${sentence("us")}</p>`),
    ...Object.fromEntries(
      names.map((name) => [
        `/${name}.html`,
        page(
          name,
          `<h1 id="o"><span>1. </span>Overview</h1><p>${sentence(name)}<p>More of ${name}.<h1 id="d"><span>2. </span>Details</h1><p>Details of ${name}.`
        )
      ])
    )
  }

  it.effect("keeps all of them, titled by their heads and not by their chapters", () =>
    Effect.gen(function* () {
      const { text, tree } = yield* reading(site)
      assert.deepStrictEqual(
        tree.map((line) => line.trim().split(" <")[0]),
        ["Manual", "About SQLite", "SELECT", "INSERT", "DELETE"]
      )
      for (const name of names) {
        for (const each of [sentence(name), `More of ${name}.`, `Details of ${name}.`, "1. Overview", "2. Details"])
          assert.include(text(`/${name}.html`), each)
        assert.notMatch(text(`/${name}.html`), /Choose any three|Home|logo/)
      }
    })
  )
})

describe("manual pages of AsciiDoc", () => {
  const page = (name: string): string =>
    `<html><head><title>git-${name}(1)</title></head><body class="manpage"><div id="header"><h1>git-${name}(1) Manual Page</h1><h2>NAME</h2><div class="sectionbody"><p>git-${name} - ${sentence(name)}</p></div></div><div id="content"><div class="sect1"><h2 id="_description">DESCRIPTION</h2><div class="sectionbody"><p>${sentence(`${name} in the long run`).repeat(20)}</p><p>${["add", "rm", "mv"].map((each) => `<a href="${each}.html">${each}</a>`).join(", and ")}</p></div></div><div class="sect1"><h2 id="_git">GIT</h2><div class="sectionbody"><p>Part of the <a href="/">git(1)</a> suite</p></div></div></div><div id="footnotes"><hr></div><div id="footer"><div id="footer-text">Last updated 2023-01-13 UTC</div></div></body></html>`

  it.effect("keep what stands over their text, and the sections that all of them have", () =>
    Effect.gen(function* () {
      const site = {
        "/": page("git"),
        ...Object.fromEntries(["add", "rm", "mv"].map((name) => [`/${name}.html`, page(name)]))
      }
      const { text } = yield* reading(site)
      for (const name of ["add", "rm", "mv"]) {
        const markdown = text(`/${name}.html`)
        for (const each of ["NAME", sentence(name), "DESCRIPTION", "GIT", "suite"]) assert.include(markdown, each)
        assert.notInclude(markdown, "Last updated")
      }
    })
  )
})
