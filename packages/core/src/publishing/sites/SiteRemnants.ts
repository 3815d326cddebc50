/**
 * Remnants of sites: the part of a site that stays for the site spaces that its deletion may not affect. The rules that
 * applied to their spaces still apply, because the remnant is the site itself, with its grants, settings and
 * publication.
 */

import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { OrganizationRepository } from "../../people/organizations/OrganizationRepository.js"
import type { SiteRecord } from "../../people/places/Site.js"
import { SiteRepository, type SiteWithStructure } from "../../people/places/SiteRepository.js"
import { type Structure, siteSpacesOf } from "../../people/places/Structure.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Dependents } from "../../storage/services/Dependents.js"
import { makeAdaptiveSchemaRepository } from "./adaptive-content/AdaptiveSchemaRepository.js"
import { makeCustomizationRepository } from "./customization/CustomizationRepository.js"
import { makeSiteFeedbackRepository } from "./feedback/SiteFeedbackRepository.js"
import { makeSiteRedirectRepository } from "./site-redirects/SiteRedirectRepository.js"
import { settled } from "./site-structure/VisibleStructure.js"

/** Deleting sites, each as part of a transaction. */
export interface SiteRemnants {
  /** Reduces a site to the parts that its deletion may not affect; without any site space left, the site is deleted. */
  readonly leave: (read: SiteWithStructure, structure: Structure) => Effect.Effect<void, Unavailable>
  /** Replaces the structure of a site, and returns the site; a remnant with nothing left on it is deleted. */
  readonly save: (read: SiteWithStructure, structure: Structure) => Effect.Effect<SiteRecord, Unavailable>
}

/** {@link SiteRemnants} over the repositories of the context. */
export const makeSiteRemnants = Effect.gen(function* () {
  const sites = yield* SiteRepository
  const dependents = yield* Dependents
  const organizations = yield* OrganizationRepository
  const settings = yield* Effect.all([
    makeSiteRedirectRepository,
    makeAdaptiveSchemaRepository,
    makeCustomizationRepository,
    makeSiteFeedbackRepository
  ])

  const remove = Effect.fnUntraced(function* (site: SiteRecord) {
    const { id, organization } = site
    yield* dependents.removeOn(id)
    for (const each of settings) yield* each.removeOf(id)
    yield* sites.remove(site)
    const owner = yield* organizations.find(organization)
    if (owner?.value.defaultContent?.site !== id) return
    const { defaultContent: _, ...rest } = owner.value
    yield* organizations.replace(owner, rest)
  }, withoutConflict)

  const save: SiteRemnants["save"] = Effect.fnUntraced(function* (read, structure) {
    const site = read.site.value
    const isLeft = site.remnant !== true || siteSpacesOf(structure).length > 0
    if (isLeft) return yield* sites.saveStructure(read, settled(structure))
    yield* remove(site)
    return site
  })

  const remnants: SiteRemnants = {
    leave: ({ site, structure: old }, structure) => {
      const { hostname: _, ...rest } = site.value
      return Effect.asVoid(save({ site: { ...site, value: { ...rest, remnant: true } }, structure: old }, structure))
    },
    save
  }
  return remnants
})
