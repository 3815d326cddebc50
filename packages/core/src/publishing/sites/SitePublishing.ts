/**
 * Authentication of visitors of sites: the key that their tokens are signed with.
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { signingKeyPlace } from "../../foundation/encryption/Places.js"
import { Conflict } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { notingSecret } from "../../people/access/Requirements.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import {
  type OldSigningKey,
  type PublishingAuth,
  RotateSigningKey,
  SigningKeyId,
  type SiteId,
  type SiteRecord,
  UpdatePublishingAuth
} from "../../people/places/Site.js"
import { SiteRepository } from "../../people/places/SiteRepository.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"

/** The service of visitor authentication. All of it needs `create` on the site. */
export interface SitePublishingService {
  readonly auth: (organization: OrganizationId, id: SiteId) => Asked<PublishingAuth>
  readonly updateAuth: (organization: OrganizationId, id: SiteId, patch: UpdatePublishingAuth) => Asked<PublishingAuth>
  /** Creates a new key; tokens signed with earlier ones become invalid. */
  readonly regenerateAuth: (organization: OrganizationId, id: SiteId) => Asked<PublishingAuth>
  /**
   * Creates a new key; tokens signed with the previous one stay valid for a while. `Conflict` if ten keys are valid
   * already.
   */
  readonly rotateKey: (organization: OrganizationId, id: SiteId, input?: RotateSigningKey) => Asked<PublishingAuth>
  /** Removes an earlier key; tokens signed with it become invalid. Removing one that does not exist is not an error. */
  readonly removeKey: (organization: OrganizationId, id: SiteId, key: SigningKeyId) => Asked<void>
}

/** The service of visitor authentication. */
export class SitePublishing extends Context.Tag("@lectern/core/SitePublishing")<
  SitePublishing,
  SitePublishingService
>() {}

const parseUpdate = parser(UpdatePublishingAuth)

const parseRotate = parser(RotateSigningKey)

/** The maximum number of earlier keys that are valid in addition to the current one. */
const mostOldKeys = 9

/** The default time for which an earlier key stays valid, in seconds: a day. */
const defaultOverlap = 24 * 60 * 60

/** The earlier keys of a site that are still valid. */
export const validOldKeys = (
  { oldKeys = [] }: Pick<SiteRecord, "oldKeys">,
  time: number
): ReadonlyArray<OldSigningKey> => oldKeys.filter(({ expires }) => expires > time)

const answer = (site: SiteRecord, privateKey: string, time: number): PublishingAuth => ({
  object: "publishing-auth",
  backend: site.authBackend,
  privateKey,
  oldKeys: validOldKeys(site, time).map(({ id, expires }) => ({ id, expires: new Date(expires).toISOString() })),
  ...(site.fallbackURL !== undefined && { fallbackURL: site.fallbackURL })
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const sites = yield* SiteRepository
  const ids = yield* Ids
  const keyring = yield* Keyring

  /** A new sealed key for a site. */
  const newKey = (site: SiteId) => Effect.flatMap(ids.secret, (key) => keyring.seal(signingKeyPlace(site), key))

  /** Changes a site; `to` gets the site and the time, and may refuse. */
  const change = <E = never>(
    organization: OrganizationId,
    id: SiteId,
    to: (site: SiteRecord, time: number) => Effect.Effect<SiteRecord, E>
  ) =>
    storage.transaction(
      Effect.gen(function* () {
        const { stored, site } = yield* access.requireSite(organization, id, needs.manage)
        const time = yield* Clock.currentTimeMillis
        const changed = yield* to(site, time)
        if (changed !== site) yield* withoutConflict(sites.replace(stored, changed))
        yield* notingSecret
        return answer(changed, yield* keyring.unseal(signingKeyPlace(id), changed.sealedSigningKey), time)
      }),
      [organizationLock(organization)]
    )

  const service: SitePublishingService = {
    auth: (organization, id) => change(organization, id, Effect.succeed),
    updateAuth: Effect.fnUntraced(function* (organization, id, patch) {
      const { backend, fallbackURL } = yield* parseUpdate(patch)
      return yield* change(organization, id, ({ fallbackURL: old, ...site }) => {
        const url = fallbackURL === undefined ? old : (fallbackURL ?? undefined)
        return Effect.succeed({
          ...site,
          ...(backend !== undefined && { authBackend: backend }),
          ...(url !== undefined && { fallbackURL: url })
        })
      })
    }),
    regenerateAuth: (organization, id) =>
      Effect.flatMap(newKey(id), (sealedSigningKey) =>
        change(organization, id, ({ oldKeys: _, ...site }) => Effect.succeed({ ...site, sealedSigningKey }))
      ),
    rotateKey: Effect.fnUntraced(function* (organization, id, input = {}) {
      const { overlap = defaultOverlap } = yield* parseRotate(input)
      const [sealedSigningKey, key] = [yield* newKey(id), SigningKeyId.make(yield* ids.next)]
      return yield* change(organization, id, (site, time) => {
        const kept = validOldKeys(site, time)
        if (kept.length >= mostOldKeys) {
          const message = `a site has at most ${mostOldKeys + 1} valid signing keys: remove one, or wait until it expires`
          return Effect.fail(new Conflict({ message }))
        }
        const old = { id: key, sealedKey: site.sealedSigningKey, expires: time + overlap * 1000 }
        return Effect.succeed({ ...site, sealedSigningKey, oldKeys: overlap === 0 ? kept : [old, ...kept] })
      })
    }),
    removeKey: (organization, id, key) =>
      change(organization, id, (site) =>
        Effect.succeed(
          site.oldKeys?.some((old) => old.id === key) === true
            ? { ...site, oldKeys: site.oldKeys.filter((old) => old.id !== key) }
            : site
        )
      ).pipe(
        Effect.asVoid,
        Effect.catchTag("NotFound", () => Effect.void)
      )
  }
  return service
})

/** {@link SitePublishing} over the repositories of the context. */
export const service = serviceOf(SitePublishing, make)
