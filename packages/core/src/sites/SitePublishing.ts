/** How visitors of sites prove who they are: the key that their tokens are signed with. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import { Ids } from "../ids/Ids.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { parser } from "../schema/Input.js"
import { serviceOf } from "../services/Service.js"
import { withoutConflict } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"
import { type PublishingAuth, type SiteId, type SiteRecord, UpdatePublishingAuth } from "./Site.js"
import { SiteRepository } from "./SiteRepository.js"

/**
 * The service of visitor authentication. All of it needs `create` on the site.
 * @since 0.1.0
 */
export interface SitePublishingService {
  readonly auth: (organization: OrganizationId, id: SiteId) => Asked<PublishingAuth>
  readonly updateAuth: (organization: OrganizationId, id: SiteId, patch: UpdatePublishingAuth) => Asked<PublishingAuth>
  /** Makes a new key: what was signed with the old one is worth nothing any more. */
  readonly regenerateAuth: (organization: OrganizationId, id: SiteId) => Asked<PublishingAuth>
}

/**
 * The service of visitor authentication.
 * @since 0.1.0
 */
export class SitePublishing extends Context.Tag("@lectern/core/SitePublishing")<
  SitePublishing,
  SitePublishingService
>() {}

const parseUpdate = parser(UpdatePublishingAuth)

const answer = ({ authBackend, signingKey, fallbackURL }: SiteRecord): PublishingAuth => ({
  object: "publishing-auth",
  backend: authBackend,
  privateKey: signingKey,
  ...(fallbackURL !== undefined && { fallbackURL })
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const sites = yield* SiteRepository
  const ids = yield* Ids

  const change = (organization: OrganizationId, id: SiteId, to: (site: SiteRecord) => SiteRecord) =>
    storage.transaction(
      Effect.gen(function* () {
        const { stored, site } = yield* access.requireSite(organization, id, needs.manage)
        const changed = to(site)
        yield* withoutConflict(sites.replace(stored, changed))
        return answer(changed)
      })
    )

  const service: SitePublishingService = {
    auth: (organization, id) =>
      Effect.map(access.requireSite(organization, id, needs.manage), ({ site }) => answer(site)),
    updateAuth: Effect.fnUntraced(function* (organization, id, patch) {
      const { backend, fallbackURL } = yield* parseUpdate(patch)
      return yield* change(organization, id, ({ fallbackURL: old, ...site }) => {
        const url = fallbackURL === undefined ? old : (fallbackURL ?? undefined)
        return {
          ...site,
          ...(backend !== undefined && { authBackend: backend }),
          ...(url !== undefined && { fallbackURL: url })
        }
      })
    }),
    regenerateAuth: (organization, id) =>
      Effect.flatMap(ids.secret, (signingKey) => change(organization, id, (site) => ({ ...site, signingKey })))
  }
  return service
})

/**
 * {@link SitePublishing} over the repositories of the context.
 * @since 0.1.0
 */
export const service = serviceOf(SitePublishing, make)
