/** Finds the providers of organizations that people sign in with. */
import * as Effect from "effect/Effect"
import { openIdService } from "../../foundation/urls/OpenIdUrls.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { OrganizationRepository } from "../organizations/OrganizationRepository.js"
import { hasVerified } from "../organizations/VerifiedDomains.js"
import { samlService, samlStatus } from "../saml/SamlAnswer.js"
import { SamlProviderRepository } from "../saml/SamlProviderRepository.js"
import { OpenIdProviderRepository } from "./OpenIdProviderRepository.js"

/** A provider of an organization that a person may sign in with. */
export interface SignInWay {
  /** The title of the organization. */
  readonly organization: string
  readonly label: string
  /** The URL at which to begin. */
  readonly startURL: string
}

/** Finds the providers of the organizations that have verified a domain. */
export const makeSignInWays = Effect.gen(function* () {
  const organizations = yield* OrganizationRepository
  const saml = yield* SamlProviderRepository
  const openId = yield* OpenIdProviderRepository
  const { base } = yield* PublicUrls

  return Effect.fnUntraced(function* (domain: string) {
    const ways: Array<SignInWay> = []
    for (const id of yield* organizations.withEmailDomain(domain)) {
      const organization = (yield* organizations.find(id))?.value
      if (organization === undefined || !hasVerified(organization, domain)) continue
      const { title } = organization
      for (const { value } of yield* saml.list(id, {})) {
        if (samlStatus(value) !== "active") continue
        ways.push({ organization: title, label: value.label, startURL: samlService(base, value).startURL })
      }
      for (const { value } of yield* openId.list(id, {})) {
        ways.push({ organization: title, label: value.label, startURL: openIdService(base, value).startURL })
      }
    }
    return ways
  })
})
