/** A request for something of a published site. */
import type { Visitor } from "@lectern/core/access/Visitor"
import type { ReadSite, SitePlace } from "@lectern/core/internal/site-reading/ReadSite"
import type { SiteOutline } from "@lectern/core/internal/site-reading/SiteOutline"
import type { HttpRequest } from "@lectern/http/internal/dispatcher/Exchange"
import type { Audience } from "./Answers.js"

/** A request for something of a site. */
export interface SiteRequest {
  readonly place: SitePlace
  /** The path of the site's address, with a slash at its end. */
  readonly root: string
  /** What follows it, decoded, without slashes around it. */
  readonly path: string
  /** Whether the address ends with a slash. */
  readonly hasSlash: boolean
  readonly query: URLSearchParams
  readonly request: HttpRequest
  readonly visitor: Visitor
}

/** Who may keep what is answered: whoever brings something, or reads what depends on conditions, reads for themself. */
export const audienceOf = ({ place, visitor }: SiteRequest, site: ReadSite, outline?: SiteOutline): Audience => ({
  isPersonal:
    Object.keys(visitor).length > 0 ||
    (place.visibility !== "public" && place.visibility !== "unlisted") ||
    site.isConditional ||
    outline?.isConditional === true,
  isListed: place.visibility === "public"
})
