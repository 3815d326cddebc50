/** {@link Visits} over the repositories: loaded when the first visitor comes. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Keyring } from "../../../foundation/encryption/Keyring.js"
import { signingKeyPlace } from "../../../foundation/encryption/Places.js"
import { Access } from "../../../people/access/Access.js"
import { noVisitors } from "../../../people/access/NoVisitors.js"
import { makeFindByKey } from "../../../people/access/ShareLinkByKey.js"
import { standingOfVisitor } from "../../../people/access/Standing.js"
import type { VisitedPlace, Visitor } from "../../../people/access/Visitor.js"
import { Visits, type VisitsService } from "../../../people/access/Visits.js"
import type { ShareLinkRecord } from "../../../people/places/ShareLink.js"
import type { SiteRecord } from "../../../people/places/Site.js"
import { SiteRepository } from "../../../people/places/SiteRepository.js"
import { SpaceRepository } from "../../../people/places/SpaceRepository.js"
import { serviceOf } from "../../../storage/services/Service.js"
import { type Claims, isClaims } from "../../../text/conditions/Claims.js"
import { makeAdaptiveSchemaRepository } from "../adaptive-content/AdaptiveSchemaRepository.js"
import { fitClaims, readUnsigned } from "../adaptive-content/FittingClaims.js"
import { validOldKeys } from "../SitePublishing.js"
import { makeCountUse } from "../share-links/ShareLinkUses.js"
import { makeHiddenContents } from "./HiddenContents.js"
import { type Visit, visitorSight } from "./VisitorSight.js"
import { audienceOf, verifyVisitorToken } from "./VisitorTokens.js"

/** The claims of a token on one site: none without a token, `undefined` if it is not valid there. */
type TokenClaims = Claims | undefined

const noClaims: Claims = {}

const make = Effect.gen(function* () {
  const access = yield* Access
  const sites = yield* SiteRepository
  const spaces = yield* SpaceRepository
  const schemas = yield* makeAdaptiveSchemaRepository
  const findByKey = yield* makeFindByKey
  const keyring = yield* Keyring
  const hidden = yield* makeHiddenContents
  const countUse = yield* makeCountUse

  const activeLink = ({ shareKey }: Visitor) =>
    shareKey === undefined
      ? Effect.succeed(undefined)
      : Effect.map(findByKey(shareKey), (link) => (link?.active === true ? link : undefined))

  const verified = Effect.fnUntraced(function* (
    site: SiteRecord,
    { token }: Visitor,
    audience = token === undefined ? [] : audienceOf(token)
  ) {
    if (token === undefined) return noClaims
    if (!audience.includes(site.id)) return undefined
    const time = yield* Clock.currentTimeMillis
    const sealed = [site.sealedSigningKey, ...validOldKeys(site, time).map(({ sealedKey }) => sealedKey)]
    const keys = yield* Effect.forEach(sealed, (key) => keyring.unseal(signingKeyPlace(site.id), key))
    const claims = yield* Effect.promise(() => verifyVisitorToken(token, { site: site.id, keys, time }))
    return Either.getOrUndefined(claims)
  })

  const fitting = Effect.fnUntraced(function* (
    site: SiteRecord,
    { claims = noClaims, unsigned = {} }: Visitor,
    signed: Claims
  ) {
    const schema = (yield* schemas.find(site.id))?.jsonSchema
    const given = { ...signed, ...claims }
    const known = Object.hasOwn(given, "unsigned") ? given.unsigned : undefined
    const all: Claims = {
      ...given,
      unsigned: { ...(known !== undefined && isClaims(known) && known), ...readUnsigned(schema, unsigned) }
    }
    return schema === undefined ? all : fitClaims(schema, all)
  })

  const sightOf = Effect.fnUntraced(function* (
    site: SiteRecord,
    visitor: Visitor,
    link: ShareLinkRecord | undefined,
    token: TokenClaims
  ) {
    const stored = yield* sites.structure(site.id)
    if (stored === undefined) return undefined
    const visit: Visit = {
      hasKey: link?.site === site.id,
      isKnown: (visitor.token !== undefined && token !== undefined) || visitor.claims !== undefined,
      claims: yield* fitting(site, visitor, token ?? noClaims)
    }
    const sight = visitorSight(stored.site.value, stored.structure.value, visit)
    return sight && { ...sight, stored }
  })

  /** The parts of a site that a visitor sees, and the share link that let them in. */
  const onSite = Effect.fnUntraced(function* (
    { organization, site: id }: Extract<VisitedPlace, { site: unknown }>,
    visitor: Visitor
  ) {
    const snapshot = yield* access.snapshot(organization)
    const site = snapshot?.sites.get(id)
    if (snapshot === undefined || site === undefined || !site.published) return yield* noVisitors
    const token = yield* verified(site, visitor)
    if (token === undefined) return yield* noVisitors
    const link = yield* activeLink(visitor)
    const sight = yield* sightOf(site, visitor, link, token)
    if (sight === undefined) return yield* noVisitors
    const standing = standingOfVisitor(snapshot, [id, ...sight.spaces])
    return { visit: { ...sight, standing }, link: site.visibility === "share-link" ? link : undefined }
  })

  /** The sites through which a visitor sees a space, and the share link that let them in. */
  const onSpace = Effect.fnUntraced(function* (
    { space: id }: Extract<VisitedPlace, { space: unknown }>,
    visitor: Visitor
  ) {
    const space = (yield* spaces.find(id))?.value
    if (space === undefined || space.deletedAt !== undefined) return yield* noVisitors
    const snapshot = yield* access.snapshot(space.organization)
    const published = (snapshot?.sitesOf.get(id) ?? []).filter((site) => site.published)
    const link = published.length === 0 ? undefined : yield* activeLink(visitor)
    const sights = []
    const audience = visitor.token === undefined ? [] : audienceOf(visitor.token)
    let isValid = visitor.token === undefined
    let used: ShareLinkRecord | undefined
    for (const site of published) {
      const token = yield* verified(site, visitor, audience)
      if (token !== undefined) isValid = true
      const sight = yield* sightOf(site, visitor, link, token)
      if (sight?.spaces.has(id) !== true) continue
      if (site.visibility === "share-link") used = link
      sights.push(sight)
    }
    if (!isValid || sights.length === 0) return yield* noVisitors
    return { space, sights, link: used }
  })

  const service: VisitsService = {
    enter: Effect.fnUntraced(function* (place, visitor) {
      const { link } = "site" in place ? yield* onSite(place, visitor) : yield* onSpace(place, visitor)
      if (link !== undefined) yield* countUse(link)
    }),
    site: (organization, site, visitor) => Effect.map(onSite({ organization, site }, visitor), ({ visit }) => visit),
    space: Effect.fnUntraced(function* (id, visitor) {
      const { sights, space } = yield* onSpace({ space: id }, visitor)
      return { space, hidden: yield* hidden(space, sights) }
    }),
    claims: Effect.fnUntraced(function* (site, visitor) {
      const token = yield* verified(site, visitor)
      return token === undefined ? yield* noVisitors : yield* fitting(site, visitor, token)
    }),
    hidden
  }
  return service
})

/** {@link Visits} over the repositories of the context. */
export const service = serviceOf(Visits, make)
