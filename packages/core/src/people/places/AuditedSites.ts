/** Auditing shared by all tables that belong to a site. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Look } from "../../storage/rows/Audited.js"
import type { AuditTarget } from "../../storage/trail/AuditEvent.js"
import type { SiteRecord } from "./Site.js"

type OfSite = { readonly site: string }

/** The organization of a site's row; none where the site is gone, which removed its rows too. */
export const ofSite = ({ site }: OfSite, look: Look): Effect.Effect<string | undefined, Unavailable> =>
  Effect.map(look("sites", site), (found) => (found as SiteRecord | undefined)?.organization)

/** The site that a row belongs to, as a target. */
export const theSite = ({ site }: OfSite, look: Look): Effect.Effect<AuditTarget, Unavailable> =>
  Effect.map(look("sites", site), (found) => ({
    kind: "site",
    id: site,
    ...(found !== undefined && { title: (found as SiteRecord).title })
  }))
