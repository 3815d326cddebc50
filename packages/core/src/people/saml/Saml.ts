/**
 * SAML: the configuration of the identity providers that members of an organization sign in with.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { openIdService } from "../../foundation/urls/OpenIdUrls.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access, forbidden } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { requiring } from "../access/Requirements.js"
import type { Standing } from "../access/Standing.js"
import { IdentityRepository } from "../identities/IdentityRepository.js"
import { OpenIdProviderRepository } from "../openid/OpenIdProviderRepository.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import type { TeamId } from "../teams/Team.js"
import { makeTeamAnswer } from "../teams/TeamAnswers.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import { samlProviderAnswer, samlService, samlStatus } from "./SamlAnswer.js"
import {
  CreateSamlProvider,
  type SamlProvider,
  SamlProviderId,
  type SamlProviderRecord,
  type SsoLogin,
  UpdateSamlProvider
} from "./SamlProvider.js"
import { SamlProviderRepository } from "./SamlProviderRepository.js"

/**
 * The service of SAML providers. They are managed by administrators; other members can see the active ones, since they
 * sign in with them, but pending ones are `NotFound` to them.
 */
export interface SamlService {
  /** The providers of an organization, oldest first. Needs the role `admin`. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<SamlProvider>>
  /** Creates a provider. Needs the role `admin`. */
  readonly create: (organization: OrganizationId, input: CreateSamlProvider) => Asked<SamlProvider>
  /** A provider with its settings. Needs the role `admin`. */
  readonly get: (organization: OrganizationId, id: SamlProviderId) => Asked<SamlProvider>
  /** Changes settings. Needs the role `admin`. */
  readonly update: (organization: OrganizationId, id: SamlProviderId, patch: UpdateSamlProvider) => Asked<SamlProvider>
  /** Removes a provider. Needs the role `admin`; removing one that does not exist or is not visible is not an error. */
  readonly remove: (organization: OrganizationId, id: SamlProviderId) => Asked<void>
  /**
   * The providers that members sign in with: the active SAML providers, then those of OpenID Connect. For every member,
   * including guests.
   */
  readonly logins: (organization: OrganizationId) => Asked<{ readonly items: ReadonlyArray<SsoLogin> }>
}

/** The service of SAML providers. */
export class Saml extends Context.Tag("@lectern/core/Saml")<Saml, SamlService>() {}

const parseCreate = parser(CreateSamlProvider)
const parseUpdate = parser(UpdateSamlProvider)
const parseQuery = parser(ListQuery)

const requireAdmin = ({ organization: { id }, role }: Standing) =>
  role === "admin"
    ? requiring({ kind: "organization", id, level: "admin" })
    : Effect.fail(forbidden("organization", "admin"))

/** A provider with changes applied; `null` and `false` remove a setting. */
const changed = (
  { idpInitiated: before, sloURL: logoutAt, ...provider }: SamlProviderRecord,
  { idpInitiated = before === true, sloURL = logoutAt ?? null, ...changes }: UpdateSamlProvider
): SamlProviderRecord => ({
  ...provider,
  ...changes,
  ...(sloURL !== null && { sloURL }),
  ...(idpInitiated && { idpInitiated })
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const { requireFreshSession } = yield* makeSignedIn
  const providers = yield* SamlProviderRepository
  const identities = yield* IdentityRepository
  const openIdProviders = yield* OpenIdProviderRepository
  const teams = yield* TeamRepository
  const teamAnswer = yield* makeTeamAnswer
  const ids = yield* Ids
  const { base } = yield* PublicUrls

  const answer = Effect.fnUntraced(function* (standing: Standing, provider: SamlProviderRecord) {
    const { defaultTeam } = provider
    const read = defaultTeam === undefined ? undefined : yield* teams.find(provider.organization, defaultTeam)
    return samlProviderAnswer(base, provider, read === undefined ? undefined : yield* teamAnswer(standing, read.value))
  })

  /** Fails unless the team that new members are to join exists. */
  const requireTeam = Effect.fnUntraced(function* (organization: OrganizationId, team: TeamId | undefined) {
    if (team !== undefined && (yield* teams.find(organization, team)) === undefined) return yield* notFound("team")
  })

  /** Removes the identities of a provider, unless another one of the organization has the same entity id. */
  const forget = Effect.fnUntraced(function* ({ entityID, organization }: SamlProviderRecord) {
    if (entityID === undefined) return
    const others = yield* providers.list(organization, {})
    if (others.some(({ value }) => value.entityID === entityID)) return
    yield* identities.removeOfIssuer({ kind: "saml", organization, issuer: entityID })
  })

  /** The provider, for administrators. */
  const require = Effect.fnUntraced(function* (organization: OrganizationId, id: SamlProviderId) {
    const standing = yield* access.standing(organization)
    const read = yield* providers.find(organization, id)
    if (read === undefined || (standing.role !== "admin" && samlStatus(read.value) === "pending")) {
      return yield* notFound("SAML provider")
    }
    yield* requireAdmin(standing)
    return { standing, read }
  })

  const service: SamlService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.requireOrganization(organization, "admin")
      return yield* pageOf({
        binding: `saml:${organization}`,
        query: parsed,
        count: providers.count(organization),
        scan: (after, limit) => providers.list(organization, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => answer(standing, value)
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const { defaultRole = null, idpInitiated = false, sloURL, ...fields } = yield* parseCreate(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(organization, "admin")
          yield* requireFreshSession
          yield* requireTeam(organization, fields.defaultTeam)
          const provider: SamlProviderRecord = {
            ...fields,
            ...(typeof sloURL === "string" && { sloURL }),
            ...(idpInitiated && { idpInitiated }),
            id: SamlProviderId.make(yield* ids.next),
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
      Effect.flatMap(require(organization, id), ({ standing, read }) => answer(standing, read.value)),
    update: Effect.fnUntraced(function* (organization, id, patch) {
      const changes = yield* parseUpdate(patch)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* require(organization, id)
          yield* requireFreshSession
          yield* requireTeam(organization, changes.defaultTeam)
          const provider = changed(read.value, changes)
          yield* providers.replace(read, provider)
          if (provider.entityID !== read.value.entityID) yield* forget(read.value)
          return yield* answer(standing, provider)
        }),
        [organizationLock(organization)]
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const { read } = yield* require(organization, id)
          yield* requireFreshSession
          yield* providers.remove(organization, id)
          yield* forget(read.value)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [organizationLock(organization)]
      ),
    logins: Effect.fnUntraced(function* (organization) {
      yield* access.standing(organization)
      const found = yield* providers.list(organization, {})
      const active = found.filter(({ value }) => samlStatus(value) === "active")
      const others = yield* openIdProviders.list(organization, {})
      return {
        items: [
          ...active.map(({ value }) => ({ value, startURL: samlService(base, value).startURL })),
          ...others.map(({ value }) => ({ value, startURL: openIdService(base, value).startURL }))
        ].map(({ startURL, value: { id, label } }) => ({ id, label, startURL }))
      }
    })
  }
  return service
})

/** {@link Saml} over the repositories of the context. */
export const service = serviceOf(Saml, make)
