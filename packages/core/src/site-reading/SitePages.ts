/** The pages of published sites, as their readers see them: what a site, not only a space, shows to a visitor. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type { Actor, Asked } from "../access/Actor.js"
import { type HiddenContent, Visits } from "../access/Visits.js"
import { BlobStore } from "../blobs/BlobStore.js"
import { DocumentRepository } from "../content/DocumentRepository.js"
import type { FileItem } from "../content/Item.js"
import { ItemRepository } from "../content/ItemRepository.js"
import { type LecternError, notFound, type Unavailable } from "../errors/Errors.js"
import { keepNewest } from "../loading/KeepNewest.js"
import { ComputedPages } from "../openapi-specs/ComputedPages.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { type FetchedBytes, fetchBytes } from "../outbound/FetchedBytes.js"
import { Outbound, type OutboundError } from "../outbound/Outbound.js"
import type { SpecBytes } from "../pdf/PdfSpecs.js"
import { specKey } from "../pdf/PdfTask.js"
import { specNames } from "../pdf/SpecNames.js"
import { serviceOf } from "../services/Service.js"
import { makeCustomizationRepository } from "../sites/customization/CustomizationRepository.js"
import { makePublishedView, type PublishedView } from "../sites/published-content/PublishedView.js"
import type { SiteId } from "../sites/Site.js"
import { makeSiteRedirectRepository } from "../sites/site-redirects/SiteRedirectRepository.js"
import { type SectionNode, type SiteSpaceNode, sectionsOf, siteSpacesOf } from "../sites/site-structure/Structure.js"
import { makeComputedContent } from "../space-content/ComputedContent.js"
import { evaluatedText } from "../space-content/EvaluatedText.js"
import { makePageTrees } from "../space-content/PageTrees.js"
import type { SpaceRecord } from "../spaces/Space.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import { Storage } from "../storage/Storage.js"
import { PublicUrls, siteAddress } from "../urls/PublicUrls.js"
import { cutId, isComputed } from "../versioning/ComputedReading.js"
import { Workers } from "../workers/Workers.js"
import { type FilledForm, filledRequest } from "./FilledRequest.js"
import { type IndexedPages, makeIndexedPages } from "./IndexedPages.js"
import { keptReading } from "./KeptReading.js"
import { makeLogos } from "./Logos.js"
import { readingTask } from "./ReadingTask.js"
import { lookFor } from "./ReadLooks.js"
import type { HostedSite, ReadFile, ReadPage, ReadRedirect, ReadRedirectFrom, ReadSite, SitePlace } from "./ReadSite.js"
import { sectionsRead } from "./SectionsRead.js"
import { outlineOf, type SiteOutline } from "./SiteOutline.js"
import { makeSitePlaces } from "./SitePlaces.js"
import { makeRedirecting } from "./SiteRedirecting.js"

/**
 * Reads published sites page by page. Visitors read what the site lets them see; members read what a visitor without
 * credentials would see, within what they may read. A site that does not let the caller in is `Unauthenticated`.
 */
export interface SitePagesService {
  /**
   * A number that changes with every commit: until then, everything that is read here for the same caller stays the
   * same. `undefined` over a storage that has no such number. Needs no caller.
   */
  readonly generation: () => Effect.Effect<number | undefined, Unavailable>
  /** The published site whose address has this name: its basename, or its id if it has none. Needs no caller. */
  readonly find: (name: string) => Effect.Effect<SitePlace | undefined, LecternError>
  /** The site that has a host name of its own, published or not. Needs no caller. */
  readonly onHost: (hostName: string) => Effect.Effect<HostedSite | undefined, LecternError>
  /** The site itself, with the spaces on it. */
  readonly site: (organization: OrganizationId, site: SiteId) => Asked<ReadSite>
  /** The pages of a space on it. Computed once for each revision and each set of hidden pages. */
  readonly outline: (organization: OrganizationId, site: SiteId, siteSpace: string) => Asked<SiteOutline>
  /**
   * A page of a space on it, by its id; groups and links have no content. The captions of API operations are in the
   * given language, as a BCP 47 tag, or else in English.
   */
  readonly page: (
    organization: OrganizationId,
    site: SiteId,
    siteSpace: string,
    page: string,
    language?: string
  ) => Asked<ReadPage>
  /** A file of a space on it that some visible page may show. */
  readonly file: (organization: OrganizationId, site: SiteId, siteSpace: string, file: string) => Asked<ReadFile>
  /** The target of a path below the site's URL that no page has: from the redirects, or because a page once had it. */
  readonly redirect: (organization: OrganizationId, site: SiteId, path: string) => Asked<ReadRedirect | undefined>
  /** Every path that `redirect` has a target for. */
  readonly redirects: (organization: OrganizationId, site: SiteId) => Asked<ReadonlyArray<ReadRedirectFrom>>
  /**
   * Sends a request that a reader has filled in to the server of an operation on a page, if the site allows it, and
   * returns the answer, or why there is none. `Invalid` if a value is missing or not possible.
   */
  readonly send: (
    organization: OrganizationId,
    site: SiteId,
    siteSpace: string,
    page: string,
    filled: FilledForm
  ) => Asked<Either.Either<FetchedBytes, OutboundError>>
  /** The bytes of a logo, fetched from its URL at most once an hour; `undefined` if that fails. Needs no caller. */
  readonly logo: (url: string) => Effect.Effect<Uint8Array | undefined, Unavailable>
  /** The search index of a batch of pages of a space on it: the first ones, or those after a given page. */
  readonly indexed: (
    organization: OrganizationId,
    site: SiteId,
    siteSpace: string,
    after?: string
  ) => Asked<IndexedPages>
}

/** Reads published sites page by page. */
export class SitePages extends Context.Tag("@lectern/core/SitePages")<SitePages, SitePagesService>() {}

/** How many outlines are cached. */
const keptOutlines = 100

/** The maximum size in bytes of the specifications that one page may show parts of. */
const specsLimit = 16 * 1024 * 1024

/** A space on a site, for a reader who sees it. */
interface Opened {
  readonly space: SpaceRecord
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
  const documents = yield* DocumentRepository
  const blobs = yield* BlobStore
  const outbound = yield* Outbound
  const workers = yield* Workers
  const computedPages = yield* ComputedPages
  const computed = yield* makeComputedContent
  const indexedPages = yield* makeIndexedPages
  const { base } = yield* PublicUrls
  const trees = makePageTrees({ base, computed, items })
  const customizations = yield* makeCustomizationRepository
  const outlines = new Map<string, SiteOutline>()

  const readable = (node: SiteSpaceNode): Effect.Effect<SpaceRecord | undefined, Unavailable> =>
    Effect.map(spaces.find(node.space), (found) => (found?.value.deletedAt === undefined ? found?.value : undefined))

  const openIn = Effect.fnUntraced(function* (view: PublishedView, node: SiteSpaceNode | undefined) {
    const space = node === undefined ? undefined : yield* readable(node)
    if (space === undefined) return yield* notFound("site space")
    const opened: Opened = { space, hidden: yield* visits.hidden(space, [view]) }
    return opened
  })

  const open = (organization: OrganizationId, site: SiteId, id: string): Effect.Effect<Opened, LecternError, Actor> =>
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

  const outlineIn = Effect.fnUntraced(function* ({ hidden, space }: Opened) {
    const specs = yield* computed.version(space)
    const version = `${space.revision}-${hidden.key}-${specs}`
    const known = outlines.get(version)
    if (known !== undefined) {
      outlines.delete(version)
      return keep(version, known)
    }
    const all = yield* items.all({ line: space.id, sequence: space.sequence }, "page")
    const isConditional = all.some(({ value }) => value.condition !== undefined)
    const pages = yield* trees.whole(space, { line: space.id, sequence: space.sequence }, { metadata: true }, hidden)
    return keep(version, outlineOf(pages, { version, isConditional }))
  })

  /** The text of a page, whatever its source. */
  const textOf = Effect.fnUntraced(function* ({ hidden, space }: Opened, id: string) {
    const view = { line: space.id, sequence: space.sequence }
    const below = cutId(id)
    const found = (yield* items.find(view, below?.parent ?? id))?.value.value
    if (found?.kind !== "page" || hidden.hides(found.id)) return yield* notFound("page")
    if (isComputed(found)) {
      const { introduction, pages } = yield* computedPages.evaluate(space.organization, found.computed)
      const text = below === undefined ? introduction : pages.find(({ slug }) => slug === below.slug)?.markdown
      return text ?? (yield* notFound("page"))
    }
    if (below !== undefined) return yield* notFound("page")
    return yield* evaluatedText({ items, documents, workers, space: space.id, view }, found)
  })

  const fileIn = Effect.fnUntraced(function* ({ hidden, space }: Opened, id: string) {
    if (hidden.hides(id)) return undefined
    const found = (yield* items.find({ line: space.id, sequence: space.sequence }, id))?.value.value
    return found?.kind === "file" ? found : undefined
  })

  const specsOf = Effect.fnUntraced(function* (opened: Opened, markdown: string) {
    const specs = new Map<string, SpecBytes>()
    let left = specsLimit
    for (const name of specNames(markdown)) {
      const key = specKey(name)
      if (specs.has(key)) continue
      const file = name.kind === "file" ? yield* fileIn(opened, name.name) : undefined
      const bytes =
        name.kind !== "file"
          ? yield* computedPages.specification(opened.space.organization, { kind: name.kind, name: name.name })
          : file === undefined || file.size > left
            ? undefined
            : yield* blobs.get(file.hash)
      if (bytes === undefined || bytes.length > left) continue
      left -= bytes.length
      specs.set(key, { bytes, kind: name.kind === "file" ? "file" : "kept" })
    }
    return specs
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
        address: siteAddress(base, view.site),
        isConditional: isConditional || parts.some(({ condition }) => condition !== undefined),
        sections: sectionsRead(view.seen, titles),
        look
      }
    }),
    outline: (organization, site, id) => Effect.flatMap(open(organization, site, id), outlineIn),
    page: Effect.fnUntraced(function* (organization, site, id, page, language = "en") {
      const opened = yield* open(organization, site, id)
      const { isConditional, markdown } = opened.hidden.visible(yield* textOf(opened, page))
      const files = new Map<string, FileItem>()
      const cover = (yield* outlineIn(opened)).byId.get(page)?.page?.cover
      const covers = [cover?.ref, cover?.refDark].flatMap((ref) => (ref?.kind === "file" ? [ref.file] : []))
      for (const file of [...covers, ...Array.from(markdown.matchAll(/\/files\/([\w-]+)/g), ([, each]) => each)]) {
        if (file === undefined || files.has(file)) continue
        const item = yield* fileIn(opened, file)
        if (item !== undefined) files.set(file, item)
      }
      const specs = yield* specsOf(opened, markdown)
      const read: ReadPage = {
        ...(yield* workers.run(readingTask, { language, markdown, specs })),
        markdown,
        files,
        isConditional
      }
      return read
    }),
    file: Effect.fnUntraced(function* (organization, site, id, file) {
      const item = yield* fileIn(yield* open(organization, site, id), file)
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
