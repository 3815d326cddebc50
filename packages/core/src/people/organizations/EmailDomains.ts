/**
 * Verifying that e-mail domains belong to organizations.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { organizationKeyPlace } from "../../foundation/encryption/Places.js"
import { Conflict, notFound } from "../../foundation/errors/Errors.js"
import { DomainRecords } from "../../foundation/outbound/DomainRecords.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import { administersServer } from "../accounts/ServerAdministrator.js"
import { makeCallerNow } from "../sessions/CallerNow.js"
import { type EmailDomain, recordOf } from "./EmailDomain.js"
import type { OrganizationId } from "./Organization.js"
import { OrganizationRepository } from "./OrganizationRepository.js"
import { hasVerified } from "./VerifiedDomains.js"

/** The service of e-mail domains. */
export interface EmailDomainsService {
  /**
   * Looks in the DNS for the record that proves that a domain belongs to the organization, and returns that record and
   * whether the domain is verified now; administrators of the server verify it without a record. Needs the role
   * `admin`; `NotFound` for a domain that the organization does not list, `Conflict` if the DNS cannot be queried.
   */
  readonly verify: (organization: OrganizationId, domain: string) => Asked<EmailDomain>
}

/** The service of e-mail domains. */
export class EmailDomains extends Context.Tag("@lectern/core/EmailDomains")<EmailDomains, EmailDomainsService>() {}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const organizations = yield* OrganizationRepository
  const accounts = yield* AccountRepository
  const records = yield* DomainRecords
  const keyring = yield* Keyring
  const { callerNow } = yield* makeCallerNow

  /** The organization as stored, for its administrators, if it lists the domain. */
  const find = Effect.fnUntraced(function* (id: OrganizationId, domain: string) {
    yield* access.requireOrganization(id, "admin")
    const read = yield* organizations.find(id)
    if (read?.value.emailDomains.includes(domain) !== true) return yield* notFound("domain")
    return read
  })

  const service: EmailDomainsService = {
    verify: Effect.fnUntraced(function* (id, given) {
      const domain = given.toLowerCase()
      const { value: organization } = yield* find(id, domain)
      const key = yield* keyring.unseal(organizationKeyPlace(organization.id), organization.sealedKey)
      const record = recordOf(organization.id, key, domain)
      const answer = (verified: boolean): EmailDomain => ({ object: "email-domain", domain, verified, record })
      if (hasVerified(organization, domain)) return answer(true)
      const isVouchedFor = yield* administersServer(accounts)
      const texts = isVouchedFor
        ? [record.value]
        : yield* Effect.mapError(records.texts(record.name), ({ message }) => new Conflict({ message }))
      if (!texts.includes(record.value)) return answer(false)
      return yield* storage.transaction(
        Effect.gen(function* () {
          yield* callerNow
          const read = yield* find(id, domain)
          if (isVouchedFor && !(yield* administersServer(accounts))) return answer(false)
          const verifiedDomains = [...(read.value.verifiedDomains ?? []), domain]
          yield* withoutConflict(organizations.replace(read, { ...read.value, verifiedDomains }))
          return answer(true)
        }),
        [organizationLock(id)]
      )
    })
  }
  return service
})

/** {@link EmailDomains} over the repositories of the context. */
export const service = serviceOf(EmailDomains, make)
