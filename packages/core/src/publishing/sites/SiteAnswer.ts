import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { PublicUrls, type PublicUrlsService, siteAddress, siteUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import { type AddressOf, plainAddresses } from "../../people/access/SharedAddresses.js"
import type { Standing } from "../../people/access/Standing.js"
import type { Site, SiteRecord } from "../../people/places/Site.js"

/** A site as answered to a caller for whom it has this many site spaces. */
const siteAnswer = (
  publicUrls: PublicUrlsService,
  site: SiteRecord,
  siteSpaces: number,
  published: string | undefined
): Site => {
  const { hostname, basename, proxy } = site
  const address = siteAddress(publicUrls, site)
  return {
    object: "site",
    id: site.id,
    type: site.type,
    title: site.title,
    ...(hostname !== undefined && { hostname }),
    ...(basename !== undefined && { basename }),
    ...(proxy !== undefined && { proxy: { origin: proxy, target: address } }),
    visibility: site.visibility,
    published: site.published,
    siteSpaces,
    createdAt: site.createdAt,
    adaptiveContent: { enabled: site.adaptiveContent },
    agentsContext: site.agentsContext,
    features: site.adaptiveContent ? [{ id: "sites-adaptive-content", plan: site.type, frozen: false }] : [],
    urls: {
      ...siteUrls(publicUrls.base, site.organization, site.id),
      ...(site.published && published !== undefined && { published })
    }
  }
}

/** Makes the answers for sites, for a caller with a given standing, over the services of the context. */
export const makeSiteAnswer = Effect.gen(function* () {
  const access = yield* Access
  const urls = yield* PublicUrls

  /** The number of the site's site spaces whose space a caller with this standing may read. */
  const countSiteSpaces = Effect.fnUntraced(function* (standing: Standing, site: SiteRecord) {
    if (standing.role === "admin" || site.siteSpaces === 0) return site.siteSpaces
    const readable = yield* access.readable(standing)
    let count = 0
    for (const [space, paths] of standing.snapshot.sites.get(site.id)?.paths ?? []) {
      if (readable.has(space)) count += paths.length
    }
    return count
  })

  return (standing: Standing, site: SiteRecord, addressOf?: AddressOf): Effect.Effect<Site, Unavailable> =>
    Effect.map(countSiteSpaces(standing, site), (count) =>
      siteAnswer(urls, site, count, (addressOf ?? plainAddresses(urls))(site))
    )
})
