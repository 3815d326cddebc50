/** An engine whose organization has a SAML provider. */
import { randomUUID } from "node:crypto"
import { user } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import { refusalOf } from "@lectern/core/identities/Refusals"
import * as Lectern from "@lectern/core/Lectern"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Saml } from "@lectern/core/saml/Saml"
import type { SamlParty } from "@lectern/core/saml/SamlProtocol"
import type { CreateSamlProvider } from "@lectern/core/saml/SamlProvider"
import { samlRefusalOf } from "@lectern/core/saml/SamlRefusals"
import { SamlSignIn } from "@lectern/core/saml/SamlSignIn"
import * as Keyring from "@lectern/core/secrets/Keyring"
import { Users } from "@lectern/core/users/Users"
import * as NodeSaml from "@lectern/node/saml/NodeSaml"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import { Effect, Either, Layer } from "effect"
import { as, asSystem, laptop, origin } from "../sign-in/workspace.js"
import { providerID } from "./identityProvider.js"
import { providerKey } from "./keys.js"

/** All services over a storage. */
export const engine = (storage: Lectern.StorageLayer, saml: NodeSaml.SamlOptions = {}) =>
  Layer.merge(
    Lectern.layer(storage, {
      baseUrl: origin,
      passwords: Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
      saml: NodeSaml.layer(saml)
    }).pipe(Layer.provide(Layer.sync(Keyring.Keyring, Keyring.random))),
    storage
  )

/** The settings of a provider that is complete. */
export const settings: CreateSamlProvider = {
  label: "Okta",
  entityID: providerID,
  ssoURL: "https://idp.example/sso",
  sloURL: "https://idp.example/slo",
  certificate: providerKey.certificate
}

/** An organization with a verified domain, an administrator and a provider. */
export const makeWorld = (input: Partial<CreateSamlProvider> = {}) =>
  Effect.gen(function* () {
    const email = `${randomUUID()}@other.example`
    const { id: admin } = yield* asSystem((yield* Users).create({ displayName: "Admin", email }))
    const administrator = user(admin)
    const organizations = yield* Organizations
    const { id: organization } = yield* asSystem(organizations.createFor(admin, { title: "Docs" }))
    yield* asSystem(organizations.update(organization, { emailDomains: ["example.com"] }))
    const provider = yield* as(administrator)((yield* Saml).create(organization, { ...settings, ...input }))
    const { acsURL, entityID } = provider.service
    const party: SamlParty = { acsURL, entityID, logoutURL: `${entityID}/logout` }
    const signIn = yield* SamlSignIn
    return {
      organization,
      administrator,
      provider,
      party,
      start: asSystem(signIn.start(organization, provider.id, "")),
      finish: (response: string, request?: string) =>
        asSystem(signIn.finish(organization, provider.id, { response, request }, laptop))
    }
  })

/** The end of a call: the name of the refusal, the tag of another failure, or `ok`. */
export const ending = <A, R>(effect: Effect.Effect<A, LecternError, R>): Effect.Effect<string, never, R> =>
  Effect.map(
    Effect.either(effect),
    Either.match({
      onLeft: (failure) => samlRefusalOf(failure) ?? refusalOf(failure) ?? failure._tag,
      onRight: () => "ok"
    })
  )
