/** The work that must be done before the calls of several resources. */
import { Credentials } from "@lectern/core/accounts/Credentials"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Sites } from "@lectern/core/sites/Sites"
import { Effect } from "effect"
import { Secret, TOTP } from "otpauth"
import { as, asSystem, client, password } from "./calling.js"
import { domain, signed } from "./ports.js"
import type { World } from "./world.js"

/** The code of an authenticator app with a secret, so many steps of time from now. */
export const codeOf = (secret: string, steps = 0) =>
  Effect.map(
    Effect.clockWith((clock) => clock.currentTimeMillis),
    (now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })
  )

/** Adds an authenticator app, and returns its secret. */
export const addTotp = Effect.gen(function* () {
  const credentials = yield* Credentials
  const { secret } = yield* credentials.proposeTotp()
  yield* credentials.confirmTotp({ code: yield* codeOf(secret) })
  return secret
})

/** Adds a passkey. */
export const addPasskey = Effect.gen(function* () {
  const credentials = yield* Credentials
  return yield* credentials.addPasskey(signed(yield* credentials.passkeyOptions()), { label: "Laptop" })
})

/** The administrator signs in with the password. */
export const signsIn = Effect.flatMap(SignIn, (service) =>
  asSystem(service.password({ email: "admin@example.com", password }, client))
)

/** Makes the guest an administrator of the organization, and not of the server. */
export const promotes = ({ made: { guest, organization } }: World) =>
  Effect.flatMap(Members, (members) => asSystem(members.update(organization, guest, { role: "admin" })))

/** Another administrator claims the domain of everybody's addresses for the organization. */
export const claimsDomain = (world: World) =>
  Effect.flatMap(Organizations, (organizations) =>
    Effect.zipRight(
      promotes(world),
      as(world.made.guest)(organizations.update(world.made.organization, { emailDomains: ["example.com"] }))
    )
  )

/** Verifies the domain of Nora's address for the organization. */
export const verifiesDomain = ({ made: { organization } }: World) =>
  Effect.flatMap(Organizations, (organizations) =>
    asSystem(organizations.update(organization, { emailDomains: [domain] }))
  )

/** Makes another organization of the administrator. */
export const makeOther = Effect.flatMap(Organizations, (organizations) => organizations.create({ title: "Other" }))

/** Publishes the site. */
export const publishes = ({ made: { organization, site } }: World) =>
  Effect.flatMap(Sites, (sites) => sites.publish(organization, site))
