/**
 * The schemas of the claims of sites' visitors.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { notFound } from "../../../foundation/errors/Errors.js"
import { now } from "../../../foundation/ids/Time.js"
import { parser } from "../../../foundation/schema/Input.js"
import { Access } from "../../../people/access/Access.js"
import type { Asked } from "../../../people/access/Actor.js"
import { needs } from "../../../people/access/Policy.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { serviceOf } from "../../../storage/services/Service.js"
import {
  type AdaptiveSchema,
  type AdaptiveSchemaRecord,
  SetAdaptiveSchema,
  type TemplateConditions
} from "./AdaptiveSchema.js"
import { makeAdaptiveSchemaRepository } from "./AdaptiveSchemaRepository.js"
import { templateConditions } from "./TemplateConditions.js"

/** The service of schemas of claims. */
export interface AdaptiveSchemasService {
  /** The schema of a site; `NotFound` if it has none. */
  readonly get: (organization: OrganizationId, site: SiteId) => Asked<AdaptiveSchema>
  /** Sets the schema of a site, replacing an earlier one. Needs `create` on the site. */
  readonly set: (organization: OrganizationId, site: SiteId, input: SetAdaptiveSchema) => Asked<AdaptiveSchema>
  /** The conditions that a site's schema suggests; none if it has no schema. */
  readonly templateConditions: (organization: OrganizationId, site: SiteId) => Asked<TemplateConditions>
}

/** The service of schemas of claims. */
export class AdaptiveSchemas extends Context.Tag("@lectern/core/AdaptiveSchemas")<
  AdaptiveSchemas,
  AdaptiveSchemasService
>() {}

const parseSet = parser(SetAdaptiveSchema)

const answer = ({ jsonSchema, updatedAt }: AdaptiveSchemaRecord): AdaptiveSchema => ({
  object: "site-adaptive-schema",
  jsonSchema,
  updatedAt
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const schemas = yield* makeAdaptiveSchemaRepository

  const find = (organization: OrganizationId, site: SiteId) =>
    Effect.zipRight(access.requireSite(organization, site, needs.view), schemas.find(site))

  const service: AdaptiveSchemasService = {
    get: (organization, site) =>
      Effect.flatMap(find(organization, site), (found) =>
        found === undefined ? Effect.fail(notFound("adaptive schema")) : Effect.succeed(answer(found))
      ),
    set: Effect.fnUntraced(function* (organization, site, input) {
      const { jsonSchema } = yield* parseSet(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          yield* access.requireSite(organization, site, needs.manage)
          const schema = { site, jsonSchema, updatedAt: yield* now }
          yield* schemas.set(schema)
          return answer(schema)
        }),
        [organizationLock(organization)]
      )
    }),
    templateConditions: (organization, site) =>
      Effect.map(find(organization, site), (found) => ({
        items: found === undefined ? [] : templateConditions(found.jsonSchema)
      }))
  }
  return service
})

/** {@link AdaptiveSchemas} over the repositories of the context. */
export const service = serviceOf(AdaptiveSchemas, make)
