/** A request below the path of a published site. */
import type { Visitor } from "@lectern/core/access/Visitor"
import type { ReadSite, SitePlace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type { Audience } from "./Answers.js"

/** A request below the path of a site. */
export interface SiteRequest {
  readonly place: SitePlace
  /** The path of the site's URL, with a trailing slash. */
  readonly root: string
  /** The rest of the path, decoded, without leading and trailing slashes. */
  readonly path: string
  /** Whether the URL ends with a slash. */
  readonly hasSlash: boolean
  readonly query: URLSearchParams
  readonly request: HttpRequest
  readonly visitor: Visitor
}

/**
 * The audience that may cache the answer. It is personal if the request has credentials, or if it depends on
 * conditions.
 */
export const audienceOf = ({ place, visitor }: SiteRequest, site: ReadSite, outline?: SiteOutline): Audience => ({
  isPersonal:
    Object.keys(visitor).length > 0 ||
    (place.visibility !== "public" && place.visibility !== "unlisted") ||
    site.isConditional ||
    outline?.isConditional === true,
  isListed: place.visibility === "public"
})
