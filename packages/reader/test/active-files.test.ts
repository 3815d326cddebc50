/**
 * No uploaded file runs a script on the origin of an exported site, whatever it contains and whichever server serves
 * it.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { inertName } from "@lectern/reader/export/ActiveFiles"
import { safeSvg } from "@lectern/reader/export/SafeSvg"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { launch } from "../../server/test/sign-in/browser.js"
import { exported } from "./support/exported.js"
import { makeSite, png, type TestSite } from "./support/site.js"

/** Tells the server which file it runs in. */
const script = "fetch('/ran?'+location.pathname)"
const page = `<!doctype html><script>${script}</script><img src=x onerror="${script}">`
const xml = '<?xml version="1.0"?>'
const svg = (inner: string, attributes = "", before = "") =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"${attributes}>${inner}<rect width="10" height="10"/></svg>`
const xhtml = `${xml}<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`
const link = (href: string) => `<a xlink:href="${href}" href="${href}"><rect width="10" height="10"/></a>`
const data = `data:image/svg+xml,${encodeURIComponent(svg(`<g id="x"><script>${script}</script></g>`))}`

/** The uploaded files by name, and whether they would run where files are served as they are. */
const uploads: Readonly<Record<string, readonly [content: string | Uint8Array, runs: boolean]>> = {
  "page.html": [page, true],
  "PAGE2.HTM": [page, true],
  "late.html": [`words ${page}`, true],
  "page.xhtml": [xhtml, true],
  "page.xht": [xhtml, true],
  "page.shtml": [page, true],
  "data.xml": [xhtml, true],
  "sheet.xsl": [xhtml, true],
  "graph.rdf": [xhtml, false],
  "feed.atom": [xhtml, false],
  page: [page, true],
  "page.unknown": [page, true],
  "page.html.unknown": [page, true],
  "page.html.": [page, true],
  "marked.unknown": [`\ufeff\n ${page}`, false],
  "page.html.gz": [gzipSync(page), false],
  "mail.mhtml": [`MIME-Version: 1.0\nContent-Type: text/html\n\n${page}`, false],
  "shell.php": [`<?php echo 1 ?>${page}`, true],
  "photo.php.jpg": [png, false],
  ".htaccess": ["AddType text/html .txt", false],
  "web.config": [xml, false],
  "script.svg": [svg(`<script>${script}</script>`), true],
  "cdata.svg": [svg(`<script><![CDATA[${script}]]></script>`), true],
  "load.svg": [svg("", ` onload="${script}"`), true],
  "click.svg": [svg(`<rect width="10" height="10" onclick="${script}"/>`, ` onclick="${script}"`), true],
  "foreign.svg": [
    svg(
      `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="${script}"/></body></foreignObject>`
    ),
    true
  ],
  "other.svg": [svg(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">${script}</h:script>`), true],
  "link.svg": [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">${link(`javascript:${script}`)}</svg>`,
    true
  ],
  "tab.svg": [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">${link(`java&#9;script:${script}`)}</svg>`,
    true
  ],
  "set.svg": [svg(`<a><set attributeName="href" to="javascript:${script}"/><rect width="10" height="10"/></a>`), false],
  "begin.svg": [svg(`<animate attributeName="x" dur="1s" onbegin="${script}"/>`), true],
  "use.svg": [svg(`<use href="${data}#x"/>`), false],
  "entity.svg": [
    svg("&run;", "", `<!DOCTYPE svg [<!ENTITY run "<script xmlns='http://www.w3.org/2000/svg'>${script}</script>">]>`),
    true
  ],
  "sheet.svg": [svg("", "", `<?xml-stylesheet type="text/xsl" href="sheet.xsl"?>`), false],
  "broken.svg": [`<svg xmlns="http://www.w3.org/2000/svg"><rect onclick=x></svg>${page}`, false],
  "prefixed.svg": [`<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${script}</s:script></s:svg>`, true],
  "page.svg": [xhtml, true],
  "wide.svg": [Buffer.from(`\ufeff${svg(`<script>${script}</script>`)}`, "utf16le"), true],
  "packed.svgz": [gzipSync(svg(`<script>${script}</script>`)), false],
  "picture.png": [page, false],
  "notes.txt": [page, false],
  "table.csv": [page, false],
  "code.js": [script, false],
  "data.json": [page, false]
}

const types: Readonly<Record<string, string>> = {
  html: "text/html",
  htm: "text/html",
  shtml: "text/html",
  php: "text/html",
  xhtml: "application/xhtml+xml",
  xht: "application/xhtml+xml",
  xml: "text/xml",
  xsl: "text/xsl",
  rdf: "application/rdf+xml",
  atom: "application/atom+xml",
  svg: "image/svg+xml",
  svgz: "image/svg+xml",
  mhtml: "multipart/related",
  png: "image/png",
  jpg: "image/jpeg",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  js: "text/javascript",
  json: "application/json",
  css: "text/css"
}

/** A plain server of files: of types by the last extension that it knows, or, where it knows none, of no type. */
const serve = async (files: ReadonlyMap<string, Buffer>) => {
  const ran = new Set<string>()
  const server: Server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://x")
    const path = decodeURIComponent(pathname).slice(1)
    if (path === "ran") ran.add(decodeURIComponent(search.split("/").at(-1) ?? ""))
    const bytes = files.get(path === "" || path.endsWith("/") ? `${path}index.html` : path)
    if (bytes === undefined) return response.writeHead(404).end()
    const known =
      path
        .toLowerCase()
        .split(/[./]/)
        .findLast((each) => types[each] !== undefined) ?? ""
    const encoding = path.endsWith("z") ? { "content-encoding": "gzip" } : {}
    response.writeHead(200, { ...encoding, ...(known !== "" && { "content-type": types[known] }) }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}/`, ran, close: () => server.close() }
}

let browser: Browser
let site: TestSite
beforeAll(async () => {
  browser = await launch()
  site = await makeSite({ "README.md": "# Welcome\n" })
  const { ada, space } = site
  const all = Object.entries(uploads).map(([name, [content]]) => ({
    name,
    base64: Buffer.from(content).toString("base64")
  }))
  for (let at = 0; at < all.length; at += 20) {
    await ada.contentEdits.apply(space, { changes: [{ operation: "insert_files", files: all.slice(at, at + 20) }] })
  }
  const { items } = await ada.contents.files(space, undefined, { limit: 1000 })
  const markdown = items.map(({ id }) => `{% file src="/files/${id}" %}\n\n![](/files/${id})\n`).join("\n")
  await ada.contentEdits.apply(space, {
    changes: [{ operation: "insert_page", title: "Files", document: { markdown } }]
  })
}, 60_000)
afterAll(async () => {
  await browser.close()
  await site.lectern.close()
})

/** Which of the uploaded files run a script when they are opened and clicked, by the names that they have now. */
const running = async (files: ReadonlyMap<string, Buffer>): Promise<ReadonlyArray<string>> => {
  const server = await serve(files)
  const context = await browser.newContext()
  const open = async (path: string) => {
    const opened = await context.newPage()
    await opened.goto(server.origin + path.split("/").map(encodeURIComponent).join("/")).catch(() => undefined)
    await opened.waitForLoadState("networkidle")
    await opened.mouse.click(640, 360)
    // Requests that the click has started are sent before this one is answered.
    await opened.evaluate("fetch('/nothing').then(() => fetch('/nothing')).then(() => 0)").catch(() => undefined)
    await opened.close()
  }
  const paths = [...files.keys()].filter((path) => path.startsWith("assets/files/"))
  while (paths.length > 0) await Promise.all(paths.splice(0, 12).map(open))
  await context.close()
  server.close()
  return [...server.ran]
}

describe("uploaded files of an export", () => {
  it("run no script on the origin of the site", { timeout: 120_000 }, async () => {
    const { files, problems } = await exported(site)
    expect(await running(files)).toEqual([])
    for (const [name, [, isActive]] of Object.entries(uploads)) {
      if (isActive) expect([name, problems.some((each) => each.startsWith(`${name}:`))]).toEqual([name, true])
    }
    const written = [...files.keys()].map((path) => path.split("/").at(-1))
    for (const name of ["picture.png", "notes.txt", "table.csv", "code.js", "data.json", "script.svg", "page-html.txt"])
      expect(written).toContain(name)
    for (const name of ["page", "broken.svg", "page.svg", ".htaccess", "shell.php"]) expect(written).not.toContain(name)
  })

  it("run where they are allowed to", { timeout: 120_000 }, async () => {
    const { files, problems } = await exported(site, { allowActiveFiles: true })
    expect(problems).toEqual([])
    const ran = new Set(await running(files))
    const wanted = Object.entries(uploads).flatMap(([name, [, isActive]]) => (isActive ? [name] : []))
    expect(wanted.filter((name) => !ran.has(name))).toEqual([])
  })

  it("are shown by pages with a policy, which say so to hosts, too", async () => {
    const { files, text } = await exported(site)
    for (const path of files.keys()) {
      if (path.endsWith(".html"))
        expect([path, text(path)]).toEqual([
          path,
          expect.stringContaining('<meta http-equiv="content-security-policy"')
        ])
    }
    expect(text("_headers")).toMatch(
      /^\/\*\n {2}Content-Security-Policy: default-src 'none'; .*frame-ancestors 'self'$/m
    )
    const server = await serve(files)
    const opened = await browser.newPage()
    const refused: Array<string> = []
    opened.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("status of 404")) refused.push(message.text())
    })
    await opened.goto(`${server.origin}files.html`)
    expect(refused).toEqual([])
    await opened.evaluate(
      `document.body.insertAdjacentHTML("beforeend", '<img src=x onerror="${script.replaceAll("'", "\\'")}">')`
    )
    await opened.waitForLoadState("networkidle")
    expect([server.ran.size, refused.length > 0]).toEqual([0, true])
    await opened.close()
    server.close()
  })
})

describe("an SVG that is made safe", () => {
  const shape = fc.constantFrom(
    '<rect width="3" height="4" fill="url(#g)"/>',
    '<path d="M0 0L9 9" style="stroke: #123; stroke-width: 2px"/>',
    '<text x="1">A &amp; B &lt;c&gt; "d"</text>',
    '<use href="#r" x="2"/>',
    '<circle r="1" transform="rotate(3)"/>',
    '<image href="data:image/png;base64,AAAA" width="1"/>',
    '<linearGradient id="g"><stop offset="0"/></linearGradient>',
    "<style>.a { fill: red } @media print { .a { fill: url(#g) } }</style>",
    '<animate attributeName="x" to="3" dur="1s"/>'
  )
  const hostile = fc.constantFrom(
    `<script>${script}</script>`,
    "<script href='x'/>",
    "<foreignObject><p>x</p></foreignObject>",
    '<use href="other.svg#x"/>',
    '<image href="https://x.example/y.png"/>',
    '<style>@import "https://x.example"</style>',
    "<style>.a { fill: u\\72l(https://x.example) }</style>",
    '<iframe src="javascript:alert(1)"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<a href="javascript:alert(1)"><g/></a>',
    "<!-- <script> -->",
    "<?x <script> ?>"
  )
  const handler = fc.constantFrom("", ' onload="x()"', ' ONCLICK="x()"', ' fill="url(https://x.example)"')
  const tree = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      shape,
      hostile,
      fc.tuple(handler, fc.array(tie("node"), { maxLength: 4 })).map(([on, inner]) => `<g${on}>${inner.join("")}</g>`)
    )
  })).node

  const drawn = (text: string) => text.match(/<(?:rect|path|text|circle|linearGradient|stop)\b/g) ?? []

  it("keeps its drawing elements and nothing that runs or loads", () =>
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 6 }), (nodes) => {
        const source = svg(nodes.join(""))
        const safe = safeSvg(source)
        expect(drawn(safe?.text ?? "")).toEqual(drawn(source))
        expect(safe?.text).not.toMatch(/<script|foreignObject|\bon\w+=|javascript|x\.example|other\.svg|iframe|\?x/i)
        expect(safeSvg(safe?.text ?? "")).toEqual({ text: safe?.text, removed: [] })
      }),
      { numRuns: runs(200) }
    ))

  it("is refused if it is read differently by others", () => {
    for (const text of [
      "",
      "text",
      "<svg>",
      "<svg></g>",
      "<svg/><svg/>",
      "<svg a=b/>",
      "<svg><rect x='1</svg>",
      "<html/>",
      "<svg>< g/></svg>"
    ])
      expect([text, safeSvg(text)]).toEqual([text, undefined])
  })
})

it.each([
  ["guide.pdf", "guide.pdf"],
  ["docs.pl.pdf", "docs.pl.pdf"],
  ["page.html.png", "page.html.png"],
  ["logo.svg", "logo.svg"],
  ["page.html", "page-html.txt"],
  ["page.html.gz", "page-html-gz.txt"],
  ["logo.svg.gz", "logo-svg-gz.txt"],
  ["x.php.png", "x-php-png.txt"],
  [".htaccess", "htaccess.txt"]
])("%s is written as %s", (name, wanted) => expect(inertName(name)).toBe(wanted))
