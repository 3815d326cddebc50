/** Published sites, as their visitors see them. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Actor } from "../../access/Actor.js"
import type { Claims } from "../../conditions/Claims.js"
import { isClaims } from "../../conditions/Claims.js"
import { type LecternError, notFound } from "../../errors/Errors.js"
import type { OrganizationId } from "../../organizations/Organization.js"
import { parser } from "../../schema/Input.js"
import { serviceOf } from "../../services/Service.js"
import { AdaptiveSchemaRepository } from "../adaptive-content/AdaptiveSchemaRepository.js"
import { fitClaims, readUnsigned } from "../adaptive-content/FittingClaims.js"
import type { SiteId } from "../Site.js"
import { makeSiteAnswer } from "../SiteAnswer.js"
import { siteSpacesOf } from "../site-structure/Structure.js"
import { makeStructureViews, type StructureView } from "../site-structure/StructureViews.js"
import { type PublishedContent, Visitor } from "./PublishedContent.js"
import { visibleStructure } from "./VisibleStructure.js"

/**
 * The service of published sites.
 * @since 0.1.0
 */
export interface PublishedContentsService {
  /**
   * A published site as a visitor sees it, of what the caller may see. Site spaces and sections whose condition is false
   * for the visitor are left out; claims that do not fit the site's schema do not count. `NotFound` where the site is not
   * published, or is published by share link and no active one has the visitor's key.
   */
  readonly get: (
    organization: OrganizationId,
    site: SiteId,
    visitor: Visitor
  ) => Effect.Effect<PublishedContent, LecternError, Actor>
}

/**
 * The service of published sites.
 * @since 0.1.0
 */
export class PublishedContents extends Context.Tag("@lectern/core/PublishedContents")<
  PublishedContents,
  PublishedContentsService
>() {}

const parseVisitor = parser(Visitor)

const make = Effect.gen(function* () {
  const schemas = yield* AdaptiveSchemaRepository
  const views = yield* makeStructureViews
  const answer = yield* makeSiteAnswer

  /** Passes where the site lets the visitor in. */
  const requireOpen = ({ addressOf, site }: StructureView, shareKey: string | undefined) => {
    const isShared = shareKey !== undefined && addressOf(site) !== undefined
    return site.published && (site.visibility !== "share-link" || isShared)
      ? Effect.void
      : Effect.fail(notFound("site"))
  }

  const claimsOf = Effect.fnUntraced(function* (site: SiteId, { claims = {}, unsigned = {} }: Visitor) {
    const schema = (yield* schemas.find(site))?.jsonSchema
    const given = Object.hasOwn(claims, "unsigned") ? claims.unsigned : undefined
    const known = given !== undefined && isClaims(given) ? given : {}
    const all: Claims = { ...claims, unsigned: { ...known, ...readUnsigned(schema, unsigned) } }
    return schema === undefined ? all : fitClaims(schema, all)
  })

  const service: PublishedContentsService = {
    get: Effect.fnUntraced(function* (organization, id, visitor) {
      const parsed = yield* parseVisitor(visitor)
      const view = yield* views.read(organization, id, parsed.shareKey)
      yield* requireOpen(view, parsed.shareKey)
      const seen = visibleStructure(view.seen, yield* claimsOf(id, parsed))
      const site = yield* answer(view.standing, view.site, view.addressOf)
      return {
        object: "published-content-site",
        site: { ...site, siteSpaces: siteSpacesOf(seen).length },
        structure: yield* views.structure({ ...view, seen })
      }
    })
  }
  return service
})

/**
 * {@link PublishedContents} over the repositories of the context.
 * @since 0.1.0
 */
export const service = serviceOf(PublishedContents, make)
