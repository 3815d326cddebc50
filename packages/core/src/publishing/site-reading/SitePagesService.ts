/** The interface of the service that reads published sites. */
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type { At } from "../../content/reading/Contents.js"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import type { FetchedBytes } from "../../foundation/outbound/FetchedBytes.js"
import type { OutboundError } from "../../foundation/outbound/Outbound.js"
import type { WorkersService } from "../../foundation/workers/Workers.js"
import type { Asked } from "../../people/access/Actor.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import type { SiteId } from "../../people/places/Site.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { FilledForm } from "./FilledRequest.js"
import type { IndexedPages } from "./IndexedPages.js"
import type { AskedFields } from "./ReadingTask.js"
import type { HostedSite, ReadFile, ReadPage, ReadRedirect, ReadRedirectFrom, ReadSite, SitePlace } from "./ReadSite.js"
import type { SiteOutline } from "./SiteOutline.js"

/**
 * Reads published sites page by page. Visitors read the parts that the site lets them see; members read the parts that
 * a visitor without credentials would see, as far as they may read them. A site that does not let the caller in is
 * `Unauthenticated`.
 */
export interface SitePagesService {
  /**
   * A number that changes with every commit. Until then, all reads here for the same caller give the same results.
   * `undefined` over a storage that has no such number. Needs no caller.
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
   * given language, as a BCP 47 tag, or else in English. If a reader asked for fields that the page does not show, they
   * are its only operation; with `everything`, it shows them all, since readers cannot ask for them.
   */
  readonly page: (
    organization: OrganizationId,
    site: SiteId,
    siteSpace: string,
    page: string,
    language?: string,
    asked?: AskedFields | "everything"
  ) => Asked<ReadPage>
  /**
   * A page as the members of its space read it, of a change request, a revision or, without either, as it is, with the first branch of conditional
   * parts. It does not matter whether a site shows the space. `markdown` is a text to read in the place of the stored one,
   * such as what is typed at this moment.
   */
  readonly draft: (space: SpaceId, page: string, at: At | undefined, markdown?: string) => Asked<ReadPage>
  /** Runs a computation over the read data, in a worker thread if it may take long. Needs no caller. */
  readonly compute: WorkersService["run"]
  /** A file of a space on it that some visible page may show. */
  readonly file: (organization: OrganizationId, site: SiteId, siteSpace: string, file: string) => Asked<ReadFile>
  /** The target of a path below the site's URL that no page has: from the redirects, or because a page once had it. */
  readonly redirect: (organization: OrganizationId, site: SiteId, path: string) => Asked<ReadRedirect | undefined>
  /** Every path that `redirect` has a target for. */
  readonly redirects: (organization: OrganizationId, site: SiteId) => Asked<ReadonlyArray<ReadRedirectFrom>>
  /**
   * Sends a request that a reader has filled in to the server of an operation on a page, if the site allows it, and
   * returns the answer, or the reason why there is none. `Invalid` if a value is missing or not possible.
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
  /** The search index of a batch of pages of a space on it: the first pages, or the pages after a given one. */
  readonly indexed: (
    organization: OrganizationId,
    site: SiteId,
    siteSpace: string,
    after?: string
  ) => Asked<IndexedPages>
}
