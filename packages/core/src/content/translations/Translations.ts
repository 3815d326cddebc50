/**
 * Translation settings: the languages that an organization's content is translated to.
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
import { organizationUrls, PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access, forbidden } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import { requiring } from "../../people/access/Requirements.js"
import type { Standing } from "../../people/access/Standing.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import {
  type TranslationSettings,
  TranslationSettingsId,
  TranslationSettingsInput,
  type TranslationSettingsRecord
} from "./TranslationSettings.js"
import { TranslationSettingsRepository } from "./TranslationSettingsRepository.js"

/**
 * The service of translation settings. They are visible to members with at least the role `read`, and not to guests.
 */
export interface TranslationsService {
  /** The translation settings of an organization, oldest first; `Forbidden` for guests. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<TranslationSettings>>
  /** Makes translation settings. Needs the role `create`. */
  readonly create: (organization: OrganizationId, input: TranslationSettingsInput) => Asked<TranslationSettings>
  readonly get: (organization: OrganizationId, id: TranslationSettingsId) => Asked<TranslationSettings>
  /** Replaces the settings. Needs the role `create`. */
  readonly update: (
    organization: OrganizationId,
    id: TranslationSettingsId,
    input: TranslationSettingsInput
  ) => Asked<TranslationSettings>
  /**
   * Removes translation settings. Needs the role `create`; removing one that does not exist or is not visible is not an
   * error.
   */
  readonly remove: (organization: OrganizationId, id: TranslationSettingsId) => Asked<void>
}

/** The service of translation settings. */
export class Translations extends Context.Tag("@lectern/core/Translations")<Translations, TranslationsService>() {}

const parseInput = parser(TranslationSettingsInput)
const parseQuery = parser(ListQuery)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const translations = yield* TranslationSettingsRepository
  const ids = yield* Ids
  const { base } = yield* PublicUrls

  const answer = ({ role }: Standing, record: TranslationSettingsRecord): TranslationSettings => {
    const { organization, ...fields } = record
    return {
      object: "translation-settings",
      ...fields,
      permissions: { view: allows(role, "view"), edit: allows(role, "manage") },
      urls: { location: `${organizationUrls(base, organization).location}/translations/${record.id}` }
    }
  }

  /** The settings, if the caller may see them. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: TranslationSettingsId) {
    const standing = yield* access.standing(organization)
    const read = yield* translations.find(organization, id)
    if (read === undefined || !allows(standing.role, "view")) return yield* notFound("translation settings")
    return { standing, read }
  })

  const requireManager = ({ organization: { id }, role }: Standing) =>
    allows(role, "manage")
      ? requiring({ kind: "organization", id, level: needs.manage })
      : Effect.fail(forbidden("organization", needs.manage))

  const service: TranslationsService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.requireOrganization(organization, needs.view)
      return yield* pageOf({
        binding: `translations:${organization}`,
        query: parsed,
        count: translations.count(organization),
        scan: (after, limit) => translations.list(organization, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(answer(standing, value))
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const fields = yield* parseInput(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(organization, needs.manage)
          const at = yield* now
          const settings: TranslationSettingsRecord = {
            id: TranslationSettingsId.make(yield* ids.next),
            organization,
            ...fields,
            languages: [],
            createdAt: at,
            updatedAt: at
          }
          yield* translations.insert(settings)
          return answer(standing, settings)
        }),
        [organizationLock(organization)]
      )
    }),
    get: (organization, id) => Effect.map(find(organization, id), ({ standing, read }) => answer(standing, read.value)),
    update: Effect.fnUntraced(function* (organization, settingsId, input) {
      const fields = yield* parseInput(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, settingsId)
          yield* requireManager(standing)
          const { id, languages, createdAt } = read.value
          const settings = { id, organization, ...fields, languages, createdAt, updatedAt: yield* now }
          yield* translations.replace(read, settings)
          return answer(standing, settings)
        }),
        [organizationLock(organization)]
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const { standing } = yield* find(organization, id)
          yield* requireManager(standing)
          yield* translations.remove(organization, id)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [organizationLock(organization)]
      )
  }
  return service
})

/** {@link Translations} over the repositories of the context. */
export const service = serviceOf(Translations, make)
