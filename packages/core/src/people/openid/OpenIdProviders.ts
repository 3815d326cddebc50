/**
 * The configuration of the OpenID providers of organizations.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Keyring, keyIdOf } from "../../foundation/encryption/Keyring.js"
import { openIdSecretPlace } from "../../foundation/encryption/Places.js"
import { notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { openIdService } from "../../foundation/urls/OpenIdUrls.js"
import { organizationUrls, PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import type { Standing } from "../access/Standing.js"
import { IdentityRepository } from "../identities/IdentityRepository.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import type { TeamId } from "../teams/Team.js"
import { makeTeamAnswer } from "../teams/TeamAnswers.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import {
  CreateOpenIdProvider,
  type OpenIdProvider,
  OpenIdProviderId,
  type OpenIdProviderRecord,
  UpdateOpenIdProvider
} from "./OpenIdProvider.js"
import { OpenIdProviderRepository } from "./OpenIdProviderRepository.js"

/**
 * The service of OpenID providers, for administrators of the organization. Changes need a fresh proof of identity from
 * callers who signed in.
 */
export interface OpenIdProvidersService {
  /** The providers of an organization, oldest first. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<OpenIdProvider>>
  readonly create: (organization: OrganizationId, input: CreateOpenIdProvider) => Asked<OpenIdProvider>
  readonly get: (organization: OrganizationId, id: OpenIdProviderId) => Asked<OpenIdProvider>
  /** Changes settings. A change of the issuer removes all identities of the old one, and ends their sessions. */
  readonly update: (
    organization: OrganizationId,
    id: OpenIdProviderId,
    patch: UpdateOpenIdProvider
  ) => Asked<OpenIdProvider>
  /**
   * Removes a provider and all its identities, which ends their sessions; removing one that does not exist is not an
   * error.
   */
  readonly remove: (organization: OrganizationId, id: OpenIdProviderId) => Asked<void>
}

/** The service of OpenID providers. */
export class OpenIdProviders extends Context.Tag("@lectern/core/OpenIdProviders")<
  OpenIdProviders,
  OpenIdProvidersService
>() {}

const parseCreate = parser(CreateOpenIdProvider)
const parseUpdate = parser(UpdateOpenIdProvider)
const parseQuery = parser(ListQuery)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const { requireFreshSession } = yield* makeSignedIn
  const providers = yield* OpenIdProviderRepository
  const identities = yield* IdentityRepository
  const keyring = yield* Keyring
  const teams = yield* TeamRepository
  const teamAnswer = yield* makeTeamAnswer
  const ids = yield* Ids
  const { base } = yield* PublicUrls

  const answer = Effect.fnUntraced(function* (standing: Standing, provider: OpenIdProviderRecord) {
    const { defaultTeam, organization, sealed, sealedBy: _, ...fields } = provider
    const team = defaultTeam === undefined ? undefined : yield* teams.find(organization, defaultTeam)
    return {
      object: "openid-provider",
      ...fields,
      hasSecret: sealed !== undefined,
      ...(team !== undefined && { defaultTeam: yield* teamAnswer(standing, team.value) }),
      service: openIdService(base, provider),
      urls: { location: `${organizationUrls(base, organization).location}/openid/${provider.id}` }
    } satisfies OpenIdProvider
  })

  const requireTeam = Effect.fnUntraced(function* (organization: OrganizationId, team: TeamId | undefined) {
    if (team !== undefined && (yield* teams.find(organization, team)) === undefined) return yield* notFound("team")
  })

  /** The stored form of a client secret. Keys are read from files, so call this before a transaction. */
  const seal = Effect.fnUntraced(function* (id: OpenIdProviderId, secret: string | undefined) {
    if (secret === undefined) return {}
    const sealed = yield* keyring.seal(openIdSecretPlace(id), secret)
    return { sealed, sealedBy: keyIdOf(sealed) }
  })

  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: OpenIdProviderId) {
    const standing = yield* access.requireOrganization(organization, "admin")
    const read = yield* providers.find(organization, id)
    return read === undefined ? yield* notFound("OpenID provider") : { standing, read }
  })

  /** Removes all identities of an issuer, unless another provider has the same one. */
  const forget = Effect.fnUntraced(function* ({ id, issuer, organization }: OpenIdProviderRecord) {
    const all = yield* providers.list(organization, {})
    if (all.some(({ value }) => value.issuer === issuer && value.id !== id)) return
    yield* identities.removeOfIssuer({ kind: "oidc", organization, issuer })
  })

  const service: OpenIdProvidersService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.requireOrganization(organization, "admin")
      return yield* pageOf({
        binding: `openid:${organization}`,
        query: parsed,
        count: providers.count(organization),
        scan: (after, limit) => providers.list(organization, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => answer(standing, value)
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const { clientSecret, defaultRole = null, ...fields } = yield* parseCreate(input)
      const id = OpenIdProviderId.make(yield* ids.next)
      const secret = yield* seal(id, clientSecret)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(organization, "admin")
          yield* requireFreshSession
          yield* requireTeam(organization, fields.defaultTeam)
          const provider: OpenIdProviderRecord = {
            ...fields,
            ...secret,
            id,
            organization,
            defaultRole,
            createdAt: yield* now
          }
          yield* providers.insert(provider)
          return yield* answer(standing, provider)
        }),
        [organizationLock(organization)]
      )
    }),
    get: (organization, id) =>
      Effect.flatMap(find(organization, id), ({ standing, read }) => answer(standing, read.value)),
    update: Effect.fnUntraced(function* (organization, id, patch) {
      const { clientSecret, ...changes } = yield* parseUpdate(patch)
      const secret = yield* seal(id, clientSecret ?? undefined)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, id)
          yield* requireFreshSession
          yield* requireTeam(organization, changes.defaultTeam)
          const { sealed, sealedBy, ...rest } = read.value
          const moved = changes.issuer !== undefined && changes.issuer !== rest.issuer
          if (moved) yield* forget(read.value)
          // The secret of one provider is not sent to another, even if an administrator changes the issuer.
          const kept = clientSecret === undefined && !moved && sealed !== undefined
          const provider: OpenIdProviderRecord = {
            ...rest,
            ...changes,
            ...(kept && { sealed, ...(sealedBy !== undefined && { sealedBy }) }),
            ...secret
          }
          yield* providers.replace(read, provider)
          return yield* answer(standing, provider)
        }),
        [organizationLock(organization)]
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const { read } = yield* find(organization, id)
          yield* requireFreshSession
          yield* providers.remove(organization, id)
          yield* forget(read.value)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [organizationLock(organization)]
      )
  }
  return service
})

/** {@link OpenIdProviders} over the repositories of the context. */
export const service = serviceOf(OpenIdProviders, make)
