import { siteAddressBelow } from "../../foundation/urls/PublicUrls.js"
import { SiteVisibility } from "../places/SiteVisibility.js"
import type { SpaceId } from "../places/Space.js"
import type { AddressOf } from "./SharedAddresses.js"
import type { Standing } from "./Standing.js"

/** The publication of a space. */
export interface PublishedSpace {
  /** The most open visibility of its published sites. */
  readonly visibility: SiteVisibility
  /** Its URL on the most open published site that is public or that the caller may see; the oldest one of several. */
  readonly address?: string
}

/** The publication of a space, for a caller with this standing; `undefined` if it is on no published site. */
export const publishedSpace = (
  addressOf: AddressOf,
  standing: Standing,
  space: SpaceId
): PublishedSpace | undefined => {
  const sites = standing.snapshot.sitesOf.get(space)
  if (sites === undefined) return undefined
  let visibility: SiteVisibility | undefined
  let address: string | undefined
  for (const candidate of SiteVisibility.literals) {
    for (const site of sites) {
      if (!site.published || site.visibility !== candidate) continue
      visibility ??= candidate
      if (candidate !== "public" && standing.siteLevel(site.id) === null) continue
      const root = address === undefined ? addressOf(site) : undefined
      if (root !== undefined) address = siteAddressBelow(root, site.paths.get(space)?.[0] ?? "")
    }
  }
  return visibility === undefined ? undefined : { visibility, ...(address !== undefined && { address }) }
}
