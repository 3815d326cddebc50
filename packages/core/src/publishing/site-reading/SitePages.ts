/** The pages of published sites as their readers see them: the view that a site, not only a space, gives a visitor. */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ItemRepository } from "../../content/items/ItemRepository.js"
import { makeComputedContent } from "../../content/reading/ComputedContent.js"
import { makeContentOpening } from "../../content/reading/ContentOpening.js"
import { makePageTrees } from "../../content/reading/PageTrees.js"
import type { Opened } from "../../content/reading/ShownContent.js"
import { type LecternError, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import { fetchBytes } from "../../foundation/outbound/FetchedBytes.js"
import { Outbound } from "../../foundation/outbound/Outbound.js"
import { PublicUrls, siteAddress } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { Actor } from "../../people/access/Actor.js"
import { type HiddenContent, Visits } from "../../people/access/Visits.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import type { SiteId } from "../../people/places/Site.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { type SectionNode, type SiteSpaceNode, sectionsOf, siteSpacesOf } from "../../people/places/Structure.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeCustomizationRepository } from "../sites/customization/CustomizationRepository.js"
import { makePublishedView, type PublishedView } from "../sites/published-content/PublishedView.js"
import { makeSiteRedirectRepository } from "../sites/site-redirects/SiteRedirectRepository.js"
import { filledRequest } from "./FilledRequest.js"
import { makeIndexedPages } from "./IndexedPages.js"
import { keptReading } from "./KeptReading.js"
import { makeOpenedPages } from "./OpenedPages.js"
import { lookFor } from "./ReadLooks.js"
import type { ReadFile } from "./ReadSite.js"
import { sectionsRead } from "./SectionsRead.js"
import { outlineOf, type SiteOutline } from "./SiteOutline.js"
import type { SitePagesService } from "./SitePagesService.js"
import { makeSitePlaces } from "./SitePlaces.js"
import { makeRedirecting } from "./SiteRedirecting.js"

/** The time for which a logo, or its absence, is cached, in milliseconds: an hour. */
const kept = 60 * 60 * 1000

/** The maximum number of cached logos, and the maximum bytes of one. */
const most = { logos: 50, bytes: 512 * 1024 }

interface Known {
  readonly until: number
  readonly bytes: Uint8Array | undefined
}

/** Fetches logos, each at most once an hour; one that cannot be fetched is absent. */
const makeLogos = Effect.map(Outbound, (outbound) => {
  const known = new Map<string, Known>()
  return (url: string): Effect.Effect<Uint8Array | undefined> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const found = known.get(url)
      if (found !== undefined && found.until > now) return found.bytes
      const bytes = yield* fetchBytes(outbound, { url, maxBytes: most.bytes, timeout: "5 seconds" }).pipe(
        Effect.map((answer) => (answer.status === 200 ? answer.bytes : undefined)),
        Effect.orElseSucceed(() => undefined)
      )
      keepNewest(known, url, { until: now + kept, bytes }, most.logos)
      return bytes
    })
})

/** Reads published sites page by page. */
export class SitePages extends Context.Tag("@lectern/core/SitePages")<SitePages, SitePagesService>() {}

/** The number of cached outlines. */
const keptOutlines = 100

/** A space on a site, for a reader who sees it. */
interface OpenedHere extends Opened {
  readonly hidden: HiddenContent
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const places = yield* makeSitePlaces
  const logo = yield* makeLogos
  const published = yield* makePublishedView
  const visits = yield* Visits
  const redirects = yield* makeSiteRedirectRepository
  const spaces = yield* SpaceRepository
  const items = yield* ItemRepository
  const blobs = yield* BlobStore
  const outbound = yield* Outbound
  const workers = yield* Workers
  const computed = yield* makeComputedContent
  const openedPages = yield* makeOpenedPages
  const opening = yield* makeContentOpening
  const indexedPages = yield* makeIndexedPages
  const urls = yield* PublicUrls
  const { base } = urls
  const trees = makePageTrees({ base, computed, items })
  const customizations = yield* makeCustomizationRepository
  const outlines = new Map<string, SiteOutline>()

  const readable = (node: SiteSpaceNode): Effect.Effect<SpaceRecord | undefined, Unavailable> =>
    Effect.map(spaces.find(node.space), (found) => (found?.value.deletedAt === undefined ? found?.value : undefined))

  const openIn = Effect.fnUntraced(function* (view: PublishedView, node: SiteSpaceNode | undefined) {
    const space = node === undefined ? undefined : yield* readable(node)
    if (space === undefined) return yield* notFound("site space")
    const opened: OpenedHere = {
      space,
      view: { line: space.id, sequence: space.sequence },
      hidden: yield* visits.hidden(space, [view]),
      seesSpecs: true
    }
    return opened
  })

  const open = (
    organization: OrganizationId,
    site: SiteId,
    id: string
  ): Effect.Effect<OpenedHere, LecternError, Actor> =>
    Effect.flatMap(published(organization, site, {}), (view) =>
      openIn(
        view,
        siteSpacesOf(view.seen).find((node) => node.id === id)
      )
    )

  const keep = (key: string, outline: SiteOutline): SiteOutline => {
    keepNewest(outlines, key, outline, keptOutlines)
    return outline
  }

  const outlineIn = Effect.fnUntraced(function* (opened: OpenedHere) {
    const { hidden, space, view } = opened
    const specs = yield* computed.version(opened)
    const version = `${space.revision}-${hidden.key}-${specs}`
    const known = outlines.get(version)
    if (known !== undefined) {
      outlines.delete(version)
      return keep(version, known)
    }
    const all = yield* items.all(view, "page")
    const isConditional = all.some(({ value }) => value.condition !== undefined)
    const pages = yield* trees.whole(opened, { metadata: true })
    return keep(version, outlineOf(pages, { version, isConditional }))
  })

  const redirecting = makeRedirecting({ items, redirects, openIn, outlineIn })

  const service: SitePagesService = {
    ...places,
    generation: () => storage.generation ?? Effect.succeed(undefined),
    logo,
    site: Effect.fnUntraced(function* (organization, id) {
      const view = yield* published(organization, id, {})
      const titles = new Map<string, string>()
      for (const node of siteSpacesOf(view.seen)) {
        const space = yield* readable(node)
        if (space !== undefined) titles.set(space.id, space.title)
      }
      const stored = view.stored.structure.value
      const parts: ReadonlyArray<SectionNode | SiteSpaceNode> = [...sectionsOf(stored), ...siteSpacesOf(stored)]
      const { isConditional, look } = lookFor(yield* customizations.find(id), view.claims)
      return {
        organization,
        id,
        title: look.title ?? view.site.title,
        visibility: view.site.visibility,
        address: siteAddress(urls, view.site),
        isConditional: isConditional || parts.some(({ condition }) => condition !== undefined),
        sections: sectionsRead(view.seen, titles),
        look
      }
    }),
    outline: (organization, site, id) => Effect.flatMap(open(organization, site, id), outlineIn),
    page: Effect.fnUntraced(function* (organization, site, id, page, language = "en", asked) {
      const opened = yield* open(organization, site, id)
      const cover = (yield* outlineIn(opened)).byId.get(page)?.page?.cover
      const covers = [cover?.ref, cover?.refDark].flatMap((ref) => (ref?.kind === "file" ? [ref.file] : []))
      return yield* openedPages.page(opened, page, language, covers, asked)
    }),
    draft: Effect.fnUntraced(function* (space, page, at, markdown) {
      return yield* openedPages.page(yield* opening.open(space, at), page, "en", [], "everything", markdown)
    }),
    compute: workers.run,
    file: Effect.fnUntraced(function* (organization, site, id, file) {
      const item = yield* openedPages.file(yield* open(organization, site, id), file)
      const stored = item === undefined ? undefined : yield* blobs.stat(item.hash)
      if (item === undefined || stored === undefined) return yield* notFound("file")
      const { charset, contentType, hash, name } = item
      const read: ReadFile = {
        name,
        contentType,
        hash,
        ...(charset !== undefined && { charset }),
        size: stored.size,
        bytes: (range) => blobs.read(hash, range)
      }
      return read
    }),
    send: Effect.fnUntraced(function* (organization, site, siteSpace, page, { operation, values }) {
      const { look } = yield* service.site(organization, site)
      if (!look.tryIt.enabled) return yield* notFound("operation")
      const sample = (yield* service.page(organization, site, siteSpace, page)).requests[operation]
      if (sample?.form === undefined) return yield* notFound("operation")
      const request = yield* filledRequest({ method: sample.method, form: sample.form }, values)
      return yield* Effect.either(fetchBytes(outbound, request))
    }),
    redirect: (organization, site, path) =>
      Effect.flatMap(published(organization, site, {}), (view) => redirecting.one(view, path)),
    redirects: (organization, site) => Effect.flatMap(published(organization, site, {}), redirecting.all),
    indexed: (organization, site, id, after) =>
      Effect.flatMap(open(organization, site, id), (opened) => indexedPages(opened, after ?? ""))
  }
  return keptReading(storage, service, keptOutlines)
})

/** {@link SitePages} over the repositories of the context. */
export const service = serviceOf(SitePages, make)
