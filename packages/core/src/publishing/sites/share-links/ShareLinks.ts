/**
 * Share links: secret URLs of sites that admit everybody who knows them.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Keyring } from "../../../foundation/encryption/Keyring.js"
import { shareKeyPlace } from "../../../foundation/encryption/Places.js"
import { Conflict, notFound, type Unavailable } from "../../../foundation/errors/Errors.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import { sha256Hex } from "../../../foundation/ids/PlatformHash.js"
import { now } from "../../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../../foundation/lists/List.js"
import { pageOf } from "../../../foundation/lists/PageOf.js"
import { parser } from "../../../foundation/schema/Input.js"
import { PublicUrls, sharedSiteAddress, siteUrls } from "../../../foundation/urls/PublicUrls.js"
import { Access } from "../../../people/access/Access.js"
import type { Asked } from "../../../people/access/Actor.js"
import { needs } from "../../../people/access/Policy.js"
import { notingSecret } from "../../../people/access/Requirements.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import {
  CreateShareLink,
  type ShareLink,
  ShareLinkId,
  type ShareLinkRecord,
  UpdateShareLink
} from "../../../people/places/ShareLink.js"
import { ShareLinkRepository } from "../../../people/places/ShareLinkRepository.js"
import type { SiteId, SiteRecord } from "../../../people/places/Site.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import type { Stored } from "../../../storage/rows/Repository.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { serviceOf } from "../../../storage/services/Service.js"

/** Creates and reads the keys of share links. */
const makeShareKeys = Effect.gen(function* () {
  const keyring = yield* Keyring
  const ids = yield* Ids
  return {
    /** A new key for a link, as it is stored. */
    make: Effect.fnUntraced(function* (link: ShareLinkId) {
      const key = sha256Hex(yield* ids.secret).slice(0, 32)
      return {
        hash: yield* keyring.digest("share-link", key),
        sealedKey: yield* keyring.seal(shareKeyPlace(link), key)
      }
    }),
    /** The key of a link. */
    read: ({ id, sealedKey }: ShareLinkRecord) => keyring.unseal(shareKeyPlace(id), sealedKey)
  }
})

/**
 * The service of share links. All of it needs `create` on the site, because a caller who lists the links has their
 * keys.
 */
export interface ShareLinksService {
  /** The links of a site, oldest first. */
  readonly list: (organization: OrganizationId, site: SiteId, query: ListQuery) => Asked<List<ShareLink>>
  /** Creates a link with a new key. `Conflict` if the site has a thousand. */
  readonly create: (organization: OrganizationId, site: SiteId, input: CreateShareLink) => Asked<ShareLink>
  readonly update: (
    organization: OrganizationId,
    site: SiteId,
    id: ShareLinkId,
    patch: UpdateShareLink
  ) => Asked<ShareLink>
  /** Replaces the key of a link, so that its old URL no longer admits anybody. Name, state and uses stay. */
  readonly renew: (organization: OrganizationId, site: SiteId, id: ShareLinkId) => Asked<ShareLink>
  /** Removes a link; removing one that does not exist or is not visible is not an error. */
  readonly remove: (organization: OrganizationId, site: SiteId, id: ShareLinkId) => Asked<void>
}

/** The service of share links. */
export class ShareLinks extends Context.Tag("@lectern/core/ShareLinks")<ShareLinks, ShareLinksService>() {}

const parseQuery = parser(ListQuery)
const parseCreate = parser(CreateShareLink)
const parseUpdate = parser(UpdateShareLink)

/** The maximum number of links of a site. */
const maxLinks = 1000

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const links = yield* ShareLinkRepository
  const ids = yield* Ids
  const keys = yield* makeShareKeys
  const urls = yield* PublicUrls
  const { base } = urls

  const answer = (site: SiteRecord, link: ShareLinkRecord): Effect.Effect<ShareLink, Unavailable> =>
    Effect.map(Effect.zipLeft(keys.read(link), notingSecret), (key) => ({
      object: "share-link",
      id: link.id,
      createdAt: link.createdAt,
      name: link.name,
      active: link.active,
      uses: link.uses ?? 0,
      ...(link.lastUsedAt !== undefined && { lastUsedAt: link.lastUsedAt }),
      urls: {
        location: `${siteUrls(base, site.organization, site.id).location}/share-links/${link.id}`,
        published: sharedSiteAddress(urls, site, key)
      }
    }))

  const change = (
    organization: OrganizationId,
    site: SiteId,
    id: ShareLinkId,
    to: (link: ShareLinkRecord) => Effect.Effect<ShareLinkRecord, Unavailable>
  ) =>
    storage.transaction(
      Effect.gen(function* () {
        const found = yield* access.requireSite(organization, site, needs.manage)
        const read = yield* links.find(site, id)
        if (read === undefined) return yield* notFound("share link")
        const link = yield* to(read.value)
        yield* links.replace(read, link)
        return yield* answer(found.site, link)
      }),
      [organizationLock(organization)]
    )

  const service: ShareLinksService = {
    list: Effect.fnUntraced(function* (organization, id, query) {
      const parsed = yield* parseQuery(query)
      const { site } = yield* access.requireSite(organization, id, needs.manage)
      return yield* pageOf({
        binding: JSON.stringify(["share-links", id]),
        query: parsed,
        count: links.count(id),
        scan: (after, limit) => links.list(id, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }: Stored<ShareLinkRecord>) => answer(site, value)
      })
    }),
    create: Effect.fnUntraced(function* (organization, id, input) {
      const { name } = yield* parseCreate(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { site } = yield* access.requireSite(organization, id, needs.manage)
          if ((yield* links.count(id)) >= maxLinks) {
            return yield* new Conflict({ message: `a site has at most ${maxLinks} share links` })
          }
          const linkId = ShareLinkId.make(yield* ids.next)
          const link: ShareLinkRecord = {
            id: linkId,
            site: id,
            ...(yield* keys.make(linkId)),
            name,
            active: true,
            createdAt: yield* now
          }
          yield* links.insert(link)
          return yield* answer(site, link)
        }),
        [organizationLock(organization)]
      )
    }),
    update: Effect.fnUntraced(function* (organization, site, id, patch) {
      const changes = yield* parseUpdate(patch)
      return yield* change(organization, site, id, (link) => Effect.succeed({ ...link, ...changes }))
    }),
    renew: (organization, site, id) =>
      change(organization, site, id, (link) => Effect.map(keys.make(id), (key) => ({ ...link, ...key }))),
    remove: (organization, site, id) =>
      storage.transaction(
        Effect.zipRight(access.requireSite(organization, site, needs.manage), links.remove(site, id)).pipe(
          Effect.catchTag("NotFound", () => Effect.void)
        ),
        [organizationLock(organization)]
      )
  }
  return service
})

/** {@link ShareLinks} over the repositories of the context. */
export const service = serviceOf(ShareLinks, make)
