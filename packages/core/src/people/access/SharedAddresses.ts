/** The URLs of published sites for readers who may have the key of a share link. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { ListQuery } from "../../foundation/lists/List.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { PublicUrls, type PublicUrlsService, sharedSiteAddress, siteAddress } from "../../foundation/urls/PublicUrls.js"
import type { ShareLinkRepository } from "../places/ShareLinkRepository.js"
import type { SiteRecord } from "../places/Site.js"
import { makeFindByKey } from "./ShareLinkByKey.js"

/** The queries of a read that resolves published URLs. */
export const ShareQuery = Schema.Struct({ shareKey: optional(Text) })
/** @see {@link ShareQuery} */
export type ShareQuery = typeof ShareQuery.Type

/** The queries of a list whose items have published URLs. */
export const SharedListQuery = Schema.Struct({ ...ListQuery.fields, ...ShareQuery.fields })
/** @see {@link SharedListQuery} */
export type SharedListQuery = typeof SharedListQuery.Type

/** The URL at which a site is read once it is published; `undefined` if the given key is not one of its active ones. */
export type AddressOf = (site: Pick<SiteRecord, "id" | "visibility" | "hostname" | "basename">) => string | undefined

/** The URLs without a key. */
export const plainAddresses =
  (urls: PublicUrlsService): AddressOf =>
  (site) =>
    siteAddress(urls, site)

/** The URLs with a key: URLs of sites with share links contain it; other sites ignore it. */
export const makeAddresses: Effect.Effect<
  (shareKey: string | undefined) => Effect.Effect<AddressOf, Unavailable>,
  never,
  ShareLinkRepository | PublicUrls
> = Effect.gen(function* () {
  const findByKey = yield* makeFindByKey
  const urls = yield* PublicUrls
  const plain = plainAddresses(urls)
  return (shareKey) =>
    shareKey === undefined
      ? Effect.succeed(plain)
      : Effect.map(
          findByKey(shareKey),
          (link): AddressOf =>
            (site) => {
              if (site.visibility !== "share-link") return plain(site)
              return link?.active === true && link.site === site.id
                ? sharedSiteAddress(urls, site, shareKey)
                : undefined
            }
        )
})
