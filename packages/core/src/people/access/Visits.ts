/** Visits of published sites: what visitors, who have no account, see of a site and of a space. */
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

/** What of a page decides whether a visitor sees it; `parent` is empty at the root. */
export interface OutlinePage {
  readonly id: string
  readonly parent: string
  readonly condition?: string
}

/** What a visitor sees of a site that lets them in. */
export interface VisitorSight {
  /** The site without what its conditions hide. */
  readonly structure: Structure
  /** The spaces on it, each once. */
  readonly spaces: ReadonlySet<SpaceId>
  /** The ids of those of a space's pages that are hidden: by their own condition, or below such a page. */
  readonly hiddenPages: (pages: ReadonlyArray<OutlinePage>) => ReadonlySet<string>
  /** Whether a condition in a text is true for the visitor. */
  readonly holds: (condition: string) => boolean
  /** A key that tells apart what conditions may evaluate to; empty if nothing is known of the visitor. */
  readonly claimsKey: string
}

/** What of a sight decides what is seen of pages. */
export type PageSight = Pick<VisitorSight, "hiddenPages" | "holds" | "claimsKey">

/** A site that lets a visitor in. */
export interface SiteVisit extends VisitorSight {
  readonly stored: SiteWithStructure
  /** A guest's, who may read the site and what the visitor sees on it. */
  readonly standing: Standing
}

/** What is hidden from somebody in a space. */
export interface HiddenContent {
  /** The pages, by id. */
  readonly pages: ReadonlySet<string>
  /** Whether something of the space is hidden: a page, also a computed one, or a file or a part that only such pages use. */
  readonly hides: (id: string) => boolean
  /** A key that tells apart what is hidden from different readers of the same revision. */
  readonly key: string
  /** What the reader sees of a text, through one of the sites that show the space. */
  readonly visible: (markdown: string) => VisibleText
  /** A key that tells apart what conditions in texts may evaluate to. */
  readonly claimsKey: string
}

/** A space that a visitor sees. */
export interface SpaceVisit {
  readonly space: SpaceRecord
  readonly hidden: HiddenContent
}

type Let<A> = Effect.Effect<A, Unauthenticated | Unavailable>

/** Decides what visitors see. What is not published to a visitor is `Unauthenticated`, and so is a token that is not valid. */
export interface VisitsService {
  /** Succeeds if the visitor is let in, and counts the use of the share link that let them in. */
  readonly enter: (place: VisitedPlace, visitor: Visitor) => Let<void>
  /** What a visitor sees of a site. */
  readonly site: (organization: OrganizationId, site: SiteId, visitor: Visitor) => Let<SiteVisit>
  /** What a visitor sees of a space, through every published site that shows it to them. */
  readonly space: (space: SpaceId, visitor: Visitor) => Let<SpaceVisit>
  /** The claims of a visitor that count on a site. */
  readonly claims: (site: SiteRecord, visitor: Visitor) => Let<Claims>
  /** What is hidden in a space from whoever sees it through these sites. */
  readonly hidden: (space: SpaceRecord, through: ReadonlyArray<PageSight>) => Effect.Effect<HiddenContent, Unavailable>
}

/** Decides what visitors see. */
export class Visits extends Context.Tag("@lectern/core/Visits")<Visits, VisitsService>() {}
