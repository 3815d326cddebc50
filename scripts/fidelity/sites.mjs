/**
 * Facts about the sites of the measurement, written by hand: which elements of a page are not its text, which pages are
 * not part of the manual, and where a page names its parent. A site is recognized by its URL.
 */

/** The elements around the text of any page. */
const around = ["nav", "header", "footer", "aside", "[role=navigation]", "[role=search]", "[role=contentinfo]"]

/** The elements that Sphinx puts around a text. */
const sphinx = [
  ".headerlink",
  ".related",
  ".sphinxsidebar",
  ".footer",
  ".mobile-nav",
  ".toctree-wrapper.compound > .caption",
  ".viewcode-link",
  ".contents.topic",
  "nav.contents",
  ".linenos"
]
const sphinxPages = [
  /\/genindex(?:-[^/]*)?\.html$/,
  /\/py-modindex\.html$/,
  /\/search\.html$/,
  /\/_(?:modules|sources)\//
]

/** The settings for an unknown site. */
export const unknownSite = { name: "other", chrome: around, skip: sphinxPages }

/** The sites of the measurement. */
export const sites = [
  {
    name: "postgresql",
    matches: /postgresql/,
    chrome: [".navheader", ".navfooter", "div.toc"],
    layoutTables: ["[summary='Callout list']"],
    skip: [],
    up: ".navheader a[accesskey=u]"
  },
  {
    name: "sqlite",
    matches: /sqlite/,
    chrome: [
      "img.logo",
      ".tagline",
      ".menu",
      ".searchmenu",
      ".fancy_toc",
      ".nosearch > a[href='intro.html']",
      ".nosearch > a[href='../c3ref/intro.html']",
      "p:has(> small #mtimelink)"
    ],
    skip: [/\/doc_\w+_crossref\.html$/, /\/requirements\.html$/],
    layoutTables: ["table:has(ul)", "table:has(h3)"]
  },
  {
    name: "apache",
    matches: /apache/,
    chrome: [
      "#page-header",
      ".up",
      "#path",
      ".toplang",
      ".bottomlang",
      ".lang-toggle",
      "#footer",
      ".top",
      "#toc",
      "#topics",
      "h3.directives",
      "h3:has(+ #topics)",
      ".permalink",
      ".outofdate",
      "#quickview > h3:has(+ ul a[href*='CHANGES_2'])",
      "#quickview > ul:has(a[href*='CHANGES_2'])",
      "#comments_section",
      ".section > h2 > [id=comments_section]"
    ],
    only: /^\/(?:en\/|$)/,
    skip: [],
    up: "#path a"
  },
  {
    name: "django",
    matches: /django/,
    chrome: [...sphinx, "#hd", "#sidebar", "#ft", ".nav"],
    skip: sphinxPages,
    layoutTables: ["table.footnote", "table.citation", "table.docutils.footnote"],
    up: "#hd .nav a[accesskey=U]"
  },
  {
    name: "nodejs",
    matches: /nodejs/,
    chrome: ["#column2", "header.header", "#toc", "a.mark", "a.legacy", ".toc_more"],
    skip: [/\/all\.html$/]
  },
  {
    name: "git",
    matches: /git-doc/,
    chrome: ["#footer", "div.toc", "#toc", ".navheader", ".navfooter", ".colist td:first-child"],
    layoutTables: [".colist table", ".hdlist table"],
    skip: []
  },
  {
    name: "python",
    matches: /python3/,
    chrome: [...sphinx, ".footer"],
    skip: sphinxPages,
    layoutTables: ["table.footnote", "table.citation"],
    up: ".related .nav-item a[accesskey=U]"
  },
  {
    name: "debian-policy",
    matches: /debian-policy/,
    chrome: [...sphinx, ".footer"],
    skip: sphinxPages,
    layoutTables: ["table.footnote", "table.citation"],
    up: ".related .nav-item-0 a"
  }
]

/** The facts about the site at a URL or in a folder. */
export const siteOf = (place, name) =>
  sites.find((each) => (name === undefined ? each.matches.test(place) : each.name === name)) ?? unknownSite
