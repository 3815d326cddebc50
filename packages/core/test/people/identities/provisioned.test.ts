/**
 * Who may sign in by the assertion of a provider whose organization has a directory: the people whom the directory
 * knows.
 */
import { describe, expect, it } from "@effect/vitest"
import type { ProviderAssertion } from "@lectern/core/identities/Identity"
import { refusalOf } from "@lectern/core/identities/Refusals"
import { Members } from "@lectern/core/members/Members"
import { Scim } from "@lectern/core/scim/Scim"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { UserId } from "@lectern/core/users/User"
import { Effect } from "effect"
import { everyStorage } from "../../storages.js"
import { asSystem, failure, outcome } from "../../workspace.js"
import { admit, by, live, said, verified, type World, world } from "./world.js"

/** Evil has only its own verified domain, and a directory that says whatever Eve wants. */
const provision = ({ evil }: World, body: object) =>
  Effect.flatMap(Scim, (scim) =>
    Effect.map(asSystem(scim.createUser(evil.id, { displayName: "Given", ...body })), ({ id }) => UserId.make(id))
  )

/** The assertion of a provider about a person by the subject alone. */
const subjectOnly = (kind: "saml" | "oidc", subject: string) => ({ kind, subject, email: undefined })

const word = ({ evil }: World, more: Partial<Record<keyof ProviderAssertion, unknown>>): ProviderAssertion => {
  const entries = Object.entries({ ...said(evil.id, "zoe@elsewhere.org"), ...more })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ProviderAssertion
}

/** How a directory names a person, how the provider does, and whether that is the same person. */
const names: ReadonlyArray<readonly [string, object, Partial<ProviderAssertion> | object, "found" | string]> = [
  ["an address as user name", { userName: "Zoe@elsewhere.org" }, {}, "found"],
  [
    "an address that SAML gives",
    { userName: "zoe@elsewhere.org" },
    { kind: "saml", emailVerified: undefined },
    "found"
  ],
  ["an external id", { userName: "zoe", externalId: "00u1" }, subjectOnly("oidc", "00u1"), "found"],
  ["an external id beside an address of nobody", { userName: "zoe", externalId: "00u1" }, { subject: "00u1" }, "found"],
  ["a user name that SAML gives", { userName: "ZOE" }, subjectOnly("saml", "zoe"), "found"],
  ["a user name that is the subject of OpenID", { userName: "zoe" }, subjectOnly("oidc", "zoe"), "noEmail"],
  ["an address not verified", { userName: "zoe@elsewhere.org" }, { emailVerified: false }, "unverifiedEmail"],
  ["another address", { userName: "zac@elsewhere.org" }, {}, "unverifiedDomain"],
  ["an external id in other letters", { userName: "zoe", externalId: "00U1" }, subjectOnly("oidc", "00u1"), "noEmail"]
]

describe.each(everyStorage)("a directory and a provider over $name", (storage) => {
  it.effect.each(names)("mean the same person or nobody: %s", ([, body, more, expected]) =>
    Effect.gen(function* () {
      const made = yield* world
      const user = yield* provision(made, body)
      const found = yield* Effect.either(admit(word(made, more)))
      expect(found._tag === "Right" ? found.right.user === user && "found" : refusalOf(found.left)).toBe(expected)
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("give a session of the member who was provisioned, for ever", () =>
    Effect.gen(function* () {
      const made = yield* world
      const { evil } = made
      yield* provision(made, { userName: "zoe@elsewhere.org" })
      const { secret, user } = yield* admit(word(made, {}))
      expect(yield* outcome(by(secret)((yield* Spaces).list(evil.id, {})))).toBe("ok")
      yield* asSystem((yield* Scim).replaceUser(evil.id, user, { userName: "renamed" }))
      expect((yield* admit(word(made, { email: "zoe@other.org" }))).user).toBe(user)
      yield* asSystem((yield* Scim).replaceUser(evil.id, user, { userName: "renamed", active: false }))
      expect(refusalOf(yield* failure(admit(word(made, {}))))).toBe("memberDisabled")
      yield* asSystem((yield* Scim).removeUser(evil.id, user))
      expect(refusalOf(yield* failure(admit(word(made, {}))))).toBe("unverifiedDomain")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("give nobody who is already somebody else of the provider, or who may be two", () =>
    Effect.gen(function* () {
      const made = yield* world
      yield* provision(made, { userName: "zoe@elsewhere.org" })
      yield* admit(word(made, {}))
      expect(refusalOf(yield* failure(admit(word(made, { subject: "mallory" }))))).toBe("otherIdentity")
      yield* provision(made, { userName: "yan@elsewhere.org" })
      yield* provision(made, { userName: "yve", externalId: "yan" })
      expect(refusalOf(yield* failure(admit(word(made, { subject: "yan", email: "yan@elsewhere.org" }))))).toBe(
        "otherIdentity"
      )
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("never give an account that is not the organization's, whatever the directory calls it", () =>
    Effect.gen(function* () {
      const made = yield* world
      const { ada, bob, evil, root } = made
      const members = yield* Members
      const scim = yield* Scim
      for (const user of [ada, bob, root]) {
        yield* asSystem(members.add(evil.id, user, "read"))
        yield* asSystem(members.setSso(evil.id, user))
        yield* asSystem(scim.replaceUser(evil.id, user, { userName: `${user}@elsewhere.org`, externalId: user }))
        const tries = [
          word(made, { subject: user, email: `${user}@elsewhere.org` }),
          word(made, { ...subjectOnly("saml", user) }),
          word(made, { ...subjectOnly("saml", `${user}@elsewhere.org`) })
        ]
        expect(yield* Effect.forEach(tries, (each) => Effect.map(failure(admit(each)), refusalOf))).toEqual([
          "unverifiedDomain",
          "noEmail",
          "noEmail"
        ])
      }
      yield* verified(evil.id, "acme.com")
      expect((yield* admit(word(made, { subject: ada }))).user).toBe(ada)
    }).pipe(Effect.provide(live(storage)))
  )
})
