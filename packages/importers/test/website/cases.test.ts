/** What carries meaning across the pages of a site: addresses, directions to robots, pictures, scripts. */
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { type Answer, content, html, lines, outboundLayer, png, read, redirect, serveAll } from "./Site.js"

const typed = (type: string, body: string | Uint8Array): Answer => content(type, body)
const withHeaders =
  (headers: Record<string, string>, body: string | Uint8Array): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(body)
const x = html("X", "<p>This is x.</p><h2 id='part'>Part</h2><p>More.</p>")

/** What it is, the answers of the site, the tree, a page with its markdown, the problems and the files. */
type Case = readonly [
  what: string,
  answers: Readonly<Record<string, Answer>>,
  tree: ReadonlyArray<string>,
  path: string,
  markdown: string,
  problems?: ReadonlyArray<string>,
  files?: ReadonlyArray<string>
]
const cases: ReadonlyArray<Case> = [
  [
    "a base address",
    {
      "/": html("Home", '<p><a href="x#part">x</a> <img src="a.png" alt="A"></p>', '<base href="/docs/">'),
      "/docs/x": x,
      "/docs/a.png": typed("image/png", png)
    },
    ["Home </>", "X </docs/x>"],
    "/",
    "[x](/docs/x#part) ![A](/docs/a.png)",
    [],
    ["/docs/a.png"]
  ],
  [
    "names with spaces, percent signs and Unicode",
    {
      "/": html(
        "Home",
        '<p><a href="/a b">s</a> <a href="/50%25">p</a> <a href="/über">u</a> <a href="/a+b">q</a></p>'
      ),
      "/a%20b": html("S", "<p>S.</p>"),
      "/50%25": html("P", "<p>P.</p>"),
      "/%C3%BCber": html("U", "<p>U.</p>"),
      "/a+b": html("Q", "<p>Q.</p>")
    },
    ["Home </>", "S </a%20b>", "P </50%25>", "U </%C3%BCber>", "Q </a+b>"],
    "/",
    "[s](/a%20b) [p](/50%25) [u](/%C3%BCber) [q](/a+b)"
  ],
  [
    "links upwards and without a path",
    {
      "/": html("Home", '<p><a href="docs/x">x</a></p>'),
      "/docs/x": html(
        "X",
        '<p><a href="..">up</a> <a href="../docs/./y">y</a> <a href="?a=1">q</a> <a href="#part">here</a></p><h2 id="part">Part</h2><p>t</p>'
      ),
      "/docs/y": html("Y", "<p>Y.</p>")
    },
    ["Home </>", "X </docs/x>", "Y </docs/y>"],
    "/docs/x",
    "[up](/) [y](/docs/y) [q](/docs/x) [here](#part)\n\n## Part\n\nt"
  ],
  [
    "anchors on other pages",
    {
      "/": html("Home", '<p><a href="/x#part">part</a> <a href="/x#gone">gone</a> <a href="/x/#part">slash</a></p>'),
      "/x": x
    },
    ["Home </>", "X </x>"],
    "/",
    "[part](/x#part) [gone](/x#gone) [slash](/x#part)"
  ],
  [
    "a canonical address",
    {
      "/": html("Home", '<p><a href="/old">old</a> <a href="/x">x</a></p>'),
      "/old": html("X", "<p>This is x.</p>", '<link rel="canonical" href="/x">'),
      "/x": x
    },
    ["Home </>", "X </x>"],
    "/",
    "[old](/old) [x](/x)"
  ],
  [
    "pages that robots must not keep",
    {
      "/": html("Home", '<p><a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a></p>'),
      "/a": html("A", "<p>A.</p>", '<meta name="robots" content="noindex">'),
      "/b": withHeaders({ "x-robots-tag": "noindex" }, html("B", "<p>B.</p>")),
      "/c": html("C", "<p>C.</p>", '<meta name="robots" content="none">')
    },
    ["Home </>"],
    "/",
    "[a](/a) [b](/b) [c](/c)",
    [
      "/a: left out, since the page has noindex set",
      "/b: left out, since the page has noindex set",
      "/c: left out, since the page has noindex set"
    ]
  ],
  [
    "links that must not be followed",
    {
      "/": html("Home", '<p><a rel="nofollow" href="/a">a</a> <a href="/b">b</a></p>'),
      "/a": html("A", "<p>A.</p>"),
      "/b": html("B", '<p><a href="/c">c</a></p>', '<meta name="robots" content="nofollow">'),
      "/c": html("C", "<p>C.</p>")
    },
    ["Home </>", "B </b>"],
    "/",
    "[a](/a) [b](/b)"
  ],
  [
    "robots.txt",
    {
      "/robots.txt": typed("text/plain", "User-agent: *\nDisallow: /a\nAllow: /a/b\n"),
      "/": html("Home", '<p><a href="/a">a</a> <a href="/a/b">b</a></p>'),
      "/a": html("A", "<p>A.</p>"),
      "/a/b": html("B", "<p>B.</p>")
    },
    ["Home </>", "B </a/b>"],
    "/",
    "[a](/a) [b](/a/b)",
    ["/: robots.txt disallows 1 linked page"]
  ],
  [
    "redirects",
    {
      "/": html("Home", '<p><a href="/old">old</a> <a href="/old#part">part</a></p>'),
      "/old": redirect("/x"),
      "/x": x
    },
    ["Home </>", "X </x>"],
    "/",
    "[old](/old) [part](/old#part)"
  ],
  [
    "a refresh",
    {
      "/": html("Home", '<p><a href="/old">old</a></p>'),
      "/old": '<html><head><meta http-equiv="refresh" content="0; url=/x"></head><body></body></html>',
      "/x": x
    },
    ["Home </>", "X </x>"],
    "/",
    "[old](/old)"
  ],
  [
    "a charset of the server",
    {
      "/": typed(
        "text/html; charset=iso-8859-1",
        new Uint8Array([...Buffer.from(html("Stra\u00dfe", "<p>Gr\u00fc\u00dfe</p>"), "latin1")])
      )
    },
    ["Straße </>"],
    "/",
    "Grüße"
  ],
  [
    "pictures: lazy, sets, in noscript",
    {
      "/": html(
        "Home",
        '<p><img data-src="/a.png" src="data:image/gif;base64,R0" alt="L"> <img srcset="/b.png 1x, /a.png 2x" alt="S"> <img src="data:image/gif;base64,R0" alt=""><noscript><img src="/b.png" alt="N"></noscript></p>'
      ),
      "/a.png": typed("image/png", png),
      "/b.png": typed("image/png", png)
    },
    ["Home </>"],
    "/",
    "![L](/a.png) ![S](/a.png) ![N](/b.png)",
    [],
    ["/a.png", "/b.png"]
  ],
  [
    "a picture that is missing, or none",
    {
      "/": html("Home", '<p><img src="/gone.png" alt="G"> <img src="/page.png" alt="H"></p>'),
      "/page.png": html("No", "x")
    },
    ["Home </>"],
    "/",
    "![G](/gone.png) ![H](/page.png)",
    ["/gone.png: answered 404", "/page.png: not an image but text/html; charset=utf-8"]
  ],
  [
    "downloads",
    {
      "/": html("Home", '<p><a href="/a.pdf">pdf</a> <a href="/b.zip" download>zip</a></p>'),
      "/a.pdf": typed("application/pdf", "x"),
      "/b.zip": typed("application/zip", "x")
    },
    ["Home </>"],
    "/",
    "[pdf](/a.pdf) [zip](/b.zip)"
  ],
  [
    "languages",
    {
      "/": html("Home", '<p><a href="/x">x</a></p>', '<link rel="alternate" hreflang="de" href="/de/">').replace(
        "<html>",
        '<html lang="en">'
      ),
      "/x": x.replace("<html>", '<html lang="en">'),
      "/de/": html("Start", "<p>Hallo.</p>").replace("<html>", '<html lang="de">')
    },
    ["Home </>", "X </x>"],
    "/",
    "[x](/x)"
  ],
  [
    "a frame and a player",
    {
      "/": html(
        "Home",
        '<p>See.</p><iframe src="https://www.youtube.com/embed/abc"></iframe><video src="/v.mp4"></video>'
      )
    },
    ["Home </>"],
    "/",
    'See.\n\n{% embed url="https://www.youtube.com/watch?v=abc" %}\n\n{% embed url="/v.mp4" %}'
  ],
  [
    "formulas that a script typesets",
    { "/": html("Home", "<p>So \\(x^2\\).</p>", '<script src="https://cdn.example/mathjax/tex-chtml.js"></script>') },
    ["Home </>"],
    "/",
    "So $x^2$."
  ],
  [
    "diagrams that a script draws",
    { "/": html("Home", '<pre class="mermaid">graph LR\nA--&gt;B</pre>') },
    ["Home </>"],
    "/",
    "```mermaid\ngraph LR\nA-->B\n```"
  ],
  [
    "two pages with one title",
    {
      "/": html("Home", '<p><a href="/a">a</a> <a href="/b">b</a></p>'),
      "/a": html("Same", "<p>One.</p>"),
      "/b": html("Same", "<p>Two.</p>")
    },
    ["Home </>", "Same </a>", "Same </b>"],
    "/",
    "[a](/a) [b](/b)"
  ],
  [
    "text that only scripts write",
    {
      "/": html("Home", '<p><a href="/app">app</a></p>'),
      "/app":
        '<html><head><title>App</title></head><body><div id="root"></div><script src="/a.js"></script></body></html>'
    },
    ["Home </>"],
    "/",
    "[app](/app)",
    ["/app: the page has no text in its HTML; it requires JavaScript"]
  ],
  [
    "the order of a sitemap",
    {
      "/sitemap.xml": (response, request) => {
        const o = `http://${request.headers.host}`
        response
          .writeHead(200, { "content-type": "application/xml" })
          .end(
            `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${o}/b</loc></url><url><loc>${o}/a</loc></url></urlset>`
          )
      },
      "/": html("Home", "<p>Home.</p>"),
      "/a": html("A", "<p>A.</p>"),
      "/b": html("B", "<p>B.</p>")
    },
    ["Home </>", "B </b>", "A </a>"],
    "/",
    "Home."
  ],
  [
    "a page that is an error",
    {
      "/": html("Home", '<p><a href="/a">a</a></p>'),
      "/a": (response) => response.writeHead(410, { "content-type": "text/html" }).end("gone")
    },
    ["Home </>"],
    "/",
    "[a](/a)",
    ["/a: answered 410"]
  ],
  [
    "entities and quotes in addresses",
    {
      "/": html("Home", `<p><a href='/a?b=1&amp;c="2"'>q</a> <a href="/x">x</a></p>`),
      "/a": html("A", "<p>A.</p>"),
      "/x": x
    },
    ["Home </>", "A </a>", "X </x>"],
    "/",
    "[q](/a) [x](/x)"
  ],
  [
    "what only the navigation has",
    {
      "/": `<html><head><title>Home</title></head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/x">The X</a></li></ul></nav><main><h1>Home</h1><p>Home.</p></main></body></html>`,
      "/x": x
    },
    ["Home </>", "X </x>"],
    "/",
    "Home."
  ]
]

describe("a site", () => {
  for (const [what, answers, tree, path, markdown, problems = [], files = []] of cases) {
    it.effect(`has ${what}`, () =>
      Effect.gen(function* () {
        const site = yield* serveAll(answers)
        const reading = yield* read(site, "/")
        const bare = (text: string): string => text.replaceAll(site.origin, "")
        assert.deepStrictEqual(
          {
            tree: lines(reading, site.origin),
            markdown: bare(reading.pages.get(site.origin + path)?.markdown ?? "none"),
            problems: reading.outline.problems.map(bare),
            files: [...reading.files.keys()].map(bare).toSorted()
          },
          { tree, markdown, problems, files }
        )
      }).pipe(Effect.scoped, Effect.provide(outboundLayer))
    )
  }
})
