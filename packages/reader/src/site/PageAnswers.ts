/** Answers requests for pages: as HTML, which is cached once rendered, and as markdown. */
import type { CardRenderer } from "@lectern/core/cards/CardRenderer"
import { makeSizedCache } from "@lectern/core/internal/foundation/loading/SizedCache"
import type { AskedFields } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import type { ReadPage, ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import * as Effect from "effect/Effect"
import { bodyTask } from "../content/BodyTask.js"
import { type DiagramFiles, diagramScript } from "../content/DiagramFiles.js"
import { fieldsTask } from "../content/MoreFields.js"
import { nothing } from "../html/Html.js"
import type { RenderedPage } from "../theme/Layout.js"
import { wordsIn } from "../words/Words.js"
import { markdownHref, pageHref, type Reading } from "./Addresses.js"
import { htmlAnswer, prefersMarkdown, tagOf, textAnswer } from "./Answers.js"
import { cardHref } from "./CardAnswers.js"
import { pageMarkdown } from "./MachineReadable.js"
import type { makePageContext } from "./PageContext.js"
import { bodyText, pageView } from "./PageView.js"
import { audienceOf, type SiteRequest } from "./SiteRequest.js"

/** How many characters of rendered pages are cached. */
const keptCharacters = 32_000_000

/** A rendered page; `conditional` if it depends on the reader because of conditions in its text. */
type Rendered = (RenderedPage & { readonly tag: string }) | "conditional"

const ofGroup: ReadPage = {
  markdown: "",
  isConditional: false,
  nodes: [],
  operations: [],
  requests: [],
  files: new Map()
}

/** The options of rendering pages. */
export interface PageOptions {
  /** How many characters of rendered pages are cached. */
  readonly keeps?: number | undefined
  /** Draws the pictures for previews of links; pages without a cover have none when absent. */
  readonly cards?: CardRenderer | undefined
  /** The files with which browsers draw diagrams; absent if they draw none. */
  readonly diagramFiles?: Effect.Effect<DiagramFiles> | undefined
  /** Whether readers can ask for the fields of operations that pages do not show. */
  readonly canAsk?: boolean | undefined
}

/** The text of a site that its pages depend on, in addition to that of its look. */
const textsOfSites = new WeakMap<ReadSite, string>()
const textOfSite = (site: ReadSite): string => {
  const known = textsOfSites.get(site)
  if (known !== undefined) return known
  const { look, ...rest } = site
  const text = `${JSON.stringify(rest)}\n${look.version}`
  textsOfSites.set(site, text)
  return text
}

/** Answers requests for pages. */
export const makePageAnswers = (
  pages: Pick<SitePagesService, "compute" | "page">,
  { destinationsOf, variantsOf }: Pick<ReturnType<typeof makePageContext>, "destinationsOf" | "variantsOf">,
  { canAsk, cards, diagramFiles, keeps = keptCharacters }: PageOptions = {}
) => {
  const rendered = makeSizedCache<Rendered>(
    keeps,
    (page, key) => key.length + (page === "conditional" ? 0 : page.body.length)
  )

  /** Reads a page with all fields of its operations, unless its readers can ask for the deeper ones. */
  const read = ({ language, site, siteSpace }: Reading, entry: OutlineEntry, canAskFor = false) =>
    entry.type === "group"
      ? Effect.succeed(ofGroup)
      : pages.page(site.organization, site.id, siteSpace.id, entry.id, language, canAskFor ? undefined : "everything")

  const answer = Effect.fnUntraced(function* (
    asked: SiteRequest,
    reading: Reading,
    entry: OutlineEntry,
    asMarkdown: boolean
  ) {
    const { request } = asked
    const { outline, root, site, siteSpace } = reading
    const audience = audienceOf(asked, site, outline)
    const own = { ...audience, isListed: audience.isListed && entry.isListed }
    const canonical = `${new URL(site.address).origin}${pageHref(root, siteSpace, outline, entry)}`
    if (asMarkdown || prefersMarkdown(request.header("accept"))) {
      const page = yield* read(reading, entry)
      const headers = { vary: "Accept", link: `<${canonical}>; rel="canonical"` }
      const reader = { isPersonal: own.isPersonal || page.isConditional, isListed: false }
      const markdown = yield* pageMarkdown(pages.compute, reading, entry, page)
      return textAnswer(request, reader, "text/markdown", markdown, { headers })
    }
    const { variants, version } = yield* variantsOf(reading, entry)
    const around = yield* destinationsOf(site, root)
    const key = [
      ...[root, textOfSite(site), around.version],
      ...[outline.version, siteSpace.id, entry.id, version]
    ].join("\n")
    const headers = {
      vary: "Accept",
      link: `<${markdownHref(reading, entry)}>; rel="alternate"; type="text/markdown"`
    }
    const kept = rendered.get(key)
    if (kept !== undefined && kept !== "conditional") return htmlAnswer(request, own, kept, { tag: kept.tag, headers })
    const page = yield* read(reading, entry, canAsk)
    const draws = diagramFiles === undefined ? "on the server" : "in browsers, too"
    const body = yield* pages.compute(bodyTask, bodyText(reading, entry, page, draws, canAsk))
    const files = body.isDrawnInBrowsers ? yield* diagramFiles ?? Effect.succeed(undefined) : undefined
    const script = files === undefined ? nothing : diagramScript(root, files, wordsIn(reading.language))
    const card = cards && cardHref(reading, entry, cards)
    const extra = { head: script, above: nothing }
    const { generated, to } = around
    const shown = pageView({ reading, entry, variants, canonical, files: page.files, body, to, generated, card, extra })
    if (page.isConditional) {
      rendered.set(key, "conditional")
      return htmlAnswer(request, { ...own, isPersonal: true }, shown, { headers })
    }
    const tag = tagOf(shown.body)
    rendered.set(key, { ...shown, tag })
    return htmlAnswer(request, own, shown, { tag, headers })
  })

  /** The fields of an operation that its page does not show, as HTML, and whether they depend on their reader. */
  const fields = Effect.fnUntraced(function* (
    { language, site, siteSpace }: Reading,
    page: string,
    asked: AskedFields
  ) {
    const read = yield* pages.page(site.organization, site.id, siteSpace.id, page, language, asked)
    return { shown: yield* pages.compute(fieldsTask, { language, asked, blocks: read.operations[0] ?? [] }), ...read }
  })

  return { read, answer, fields }
}
