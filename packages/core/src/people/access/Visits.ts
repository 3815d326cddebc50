/** Visits of published sites: the parts of a site and of a space that visitors, who have no account, see. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unauthenticated, Unavailable } from "../../foundation/errors/Errors.js"
import type { Claims } from "../../text/conditions/Claims.js"
import type { VisibleText } from "../../text/markdown/ConditionalText.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { SiteId, SiteRecord } from "../places/Site.js"
import type { SiteWithStructure } from "../places/SiteRepository.js"
import type { SpaceId, SpaceRecord } from "../places/Space.js"
import type { Structure } from "../places/Structure.js"
import type { Standing } from "./Standing.js"
import type { VisitedPlace, Visitor } from "./Visitor.js"

/** The fields of a page that decide whether a visitor sees it; `parent` is empty at the root. */
export interface OutlinePage {
  readonly id: string
  readonly parent: string
  readonly condition?: string
}

/** The parts of a site that an admitted visitor sees. */
export interface VisitorSight {
  /** The site's structure without the parts that its conditions hide. */
  readonly structure: Structure
  /** The spaces on it, each once. */
  readonly spaces: ReadonlySet<SpaceId>
  /** The ids of the hidden pages of a space: pages hidden by their own condition, or below such a page. */
  readonly hiddenPages: (pages: ReadonlyArray<OutlinePage>) => ReadonlySet<string>
  /** Whether a condition in a text is true for the visitor. */
  readonly holds: (condition: string) => boolean
  /** A key that distinguishes the possible results of conditions; empty if nothing is known of the visitor. */
  readonly claimsKey: string
}

/** The fields of a sight that decide which pages are visible. */
export type PageSight = Pick<VisitorSight, "hiddenPages" | "holds" | "claimsKey">

/** A site that lets a visitor in. */
export interface SiteVisit extends VisitorSight {
  readonly stored: SiteWithStructure
  /** The standing of a guest who may read the site and the content that the visitor sees on it. */
  readonly standing: Standing
}

/** Content of a space that is hidden from a reader. */
export interface HiddenContent {
  /** The pages, by id. */
  readonly pages: ReadonlySet<string>
  /**
   * Whether something of the space is hidden: a page, also a computed one, or a file or a reusable content that only
   * such pages use.
   */
  readonly hides: (id: string) => boolean
  /** A key that distinguishes readers of the same revision from whom different content is hidden. */
  readonly key: string
  /** The text as the reader sees it, through one of the sites that show the space. */
  readonly visible: (markdown: string) => VisibleText
  /** A key that distinguishes the possible results of conditions in texts. */
  readonly claimsKey: string
}

/** A space that a visitor sees. */
export interface SpaceVisit {
  readonly space: SpaceRecord
  readonly hidden: HiddenContent
}

type Let<A> = Effect.Effect<A, Unauthenticated | Unavailable>

/**
 * Decides what visitors see. Content that is not published to a visitor is `Unauthenticated`, and so is an invalid
 * token.
 */
export interface VisitsService {
  /** Succeeds if the visitor is admitted, and counts the use of the share link that admitted them. */
  readonly enter: (place: VisitedPlace, visitor: Visitor) => Let<void>
  /** The parts of a site that a visitor sees. */
  readonly site: (organization: OrganizationId, site: SiteId, visitor: Visitor) => Let<SiteVisit>
  /** The parts of a space that a visitor sees, through every published site that shows it to them. */
  readonly space: (space: SpaceId, visitor: Visitor) => Let<SpaceVisit>
  /** The claims of a visitor that count on a site. */
  readonly claims: (site: SiteRecord, visitor: Visitor) => Let<Claims>
  /** The content of a space that is hidden from a reader who sees it through these sites. */
  readonly hidden: (space: SpaceRecord, through: ReadonlyArray<PageSight>) => Effect.Effect<HiddenContent, Unavailable>
}

/** Decides what visitors see. */
export class Visits extends Context.Tag("@lectern/core/Visits")<Visits, VisitsService>() {}
