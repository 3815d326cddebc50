/** Published sites as seen by one visitor, who may also be a member. */
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../../foundation/errors/Errors.js"
import { Actor } from "../../../people/access/Actor.js"
import type { Visitor } from "../../../people/access/Visitor.js"
import { type PageSight, Visits } from "../../../people/access/Visits.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import type { Claims } from "../../../text/conditions/Claims.js"
import { makeStructureViews, type StructureView } from "../site-structure/StructureViews.js"
import { pageSight, structureFor } from "../visiting/VisitorSight.js"

/**
 * A published site: its structure without the parts that conditions hide, the hidden pages of its spaces, and the known
 * claims of the visitor.
 */
export type PublishedView = StructureView & PageSight & { readonly claims: Claims }

/** Succeeds if a site is published and, if it needs a share key, the one that a member presented opens it. */
const requireOpen = ({ addressOf, site }: StructureView, shareKey: string | undefined) => {
  const isShared = shareKey !== undefined && addressOf(site) !== undefined
  return site.published && (site.visibility !== "share-link" || isShared) ? Effect.void : Effect.fail(notFound("site"))
}

/**
 * Reads published sites, over the services of the context: for a visitor, with the caller's credentials; for a member,
 * the parts that the member may see, as a visitor who presents `visitor` would see them.
 */
export const makePublishedView = Effect.gen(function* () {
  const views = yield* makeStructureViews
  const visits = yield* Visits

  const forMember = Effect.fnUntraced(function* (organization: OrganizationId, id: SiteId, visitor: Visitor) {
    const view = yield* views.read(organization, id, visitor.shareKey)
    yield* requireOpen(view, visitor.shareKey)
    const claims = yield* visits.claims(view.site, visitor)
    const seen = structureFor(view.seen, claims)
    const published: PublishedView = { ...view, seen, claims, ...pageSight(claims) }
    return published
  })

  const forVisitor = Effect.fnUntraced(function* (organization: OrganizationId, id: SiteId, visitor: Visitor) {
    const view = yield* views.read(organization, id)
    const claims = yield* visits.claims(view.site, visitor)
    const published: PublishedView = { ...view, claims, ...pageSight(claims) }
    return published
  })

  return (
    organization: OrganizationId,
    site: SiteId,
    visitor: Visitor
  ): Effect.Effect<PublishedView, LecternError, Actor> =>
    Effect.flatMap(Actor, (actor) =>
      actor.kind === "visitor" ? forVisitor(organization, site, actor.visitor) : forMember(organization, site, visitor)
    )
})
