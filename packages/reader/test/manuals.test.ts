/** Real manuals, published and exported: no tag is left in their pages, and every link leads somewhere. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exported } from "./support/exported.js"
import { makeSite, type TestSite } from "./support/site.js"

/** A folder of an installed package. */
const packaged = (path: string): string => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))

/** Manuals of different shapes: that of the project, one for Rspress with MDX, one for GitHub. */
const manuals = [
  { name: "Lectern", folder: fileURLToPath(new URL("../../../docs", import.meta.url)) },
  { name: "Modern.js Builder", folder: packaged("@modern-js/builder-doc/docs/en") },
  { name: "markdownlint", folder: packaged("markdownlint/doc") }
]

const filesOf = (folder: string): Readonly<Record<string, Uint8Array>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))])
  )

/** A page without its code, in which anything may stand. */
const withoutCode = (html: string): string => html.replaceAll(/<(pre|code|script|style)\b[\s\S]*?<\/\1>/g, "")

/** The files that the links of a page lead to. */
const targets = (path: string, html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<(?:a|img) [^>]*?(?:href|src)="([^"#?]*)[^"]*"/g)].flatMap(([, to = ""]) =>
    to === "" || /^[a-z]+:|^\/\//i.test(to)
      ? []
      : [posix.join(posix.dirname(path), decodeURIComponent(to), to.endsWith("/") ? "index.html" : "")]
  )

/** Whether a link leads out of the folder of the manual, which has only its own files. */
const isOutside = (to: string): boolean => to.startsWith("../")

describe.each(manuals)("the manual of $name", ({ folder }) => {
  let site: TestSite
  let pages: ReadonlyArray<readonly [path: string, html: string]>
  let paths: ReadonlySet<string>
  beforeAll(async () => {
    site = await makeSite(filesOf(folder))
    const { files } = await exported(site)
    paths = new Set(files.keys())
    pages = [...files].flatMap(([path, body]) => (path.endsWith(".html") ? [[path, body.toString()] as const] : []))
  })
  afterAll(() => site.lectern.close())

  it("has no tag of markdown left in a page", () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.filter(([, html]) => /\{%|%\}/.test(withoutCode(html))).map(([path]) => path)).toEqual([])
  })

  it("has only links that lead to its pages and files, or out of its folder as in the source", () => {
    const broken = pages.flatMap(([path, html]) =>
      targets(path, html).flatMap((to) => (paths.has(to) || isOutside(to) ? [] : [`${path} -> ${to}`]))
    )
    expect(broken).toEqual([])
  })
})
