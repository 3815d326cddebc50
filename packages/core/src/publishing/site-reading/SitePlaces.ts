/** Finds published sites by the names in their URLs. */
import * as Effect from "effect/Effect"
import { PublicUrls, siteAddress } from "../../foundation/urls/PublicUrls.js"
import type { SiteRecord } from "../../people/places/Site.js"
import { SiteRepository } from "../../people/places/SiteRepository.js"
import type { SitePlace } from "./ReadSite.js"
import type { SitePagesService } from "./SitePagesService.js"

/** Finds sites by the names in their URLs, over the services of the context. */
export const makeSitePlaces = Effect.gen(function* () {
  const sites = yield* SiteRepository
  const urls = yield* PublicUrls

  const placeOf = (site: SiteRecord): SitePlace | undefined => {
    if (!site.published || site.remnant === true) return undefined
    const { createdBy, fallbackURL, hostname, id, organization, visibility } = site
    return {
      organization,
      site: id,
      visibility,
      ...(createdBy !== undefined && { createdBy }),
      ...(fallbackURL !== undefined && { signInAddress: fallbackURL }),
      ...(hostname !== undefined && { hostAddress: siteAddress(urls, site) })
    }
  }

  const places: Pick<SitePagesService, "find" | "onHost"> = {
    find: Effect.fnUntraced(function* (name) {
      const site = (yield* sites.named(name))?.value
      if (site === undefined || (site.basename !== undefined && site.basename !== name)) return undefined
      return placeOf(site)
    }),
    onHost: Effect.fnUntraced(function* (hostName) {
      const site = (yield* sites.byHostName(hostName))?.value
      if (site === undefined) return undefined
      const place = placeOf(site)
      return place === undefined ? {} : { place }
    })
  }
  return places
})
