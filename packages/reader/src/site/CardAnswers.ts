/** The pictures that represent pages in previews of links, drawn on the first request. */
import type { Actor } from "@lectern/core/access/Actor"
import type { Card, CardRenderer } from "@lectern/core/cards/CardRenderer"
import { type LecternError, notFound } from "@lectern/core/errors/Errors"
import { addressKey } from "@lectern/core/internal/foundation/ids/AddressKey"
import { charactersOf, makeSizedCache } from "@lectern/core/internal/foundation/loading/SizedCache"
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import type { RateLimitsService } from "@lectern/core/rate-limits/RateLimits"
import { shortHash } from "@lectern/http/internal/foundation/dispatcher/EntityTag"
import type { Answer, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import * as Effect from "effect/Effect"
import { accentOn } from "../theme/Colours.js"
import { directionOf } from "../words/Words.js"
import type { Reading } from "./Addresses.js"
import { languageOf } from "./Language.js"
import { audienceOf, type SiteRequest } from "./SiteRequest.js"

/** How many pictures a network address may have drawn, by site. */
const rate = { limit: 30, windowSeconds: 60 } as const

/** How many bytes of pictures are cached. */
const keptBytes = 32_000_000

/** The maximum number of characters of a text that fit into a picture. */
const longest = { title: 200, description: 300 }

const grounds = {
  light: { back: "#ffffff", text: "#1b1f26", muted: "#59616e" },
  dark: { back: "#14171c", text: "#eceef1", muted: "#a3abb8" }
}

/** The page of a picture. */
export type CardPage = Pick<Reading, "language" | "root" | "site" | "siteSpace">

/** The content of a page's picture without the logo, and where the logo is. */
interface CardPlan {
  readonly card: Card
  readonly logo: string | undefined
}

const planOf = ({ language, site }: CardPage, { description, title }: OutlineEntry): CardPlan => {
  const { header, styling, themes } = site.look
  const theme = themes.toggeable ? "light" : themes.default === "dark" ? "dark" : "light"
  const colours = { ...grounds[theme], accent: accentOn(styling.primaryColor[theme], theme).accent }
  const about = description === undefined ? {} : { description: description.slice(0, longest.description) }
  const card = {
    title: title.slice(0, longest.title),
    ...about,
    site: site.title,
    language,
    direction: directionOf(language),
    colours
  }
  return { card, logo: header.logo?.[theme] }
}

const nameOf = (plan: CardPlan, { version }: CardRenderer): string => shortHash(JSON.stringify([plan, version]))

/** The path of the URL of a page's picture, which changes with it; `undefined` if there are no fonts for its texts. */
export const cardHref = (page: CardPage, entry: OutlineEntry, renderer: CardRenderer): string | undefined => {
  const plan = planOf(page, entry)
  const { description = "", site, title } = plan.card
  if (!renderer.hasFonts([title, description, site].join(" "))) return undefined
  const place = `${encodeURIComponent(page.siteSpace.id)}/${encodeURIComponent(entry.id)}`
  return `${page.root}~/card/${place}/${nameOf(plan, renderer)}.png`
}

/** Draws the pictures of pages, and caches them. */
export const makeCards = ({ logo }: Pick<SitePagesService, "logo">, renderer: CardRenderer) => {
  const kept = makeSizedCache<Uint8Array>(keptBytes, charactersOf)
  const place = Effect.unsafeMakeSemaphore(1)

  const withLogo = Effect.fnUntraced(function* ({ card, logo: url }: CardPlan) {
    const bytes = url === undefined ? undefined : yield* logo(url)
    return bytes === undefined ? card : { ...card, logo: bytes }
  })

  /** The pictures of some pages, in their order. */
  const draw = (pages: ReadonlyArray<readonly [CardPage, OutlineEntry]>) =>
    Effect.flatMap(
      Effect.forEach(pages, ([page, entry]) => withLogo(planOf(page, entry))),
      renderer.draw
    )

  /** The picture of a page; `limited` runs before one is drawn. */
  const one = (page: CardPage, entry: OutlineEntry, limited: Effect.Effect<void, LecternError>) => {
    const name = nameOf(planOf(page, entry), renderer)
    const cached = Effect.sync(() => kept.get(name))
    const drawn = Effect.map(draw([[page, entry]]), ([bytes = new Uint8Array()]) => kept.set(name, bytes))
    return Effect.flatMap(cached, (bytes) =>
      bytes === undefined
        ? Effect.zipRight(
            limited,
            place.withPermits(1)(Effect.flatMap(cached, (now) => (now ? Effect.succeed(now) : drawn)))
          )
        : Effect.succeed(bytes)
    )
  }
  return { draw, one }
}

/** Answers requests for pictures of pages that the reader sees. */
export const makeCardAnswers = (
  pages: Pick<SitePagesService, "logo" | "outline">,
  { take }: Pick<RateLimitsService, "take">,
  renderer: CardRenderer | undefined
) => {
  const cards = renderer && makeCards(pages, renderer)

  const limited = Effect.fnUntraced(function* ({ address }: HttpRequest, site: ReadSite) {
    const { exceeded } = yield* take(`card:${site.id}:${address === undefined ? "" : addressKey(address)}`, rate)
    if (exceeded !== undefined) return yield* exceeded
  })

  return Effect.fnUntraced(function* (
    asked: SiteRequest,
    site: ReadSite
  ): Effect.fn.Return<Answer, LecternError, Actor> {
    const [, , id = "", page = "", name = ""] = asked.path.split("/")
    const siteSpace = site.sections.flatMap(({ siteSpaces }) => siteSpaces).find((each) => each.id === id)
    const outline = siteSpace && (yield* pages.outline(site.organization, site.id, siteSpace.id))
    const entry = outline?.byId.get(page)
    if (cards === undefined || renderer === undefined || siteSpace === undefined || entry === undefined) {
      return yield* notFound("picture")
    }
    const own: CardPage = { language: languageOf(site, siteSpace), root: asked.root, site, siteSpace }
    const href = cardHref(own, entry, renderer)
    if (href === undefined) return yield* notFound("picture")
    const { isPersonal } = audienceOf(asked, site, outline)
    const isExact = href.endsWith(`/${name}`)
    const keeping = isPersonal
      ? "private, no-store"
      : isExact
        ? "public, max-age=31536000, immutable"
        : "public, no-cache"
    const body = yield* cards.one(own, entry, limited(asked.request, site))
    return { status: 200, contentType: "image/png", headers: { "cache-control": keeping }, body }
  })
}
