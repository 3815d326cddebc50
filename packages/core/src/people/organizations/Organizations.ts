/**
 * Organizations, which own content, and within which roles and levels apply.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { requireNoVisitor } from "../access/NoVisitors.js"
import { organizationPermissions } from "../access/Permissions.js"
import { isOutside, onlyOrganization } from "../access/TokenLimits.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import type { Organization, OrganizationRecord } from "./Organization.js"
import { memberAnswer, organizationAnswer, strangerAnswer } from "./OrganizationAnswer.js"
import { makeOrganizationCreation } from "./OrganizationCreation.js"
import type { CreateOrganization } from "./OrganizationInput.js"
import { OrganizationRepository } from "./OrganizationRepository.js"
import type { makeOrganizationUpdate } from "./OrganizationUpdate.js"
import type { UpdateOrganization } from "./UpdateOrganization.js"
import { hasVerified } from "./VerifiedDomains.js"

/** The service of organizations. */
export interface OrganizationsService {
  /** The organizations that the caller is a member of; all of them for the embedding program. Oldest first. */
  readonly list: (query: ListQuery) => Asked<List<Organization>>
  readonly get: (id: OrganizationId) => Asked<Organization>
  /**
   * Creates an organization with the caller as its administrator. `Forbidden` if only administrators of the server may
   * create them; `Conflict` if the hostname is taken, or the caller has created as many as a user may.
   */
  readonly create: (input: CreateOrganization) => Asked<Organization>
  /** The same for any user; only for the embedding program. */
  readonly createFor: (user: UserId, input: CreateOrganization) => Asked<Organization>
  /** Changes settings; needs the role `admin`. `Conflict` if the hostname is taken. */
  readonly update: (id: OrganizationId, patch: UpdateOrganization) => Asked<Organization>
  /**
   * The caller's organizations with an e-mail domain and, if that is the domain of the caller's own address, every
   * organization that has verified it; all of them for the embedding program. Oldest first.
   */
  readonly forEmailDomain: (domain: string) => Asked<{ readonly organizations: ReadonlyArray<Organization> }>
}

/** The service of organizations. */
export class Organizations extends Context.Tag("@lectern/core/Organizations")<Organizations, OrganizationsService>() {}

const parseQuery = parser(ListQuery)

const updating = lazy("changes of organizations", () => import("./OrganizationUpdate.js"))

const make = Effect.gen(function* () {
  const access = yield* Access
  const organizations = yield* OrganizationRepository
  const members = yield* MemberRepository
  const users = yield* UserRepository
  const { base } = yield* PublicUrls
  const { create, createFor } = yield* makeOrganizationCreation
  const needed = yield* Effect.context<Effect.Effect.Context<typeof makeOrganizationUpdate>>()

  const find = (id: OrganizationId) =>
    Effect.flatMap(organizations.find(id), (found) =>
      found === undefined ? Effect.fail(notFound("organization")) : Effect.succeed(found.value)
    )

  /** The organization as one caller sees it; a disabled member sees it as a non-member does. */
  const answerTo = (organization: OrganizationRecord) =>
    access.standing(organization.id).pipe(
      Effect.map((standing) => ({
        member: true,
        organization: memberAnswer(base, standing, organization)
      })),
      Effect.catchTag("NotFound", "Unauthenticated", "Forbidden", () =>
        Effect.succeed({ member: false, organization: strangerAnswer(base, organization) })
      )
    )

  const service: OrganizationsService = {
    list: Effect.fnUntraced(function* (query) {
      const actor = yield* requireNoVisitor
      const parsed = yield* parseQuery(query)
      if (actor.kind === "system") {
        return yield* pageOf({
          binding: "organizations",
          query: parsed,
          count: organizations.count,
          scan: (after, limit) => organizations.all({ limit, ...(after !== undefined && { after }) }),
          render: ({ value }) => Effect.succeed(organizationAnswer(base, value, organizationPermissions("admin")))
        })
      }
      const only = onlyOrganization(actor)
      const memberOfOnly = Effect.map(members.find(only ?? OrganizationId.make(""), actor.user), (found) =>
        found === undefined || found.value.disabled ? [] : [found]
      )
      return yield* pageOf({
        binding: `organizations:${actor.user}`,
        query: parsed,
        count: only === undefined ? members.countOfUser(actor.user) : Effect.map(memberOfOnly, ({ length }) => length),
        scan: (after, limit) => {
          if (only !== undefined) return after === undefined ? memberOfOnly : Effect.succeed([])
          return members.ofUser(actor.user, { limit, ...(after !== undefined && { after }) })
        },
        render: ({ value }) =>
          Effect.map(access.standing(value.organization), (standing) => memberAnswer(base, standing)).pipe(
            // The organization does not accept the caller's token, but the caller's membership is no secret.
            Effect.catchTag("Forbidden", () => Effect.map(find(value.organization), (it) => strangerAnswer(base, it)))
          )
      })
    }),
    get: (id) => Effect.map(access.standing(id), (standing) => memberAnswer(base, standing)),
    create,
    createFor,
    update: (id, patch) =>
      Effect.flatMap(updating.load, ({ makeOrganizationUpdate }) =>
        Effect.flatMap(Effect.provide(makeOrganizationUpdate, needed), (update) => update(id, patch))
      ),
    forEmailDomain: Effect.fnUntraced(function* (domain) {
      const actor = yield* requireNoVisitor
      const wanted = domain.toLowerCase()
      const caller = actor.kind === "user" ? (yield* users.find(actor.user))?.value : undefined
      const isOwn = caller?.email.split("@").at(-1) === wanted
      const found = yield* Effect.forEach(
        (yield* organizations.withEmailDomain(wanted)).filter((id) => !isOutside(actor, id)),
        (id) =>
          Effect.flatMap(find(id), (organization) =>
            Effect.map(answerTo(organization), ({ member, organization: answered }) => {
              const isShown = member || actor.kind === "system" || (isOwn && hasVerified(organization, wanted))
              return isShown ? [answered] : []
            })
          )
      )
      return { organizations: found.flat() }
    })
  }
  return service
})

/** {@link Organizations} over the repositories of the context. */
export const service = serviceOf(Organizations, make)
