/** Glossary terms: the words of an organization, and what they mean there. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Access, forbidden } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { allows, needs } from "../access/Policy.js"
import type { Standing } from "../access/Standing.js"
import { notFound } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import { type List, ListQuery } from "../lists/List.js"
import { pageOf } from "../lists/PageOf.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { parser } from "../schema/Input.js"
import { serviceOf } from "../services/Service.js"
import { organizationLock } from "../storage/Locks.js"
import { Storage } from "../storage/Storage.js"
import { organizationUrls, PublicUrls } from "../urls/PublicUrls.js"
import { type GlossaryTerm, GlossaryTermId, GlossaryTermInput, type GlossaryTermRecord } from "./GlossaryTerm.js"
import { GlossaryTermRepository } from "./GlossaryTermRepository.js"

/**
 * The service of glossary terms. They are visible to members with at least the role `read`, and not to guests.
 * @since 0.1.0
 */
export interface GlossaryTermsService {
  /** The glossary terms of an organization, oldest first; `Forbidden` for guests. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<GlossaryTerm>>
  /** Adds a term. Needs the role `create`. */
  readonly create: (organization: OrganizationId, input: GlossaryTermInput) => Asked<GlossaryTerm>
  readonly get: (organization: OrganizationId, id: GlossaryTermId) => Asked<GlossaryTerm>
  /** Replaces a term. Needs the role `create`. */
  readonly update: (organization: OrganizationId, id: GlossaryTermId, input: GlossaryTermInput) => Asked<GlossaryTerm>
  /**
   * Removes a term. Needs the role `create`; removing one that does not exist or is not visible is not an
   * error.
   */
  readonly remove: (organization: OrganizationId, id: GlossaryTermId) => Asked<void>
}

/**
 * The service of glossary terms.
 * @since 0.1.0
 */
export class GlossaryTerms extends Context.Tag("@lectern/core/GlossaryTerms")<GlossaryTerms, GlossaryTermsService>() {}

const parseInput = parser(GlossaryTermInput)
const parseQuery = parser(ListQuery)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const terms = yield* GlossaryTermRepository
  const ids = yield* Ids
  const { base } = yield* PublicUrls

  const answer = ({ role }: Standing, record: GlossaryTermRecord): GlossaryTerm => {
    const { organization, ...fields } = record
    return {
      object: "glossary-term",
      ...fields,
      permissions: { view: allows(role, "view"), edit: allows(role, "manage") },
      urls: { location: `${organizationUrls(base, organization).location}/glossary-terms/${record.id}` }
    }
  }

  /** The term, if the caller may see it. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: GlossaryTermId) {
    const standing = yield* access.standing(organization)
    const read = yield* terms.find(organization, id)
    if (read === undefined || !allows(standing.role, "view")) return yield* notFound("glossary term")
    return { standing, read }
  })

  const requireManager = ({ role }: Standing) =>
    allows(role, "manage") ? Effect.void : Effect.fail(forbidden("organization", needs.manage))

  const service: GlossaryTermsService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.requireOrganization(organization, needs.view)
      return yield* pageOf({
        binding: `glossary-terms:${organization}`,
        query: parsed,
        count: terms.count(organization),
        scan: (after, limit) => terms.list(organization, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(answer(standing, value))
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const fields = yield* parseInput(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(organization, needs.manage)
          const at = yield* now
          const term: GlossaryTermRecord = {
            id: GlossaryTermId.make(yield* ids.next),
            organization,
            ...fields,
            createdAt: at,
            updatedAt: at
          }
          yield* terms.insert(term)
          return answer(standing, term)
        }),
        [organizationLock(organization)]
      )
    }),
    get: (organization, id) => Effect.map(find(organization, id), ({ standing, read }) => answer(standing, read.value)),
    update: Effect.fnUntraced(function* (organization, id, input) {
      const fields = yield* parseInput(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, id)
          yield* requireManager(standing)
          const term: GlossaryTermRecord = { ...read.value, ...fields, updatedAt: yield* now }
          yield* terms.replace(read, term)
          return answer(standing, term)
        }),
        [organizationLock(organization)]
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const { standing } = yield* find(organization, id)
          yield* requireManager(standing)
          yield* terms.remove(organization, id)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [organizationLock(organization)]
      )
  }
  return service
})

/**
 * {@link GlossaryTerms} over the repositories of the context.
 * @since 0.1.0
 */
export const service = serviceOf(GlossaryTerms, make)
