/** Reads a wiki page by page from its server, which serves the markdown source. */

import { decode } from "@lectern/core/git-layout/Folder"
import type { ImportPlace } from "@lectern/core/imports/Importer"
import { wikiName, wikiTitle } from "@lectern/core/internal/content/dialects/github/WikiLinks"
import { decodePath } from "@lectern/core/internal/content/git-layout/Paths"
import { meaning } from "@lectern/core/internal/content/git-layout/Resolver"
import { type Replacement, rewrite } from "@lectern/core/internal/text/markdown/References"
import { referencesTask } from "@lectern/core/internal/text/markdown/TextTasks"
import * as Effect from "effect/Effect"
import { problemList } from "../archive/Report.js"
import { takePictures } from "../html/Pictures.js"
import { compute, fetchOptional, maxBytes, type Source, unreadable } from "../Source.js"
import { markdownTask } from "../Tasks.js"
import { type SidebarPlace, sidebarPlaces } from "./WikiPlaces.js"
import { isWikiFile, isWikiPart, wikiLinks } from "./WikiText.js"

/** The URLs of a wiki: of its rendered pages and of their sources. Both end with `/`. */
interface Wiki {
  readonly pages: string
  readonly texts: string
}

const address = /^\/([^/]+)\/([^/]+)\/wiki(?:\/|$)/

/** The wiki that a URL belongs to; `undefined` if it is not the URL of a wiki page. */
export const wikiOf = (url: string): Wiki | undefined => {
  const { origin, host, pathname } = new URL(url)
  const found = address.exec(pathname)
  if (found === null || /\.zip$/i.test(pathname)) return undefined
  const repository = `${found[1]}/${found[2]}`
  return {
    pages: `${origin}/${repository}/wiki/`,
    texts:
      host === "github.com"
        ? `https://raw.githubusercontent.com/wiki/${repository}/`
        : `${origin}/raw/wiki/${repository}/`
  }
}

const encoded = (name: string): string => encodeURIComponent(name.replaceAll(/\s+/g, "-")).replaceAll("%2F", "/")

/** Reads a wiki: starts with its sidebar and Home, and follows the links between its pages. */
export const readWiki = (wiki: Wiki): Source =>
  Effect.fnUntraced(function* (request, sink, outbound) {
    const { report, problems } = problemList()
    const names = new Map<string, string>()
    const queue: Array<string> = []
    const pictures = new Set<string>()
    /** The key of the page with a name, which is queued to be read. */
    const pageOf = (name: string): string | undefined => {
      const same = wikiName(name)
      if (same === "" || isWikiPart(same)) return undefined
      const known = names.get(same)
      if (known !== undefined) return known
      const plain = name.replace(/\.(?:md|markdown)$/i, "")
      names.set(same, wiki.pages + encoded(plain))
      queue.push(plain)
      return names.get(same)
    }
    /** The target of a destination inside the wiki: the key of a page, or the URL of a file. */
    const targetOf = (destination: string): string | undefined => {
      const [path = "", anchor] = destination.split("#", 2)
      if (path === "" || !URL.canParse(path, wiki.pages)) return undefined
      const { href } = new URL(path, wiki.pages)
      if (`${href}/` === wiki.pages || href === wiki.pages) return pageOf("Home")
      if (!href.startsWith(wiki.pages)) return undefined
      const inside = decodePath(href.slice(wiki.pages.length).replace(/^wiki\//, ""))
      if (isWikiFile(inside)) return wiki.texts + href.slice(wiki.pages.length)
      const key = pageOf(inside)
      return key === undefined || anchor === undefined ? key : `${key}#${anchor}`
    }
    const textOf = (name: string) =>
      fetchOptional(outbound, `${wiki.texts}${encoded(name)}.md`, maxBytes.page).pipe(
        Effect.map((answer): { readonly text: string } | { readonly problem: string } =>
          typeof answer === "string" ? { problem: answer } : decode(answer.bytes)
        )
      )

    pageOf("Home")
    const sidebar = yield* textOf("_Sidebar")
    const stated = "text" in sidebar ? sidebarPlaces(sidebar.text, (href) => targetOf(href)?.split("#")[0]) : []
    const kept = new Set<string>()
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const text = yield* textOf(name)
      if ("problem" in text) {
        report(`${name}: the wiki has no such page in markdown (${text.problem})`)
        continue
      }
      if (kept.size === request.maxPages) return yield* unreadable(`expected at most ${request.maxPages} pages`)
      const page = yield* compute(markdownTask, {
        text: wikiLinks(text.text.replace(/^\uFEFF/, "")),
        components: false
      })
      for (const problem of page.problems) report(`${name}: ${problem}`)
      const replacements: Array<Replacement> = []
      const shown: Array<string> = []
      for (const { start, end, raw, kind } of yield* compute(referencesTask, page.markdown)) {
        const target = targetOf(meaning(raw, kind))
        if (target === undefined) continue
        replacements.push({ start, end, text: target.replaceAll("(", "%28").replaceAll(")", "%29") })
        if (kind !== "link" && target.startsWith(wiki.texts) && !pictures.has(target)) shown.push(target)
      }
      const key = names.get(wikiName(name))!
      kept.add(key)
      yield* sink.found(kept.size + queue.length + pictures.size + shown.length)
      yield* sink.page({
        key,
        title: page.title ?? wikiTitle(name),
        markdown: rewrite(page.markdown, replacements),
        ...(page.description === undefined ? {} : { description: page.description })
      })
      for (const each of shown) pictures.add(each)
      for (const problem of yield* takePictures(shown, sink, outbound)) report(problem)
    }
    if (kept.size === 0) return yield* unreadable(`${request.url}: no wiki page can be read there`)
    const placed = new Set<string>()
    const place = ({ page, title, places }: SidebarPlace): ReadonlyArray<ImportPlace> => {
      const own = page !== undefined && kept.has(page) && !placed.has(page)
      if (own) placed.add(page)
      const below = places.flatMap(place)
      if (own) return [{ key: page, title, places: below }]
      return below.length === 0 ? [] : [{ title, places: below }]
    }
    const home = names.get("home")!
    const listed = stated.flatMap(place)
    const first = kept.has(home) && !placed.has(home) ? [{ key: home, places: [] }] : []
    return { places: [...first, ...listed], problems: problems() }
  })
