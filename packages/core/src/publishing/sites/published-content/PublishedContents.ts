/**
 * Published sites, as their visitors see them.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { LecternError } from "../../../foundation/errors/Errors.js"
import { parser } from "../../../foundation/schema/Input.js"
import type { Actor } from "../../../people/access/Actor.js"
import { type VisitedPlace, Visitor } from "../../../people/access/Visitor.js"
import { Visits } from "../../../people/access/Visits.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { siteSpacesOf } from "../../../people/places/Structure.js"
import { serviceOf } from "../../../storage/services/Service.js"
import { makeSiteAnswer } from "../SiteAnswer.js"
import { makeStructureViews } from "../site-structure/StructureViews.js"
import type { PublishedContent } from "./PublishedContent.js"
import { makePublishedView } from "./PublishedView.js"

/** The service of published sites. */
export interface PublishedContentsService {
  /**
   * A published site as a visitor sees it. Site spaces and sections whose condition is false for the visitor are
   * omitted; claims that do not match the site's schema are ignored.
   *
   * For a caller with an account, the result has the parts that the caller may see, as a visitor who presents `visitor`
   * would see them: `NotFound` if the site is not published, or is published by share link and no active one has the
   * key. For a visitor, `visitor` has no effect: the caller's own credentials count, and the result is
   * `Unauthenticated` if the site does not let them in. It is `Unauthenticated` for anybody with an invalid token, too.
   */
  readonly get: (
    organization: OrganizationId,
    site: SiteId,
    visitor?: Visitor
  ) => Effect.Effect<PublishedContent, LecternError, Actor>
  /**
   * Succeeds if a visitor is admitted, and is `Unauthenticated` otherwise. The program that admits visitors calls it
   * once for each visit, since it counts the uses of share links. Needs no caller.
   */
  readonly enter: (place: VisitedPlace, visitor: Visitor) => Effect.Effect<void, LecternError>
}

/** The service of published sites. */
export class PublishedContents extends Context.Tag("@lectern/core/PublishedContents")<
  PublishedContents,
  PublishedContentsService
>() {}

const parseVisitor = parser(Visitor)

const make = Effect.gen(function* () {
  const visits = yield* Visits
  const views = yield* makeStructureViews
  const published = yield* makePublishedView
  const answer = yield* makeSiteAnswer

  const service: PublishedContentsService = {
    get: Effect.fnUntraced(function* (organization, id, visitor = {}) {
      const view = yield* published(organization, id, yield* parseVisitor(visitor))
      const site = yield* answer(view.standing, view.site, view.addressOf)
      return {
        object: "published-content-site",
        site: { ...site, siteSpaces: siteSpacesOf(view.seen).length },
        structure: yield* views.structure(view)
      }
    }),
    enter: Effect.fnUntraced(function* (place, visitor) {
      yield* visits.enter(place, yield* parseVisitor(visitor))
    })
  }
  return service
})

/** {@link PublishedContents} over the repositories of the context. */
export const service = serviceOf(PublishedContents, make)
