/**
 * Exports a published site as a folder of files: the pages that its server would show a reader, rendered by the same
 * functions, with links that work from a disk.
 */
import { Actor, visitor as asVisitor } from "@lectern/core/access/Actor"
import { type LecternError, notFound } from "@lectern/core/errors/Errors"
import type { ReadPage, ReadRedirectFrom, ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import { SitePages } from "@lectern/core/internal/publishing/site-reading/SitePages"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import type { Answer, Body, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import * as Effect from "effect/Effect"
import { lazyDiagramFiles } from "../content/DiagramFiles.js"
import { type GeneratedName, generatedPath } from "../site/Generated.js"
import { languageOf } from "../site/Language.js"
import { isList, lists, wholeLimit, wholeText } from "../site/MachineLists.js"
import { makeServe, type SiteRequest } from "../site/Serve.js"
import { assetAnswer } from "../site/SiteAssets.js"
import { assetPaths } from "../theme/Assets.js"
import { inertName, settled } from "./ActiveFiles.js"
import { writeCards } from "./CardFiles.js"
import { type ExportedPage, FileNames, fileOfPage, pagesOf, siteSpacesOf } from "./ExportedPaths.js"
import { hashesIn, headersFile, withPolicy } from "./ExportedPolicy.js"
import type { ExportedFile, ExportOptions } from "./ExportOptions.js"
import { exportRoot, makeLocalize } from "./Links.js"
import { redirectFiles, redirectSource } from "./Redirects.js"
import { writeIndex } from "./SearchExport.js"
import { searchScripts } from "./SearchScript.js"

export type { ExportedFile, ExportOptions } from "./ExportOptions.js"

const request: HttpRequest = {
  method: "GET",
  url: exportRoot,
  header: () => undefined,
  body: () => Promise.resolve(new Uint8Array()),
  headers: () => new Headers(),
  stream: async function* () {}
}

/** The lists that are useful only with a known URL of the site. */
const needAddress: ReadonlySet<string> = new Set(["sitemap.xml", "robots.txt"])

/** The name of the text of all pages, which is assembled from the written ones. */
const wholeName = "llms-full.txt"

/** A path that no page has, and whose name has no words to search for. */
const absentPath = "~/-"

const isText = ({ contentType = "" }: Answer): boolean => /^text\/|json|javascript|xml|svg/.test(contentType)

const isPlain = (body: Body | undefined): body is string => typeof body === "string"

/** Reads pages, and caches the last one, since HTML and markdown are made from the same page. */
const keepingLast = (read: SitePagesService["page"]): SitePagesService["page"] => {
  let last: { readonly key: string; readonly page: ReadPage } | undefined
  return (...place) =>
    Effect.suspend(() => {
      const key = place.join(" ")
      if (last?.key === key) return Effect.succeed(last.page)
      return Effect.tap(read(...place), (page) =>
        Effect.sync(() => {
          last = { key, page }
        })
      )
    })
}

/** A site without the parts that need its server, such as forms. */
const withoutForms = (site: ReadSite): ReadSite => ({
  ...site,
  look: { ...site.look, feedback: { enabled: false }, pdf: { enabled: false }, tryIt: { enabled: false } }
})

/** The last segment of a path. */
const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** The path of an uploaded file below the URL of the site, with a name that makes no part of it run. */
const inertPath = (path: string): string => `${path.slice(0, path.lastIndexOf("/") + 1)}${inertName(lastOf(path))}`

const isUpload = (path: string): boolean => path.startsWith("~/files/")

const policyOf = ({ headers }: Answer): string | undefined => headers?.["content-security-policy"]

/**
 * Exports a site and passes each of its files to `write`, one after another. Returns the number of pages, and which
 * uploaded files are changed or left out, and why.
 */
export const exportSite = Effect.fnUntraced(function* <E, R>(
  {
    allowActiveFiles = false,
    baseUrl,
    cards: renderer,
    icons,
    keep,
    mermaid,
    searchCode,
    site: name,
    visitor = {}
  }: ExportOptions,
  write: (file: ExportedFile) => Effect.Effect<void, E, R>
) {
  const live = yield* SitePages
  const pages: SitePagesService = {
    ...live,
    site: (...place) => Effect.map(live.site(...place), withoutForms)
  }
  const diagrams = lazyDiagramFiles(mermaid)
  const cards = baseUrl === undefined ? undefined : renderer
  const options = { icons, cards, keeps: 0, diagramFiles: diagrams.files }
  const serve = yield* Effect.provideService(makeServe(options), SitePages, {
    ...pages,
    page: keepingLast(pages.page)
  })
  const place = (yield* pages.find(name)) ?? (yield* notFound("site"))
  const seen = <A, F, S>(effect: Effect.Effect<A, F, S | Actor>) =>
    Effect.provideService(effect, Actor, asVisitor(visitor))
  const site = yield* seen(pages.site(place.organization, place.site))
  const spaces = yield* seen(
    Effect.forEach(siteSpacesOf(site), (siteSpace) =>
      Effect.map(pages.outline(place.organization, place.site, siteSpace.id), (outline) => ({ siteSpace, outline }))
    )
  )
  const all = pagesOf(spaces)
  const scripts = searchScripts(searchCode)

  const names = new FileNames()
  const wanted: Array<string> = []
  for (const { path } of all) names.give(path, fileOfPage(path))
  for (const { markdown } of all) names.give(markdown, markdown)
  const generated = generatedPath(siteSpacesOf(site), spaces.find(({ siteSpace }) => siteSpace.path === "")?.outline)
  /** Gives something that the site generates the file at which hosts look for it, unless a page is there. */
  const giveOwn = (name: GeneratedName, file: string): string => {
    const path = generated(name)
    return names.give(path === "404" ? absentPath : path, path === name ? file : `assets/${file}`)
  }
  giveOwn("search", "search.html")
  const absentFile = giveOwn("404", "404.html")
  const ownLists = Object.keys(lists)
    .filter(isList)
    .filter((list) => baseUrl !== undefined || !needAddress.has(list))
  for (const list of ownLists) giveOwn(list, list)
  names.give(`~/${scripts.page.path}`, scripts.page.path)

  const fileOf = (path: string): string | undefined => {
    const known = names.of(path) ?? names.of(path.replace(/\/$/, ""))
    if (known !== undefined) return known
    if (path === `${assetPaths.script}`) return scripts.page.path
    if (!path.startsWith("~/")) return undefined
    wanted.push(path)
    const inert = isUpload(path) && !allowActiveFiles ? inertPath(path) : path
    return names.give(path, `assets/${inert.slice(2)}`)
  }
  const localize = makeLocalize({ origin: new URL(site.address).origin, base: baseUrl, live: site.address, fileOf })

  const ask = (path: string, query = ""): Effect.Effect<Answer, LecternError> => {
    const hasSlash = path === "" || path.endsWith("/")
    const asked: SiteRequest = {
      place,
      root: exportRoot,
      path: path.replace(/\/$/, ""),
      hasSlash,
      query: new URLSearchParams(query),
      request,
      visitor
    }
    return Effect.flatMap(diagrams.answer(asked.path), (drawing) => {
      const asset = assetAnswer(asked.path) ?? drawing
      return asset === undefined ? serve(asked) : Effect.succeed(asset)
    })
  }
  const writeText = (path: string, body: string) => write({ path, body, isText: true })

  /** Writes and returns the site's answer at a path, if there is one. */
  const writePage = Effect.fnUntraced(function* (path: string, query?: string) {
    const answer = yield* ask(path, query)
    const { body, status } = answer
    const file = names.of(path)
    if (status !== 200 || !isPlain(body) || file === undefined) return undefined
    yield* writeText(
      file,
      file.endsWith(".html") ? withPolicy(localize.page(body, file), policyOf(answer)) : localize.text(body, file)
    )
    return body
  })

  let written = 0
  let left = wholeLimit
  const texts: Array<string> = []
  for (const { entry, markdown, path } of all) {
    if ((yield* writePage(path)) !== undefined) written++
    const text = (yield* writePage(markdown)) ?? ""
    if (entry.type !== "document" || entry.isHidden || left < 0) continue
    left -= text.length
    texts.push(text)
  }
  yield* writePage(generated("search"))
  for (const list of ownLists) {
    const file = names.of(generated(list))
    if (list !== wholeName) yield* writePage(generated(list))
    else if (file !== undefined) yield* writeText(file, localize.text(wholeText(texts), file))
  }
  const absent = yield* ask(absentPath)
  if (isPlain(absent.body)) {
    yield* writeText(absentFile, withPolicy(localize.page(absent.body, undefined), policyOf(absent)))
  }

  const redirects = yield* seen(pages.redirects(place.organization, place.site))
  const targetOf = ({ page, siteSpace }: ReadRedirectFrom): ExportedPage | undefined => {
    const own = all.filter((each) => each.siteSpace.id === siteSpace.id)
    const opening = own.find(({ entry, outline }) => entry.id === outline.first?.id)
    return page === undefined || page.type === "link" ? opening : own.find(({ entry }) => entry.id === page.id)
  }
  const leading = redirects.flatMap((redirect) => {
    const target = targetOf(redirect)
    const to = target === undefined ? undefined : names.of(target.path)
    return to === undefined ? [] : [{ from: redirect.path, to }]
  })
  for (const { path, text } of redirectFiles(leading, names, localize.basePath, languageOf(site)))
    yield* writeText(path, text)

  const pathOf = new Map(all.map(({ entry, path, siteSpace }) => [`${siteSpace.id} ${entry.id}`, path]))
  const found = { site, spaces, hrefOf: (key: string) => names.of(pathOf.get(key) ?? "~") }
  yield* writeIndex(found, (siteSpace, after) => seen(pages.indexed(place.organization, place.site, siteSpace, after)))(
    ({ path, text }) => writeText(path, text)
  )
  for (const { path, text } of [scripts.search, scripts.page]) yield* writeText(path, text)

  const drawn =
    cards === undefined
      ? new Set<string>()
      : yield* writeCards({ cards, site, all, logo: live.logo, wanted: new Set(wanted), names, keep, write })
  const problems: Array<string> = []
  const hashes = new Set(leading.length === 0 ? [] : [redirectSource])
  for (const path of new Set(wanted)) {
    if (drawn.has(path)) continue
    const answer = yield* ask(path)
    const file = names.of(path)
    if (answer.status !== 200 || answer.body === undefined || file === undefined) continue
    if (isUpload(path) && !allowActiveFiles) {
      const [name, own] = [lastOf(path), answer.body]
      const { body, problem } = yield* Effect.promise(() => settled(name, lastOf(inertPath(path)), own))
      if (problem !== undefined) problems.push(problem)
      if (body !== undefined) yield* write({ path: file, body, isText: isText(answer) })
      continue
    }
    for (const hash of hashesIn(policyOf(answer))) hashes.add(hash)
    const body =
      isPlain(answer.body) && file.endsWith(".html") ? withPolicy(answer.body, policyOf(answer)) : answer.body
    yield* write({ path: file, body, isText: isText(answer) })
  }
  yield* writeText("_headers", headersFile(localize.basePath, hashes))
  return { pages: written, redirects: leading.length, problems }
})
