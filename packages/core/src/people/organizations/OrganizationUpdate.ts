/** Changing the settings of organizations. */
import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { Access } from "../access/Access.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import { administersServer } from "../accounts/ServerAdministrator.js"
import { makeRuleParties } from "../merge-rules/RuleParties.js"
import { SiteId } from "../places/SiteId.js"
import { SiteRepository } from "../places/SiteRepository.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import type { OrganizationRecord } from "./Organization.js"
import { memberAnswer } from "./OrganizationAnswer.js"
import { hostnameTaken, OrganizationRepository } from "./OrganizationRepository.js"
import { UpdateOrganization } from "./UpdateOrganization.js"
import { stillVerified, uniqueDomains } from "./VerifiedDomains.js"

const parseUpdate = parser(UpdateOrganization)

/** `Organizations.update`, over the repositories of the context. */
export const makeOrganizationUpdate = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const { requireFreshForAdmin, requireFreshSession } = yield* makeSignedIn
  const organizations = yield* OrganizationRepository
  const accounts = yield* AccountRepository
  const sites = yield* SiteRepository
  const requireParties = yield* makeRuleParties
  const { base } = yield* PublicUrls

  /** The e-mail domains to set for an organization; domains set by an administrator of the server are verified. */
  const domainsFor = (organization: OrganizationRecord, domains: ReadonlyArray<string>) =>
    Effect.map(administersServer(accounts), (isVouchedFor) => {
      const emailDomains = uniqueDomains(domains)
      return { emailDomains, verifiedDomains: stillVerified(organization, emailDomains, isVouchedFor) }
    })

  return Effect.fnUntraced(
    function* (id: OrganizationId, patch: UpdateOrganization) {
      const { logo, defaultContent, mergeRules, ...changes } = yield* parseUpdate(patch)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(id, "admin")
          const { defaultRole, emailDomains, secondFactor, sso } = changes
          if ([emailDomains, secondFactor, sso].some((each) => each !== undefined)) yield* requireFreshSession
          yield* requireFreshForAdmin(defaultRole)
          if (defaultContent != null) {
            const site = yield* sites.find(SiteId.make(defaultContent.site))
            if (site?.value.organization !== id) return yield* notFound("site")
          }
          yield* requireParties(standing, mergeRules)
          const read = yield* organizations.find(id)
          if (read === undefined) return yield* notFound("organization")
          const { logo: oldLogo, defaultContent: oldContent, mergeRules: oldRules, ...rest } = read.value
          const newRules = mergeRules ?? oldRules
          const newContent = defaultContent === undefined ? oldContent : (defaultContent ?? undefined)
          const newLogo = logo === undefined ? oldLogo : (logo ?? undefined)
          const organization: OrganizationRecord = {
            ...rest,
            ...changes,
            ...(changes.emailDomains !== undefined && (yield* domainsFor(read.value, changes.emailDomains))),
            ...(newRules?.type === "rules" && { mergeRules: newRules }),
            ...(newLogo !== undefined && { logo: newLogo }),
            ...(newContent !== undefined && { defaultContent: newContent })
          }
          yield* organizations.replace(read, organization)
          return memberAnswer(base, standing, organization)
        }),
        [organizationLock(id)]
      )
    },
    Effect.catchTags({ Duplicate: hostnameTaken, VersionMismatch: Effect.die })
  )
})
