/**
 * The look of sites.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Ids } from "../../../foundation/ids/Ids.js"
import { parser } from "../../../foundation/schema/Input.js"
import { Access } from "../../../people/access/Access.js"
import type { Asked } from "../../../people/access/Actor.js"
import { needs } from "../../../people/access/Policy.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { serviceOf } from "../../../storage/services/Service.js"
import { customizationOf, type SiteCustomization } from "./Customization.js"
import { SetSiteCustomization } from "./CustomizationInput.js"
import { makeCustomizationRepository } from "./CustomizationRepository.js"

/** The service of the look of sites. */
export interface CustomizationsService {
  /** The look of a site. */
  readonly get: (organization: OrganizationId, site: SiteId) => Asked<SiteCustomization>
  /** Sets the look of a site, replacing an earlier one. Needs `create` on the site. */
  readonly set: (organization: OrganizationId, site: SiteId, input: SetSiteCustomization) => Asked<SiteCustomization>
}

/** The service of the look of sites. */
export class Customizations extends Context.Tag("@lectern/core/Customizations")<
  Customizations,
  CustomizationsService
>() {}

const parseSet = parser(SetSiteCustomization)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const customizations = yield* makeCustomizationRepository
  const ids = yield* Ids

  const service: CustomizationsService = {
    get: (organization, site) =>
      access.requireSite(organization, site, needs.view).pipe(
        Effect.zipRight(customizations.find(site)),
        Effect.map((found) => customizationOf(found?.settings ?? {}))
      ),
    set: Effect.fnUntraced(function* (organization, site, input) {
      const settings = yield* parseSet(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          yield* access.requireSite(organization, site, needs.manage)
          yield* customizations.set({ site, settings, version: yield* ids.next })
          return customizationOf(settings)
        }),
        [organizationLock(organization)]
      )
    })
  }
  return service
})

/** {@link Customizations} over the repositories of the context. */
export const service = serviceOf(Customizations, make)
