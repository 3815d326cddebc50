/** Converts the pages of a site once all of them are known: their texts, titles and images. */
import type { Conflict, Invalid, Unavailable } from "@lectern/core/errors/Errors"
import type { ImportAnswers, ImportSink } from "@lectern/core/imports/Importer"
import { documentHash } from "@lectern/core/internal/content/items/DocumentHash"
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { titleOf } from "../html/Head.js"
import type { MeasuredPage } from "../html/HtmlPage.js"
import { compute } from "../Source.js"
import { keptTask } from "../Tasks.js"
import { type Scope, slugOf } from "./Addresses.js"
import type { Frontier } from "./Frontier.js"
import type { FoundSitePage, Keeping } from "./Keeping.js"
import type { NavigationNode } from "./NavigationTree.js"
import type { KeptPage } from "./Outline.js"
import type { Problems } from "./Problems.js"

/** The converted pages of a site. */
export interface SiteReading {
  readonly pages: ReadonlyArray<KeptPage>
  /** The URLs of images, by the key under which the pages refer to them. */
  readonly images: ReadonlyMap<string, string>
  /** Maps a key to the key under which its page was kept; unknown keys are returned unchanged. */
  readonly pageOf: (key: string) => string
  /** The headings that occur on most pages. */
  readonly headings: ReadonlySet<string>
}

/** The input of {@link readSite}. */
export interface ReadingSite {
  readonly scope: Scope
  readonly frontier: Frontier
  readonly answers: ImportAnswers
  readonly sink: ImportSink
  readonly problems: Problems
  readonly keeping: Keeping
}

/** How many pages are converted at the same time. */
const concurrency = 4
const maxImages = 5_000

/** The name of each page in the navigations, the most reliable first, unless most pages have it as a heading. */
const labelsOf = (
  { contents, header, sidebar }: Keeping["navigations"],
  headings: ReadonlySet<string>
): ReadonlyMap<string, string> => {
  const labels = new Map<string, string>()
  const visit = (nodes: ReadonlyArray<NavigationNode>): void => {
    for (const { children, key, title } of nodes) {
      if (key !== undefined && !labels.has(key) && !headings.has(title)) labels.set(key, title)
      visit(children)
    }
  }
  for (const roots of [sidebar, header, contents]) visit(roots)
  return labels
}

/**
 * The pages whose headings do not distinguish them from other pages, while their `<title>`s do. `titles` are the common
 * beginnings and ends of the site's titles.
 */
const headTitled = (
  pages: ReadonlyArray<FoundSitePage>,
  headings: ReadonlySet<string>,
  titles: ReadonlyArray<string>
): ReadonlySet<string> => {
  const alike = new Map<string, Array<FoundSitePage>>()
  for (const page of pages) {
    const heading = page.candidates.find((each) => !headings.has(each)) ?? ""
    const others = alike.get(heading)
    if (others === undefined) alike.set(heading, [page])
    else others.push(page)
  }
  const found = new Set<string>()
  for (const group of alike.values()) {
    const shown = group.map(({ headTitle }) => titleOf({ title: headTitle, shortTitle: "", siteName: "" }, titles))
    const isTelling = group.length > 1 && new Set(shown).size === group.length && !shown.includes("")
    if (isTelling) for (const { key } of group) found.add(key)
  }
  return found
}

/** Converts the pages, passes them to the sink, and reports the pages that lost content. */
export const readSite = Effect.fnUntraced(function* ({
  answers,
  frontier,
  keeping,
  problems,
  scope,
  sink
}: ReadingSite): Effect.fn.Return<SiteReading, Conflict | Invalid | Unavailable, Workers> {
  const { aliases, comparing } = keeping
  const common = comparing.common()
  const labels = labelsOf(keeping.navigations, common.headings)
  const byHead = headTitled(keeping.pages, common.headings, common.titles)
  const queries = frontier.queries()
  const pages: Array<KeptPage> = []
  const kept = new Set<string>()
  const texts = new Map<string, string>()
  const images = new Map<string, string>()

  const read = Effect.fnUntraced(function* (found: FoundSitePage) {
    const { asked, key, url } = found
    const answer = yield* answers.find(asked)
    if (answer === undefined) return undefined
    const { bytes, headers } = answer
    const page = yield* compute(keptTask, {
      bytes,
      contentType: headers["content-type"],
      address: url,
      scope: scope.address,
      queries,
      known: { ...common, label: labels.get(key), isHeadTitled: byHead.has(key), isFirst: key === scope.start }
    })
    return { found, page }
  })

  const take = Effect.fnUntraced(function* (found: FoundSitePage, page: MeasuredPage) {
    const { key, url } = found
    const title = page.title === "" ? found.candidates.at(-1)! : page.title
    const text = documentHash(`${title}\n${page.markdown}`)
    const same = page.markdown === "" ? undefined : texts.get(text)
    if (same !== undefined) {
      aliases.set(key, same)
      return
    }
    texts.set(text, key)
    kept.add(key)
    pages.push({ key, title })
    for (const loss of page.losses) problems.add(`${url}: ${loss}`)
    for (const image of page.images) if (images.size < maxImages) images.set(frontier.rename(image), image)
    const slug = slugOf(key, scope)
    yield* sink.page({
      key,
      title,
      markdown: page.markdown,
      asked: found.asked,
      ...(slug === undefined ? {} : { slug }),
      ...(page.description === undefined ? {} : { description: page.description })
    })
  })

  yield* Stream.fromIterable(keeping.pages).pipe(
    Stream.mapEffect(read, { concurrency }),
    Stream.runForEach((done) => (done === undefined ? Effect.void : take(done.found, done.page)))
  )
  yield* sink.found(pages.length + images.size)

  const pageOf: SiteReading["pageOf"] = (key) => {
    let at = key
    const seen = new Set<string>()
    for (let next = aliases.get(at); next !== undefined && !kept.has(at) && !seen.has(next); next = aliases.get(at)) {
      seen.add(next)
      at = next
    }
    return at
  }
  return { pages, images, pageOf, headings: common.headings }
})
