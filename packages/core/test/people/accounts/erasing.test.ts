import { describe, expect, it } from "@effect/vitest"
import type { ActorValue } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { PasswordHashing } from "@lectern/core/accounts/PasswordHashing"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Comments } from "@lectern/core/comments/Comments"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { repositories } from "@lectern/core/engine/Repositories"
import { secretHash } from "@lectern/core/foundation/ids/SecretHash"
import { Integrity } from "@lectern/core/integrity/Integrity"
import { Invites } from "@lectern/core/invites/Invites"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { AccountRepository, service as accountRepository } from "@lectern/core/people/accounts/AccountRepository"
import {
  AttemptRepository,
  attemptNames,
  service as attemptRepository
} from "@lectern/core/people/sign-in/AttemptRepository"
import { Scim } from "@lectern/core/scim/Scim"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { Teams } from "@lectern/core/teams/Teams"
import { Users } from "@lectern/core/users/Users"
import { Effect, Layer, Redacted } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, person, workspace } from "../../workspace.js"

const name = "Wilhelmina Quux"
const email = "wilhelmina.quux@example.com"
const password = "correct horse battery staple"
const client = { address: "203.0.113.7", device: "Firefox on Linux" }

/** Quick, and as good as any where nobody attacks. */
const passwords = Layer.succeed(PasswordHashing, {
  hash: (text) => Effect.succeed(secretHash(text)),
  verify: (hash, text) => Effect.succeed(hash === secretHash(text))
})

/** Every row of every table with content. */
const rowsSaying = (words: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const found: Array<string> = []
    for (const table of repositories.flatMap(({ tables }) => tables)) {
      for (const row of yield* storage.scan(table, {})) {
        const text = JSON.stringify(row).toLowerCase()
        if (words.some((word) => text.includes(word))) found.push(`${table.name}: ${text}`)
      }
    }
    return found
  })

/** A person who has one of everything that names a person, in an organization with another administrator. */
const somebody = Effect.gen(function* () {
  const { id: o, admin } = yield* organization()
  const { id: elsewhere } = yield* as(admin)((yield* Organizations).create({ title: "Elsewhere" }))
  const { id: user } = yield* asSystem((yield* Users).create({ displayName: name, email }))
  yield* asSystem((yield* Members).add(o, user, "admin"))
  yield* as(admin)((yield* Invites).inviteUsers(elsewhere, { emails: [email] }))
  const signIn = yield* SignIn
  const { url } = yield* asSystem((yield* Accounts).createLink(user, { administrator: false }))
  const session = yield* asSystem(
    signIn.redeem(Redacted.make(url.slice(url.lastIndexOf("/") + 1)), { password }, client)
  )
  yield* asSystem((yield* Accounts).createLink(user, { administrator: false }))
  yield* outcome(asSystem(signIn.password({ email, password: "wrong" }, client)))
  const { token } = yield* as(user)((yield* ApiTokens).create(user, { label: `${name}'s laptop` }))
  const { id: team } = yield* as(admin)((yield* Teams).create(o, { title: "Writers", members: [user] }))
  const { id: space } = yield* as(user)((yield* Spaces).create(o, {}))
  yield* as(admin)((yield* ContentGrants).invite({ space }, { role: "edit", users: [user] }))
  yield* as(user)((yield* ContentEdits).apply(space, { changes: [{ operation: "insert_page", title: "Guide" }] }))
  const { id: comment } = yield* as(user)((yield* Comments).post({ space }, { body: { markdown: "Why?" } }))
  yield* as(user)((yield* ChangeRequests).create(space, {}))
  yield* asSystem((yield* Scim).patchUser(o, user, { Operations: [{ op: "add", path: "title", value: name }] }))
  return { admin, comment, o, session, space, team, token, user }
})

describe.each(everyStorage)("erasing a person, over $name", (storage) => {
  const repositories = Layer.merge(accountRepository.layer, attemptRepository.layer)
  const live = Layer.provideMerge(repositories, workspace(storage, { passwords }))

  it.effect("leaves nothing in any table that says who it was", () =>
    Effect.gen(function* () {
      const { admin, comment, o, space, team, token, user } = yield* somebody
      const attempts = secretHash(email)
      const words = ["wilhelmina", "quux", attempts]
      expect((yield* rowsSaying(words)).length).toBeGreaterThan(2)
      expect((yield* rowsSaying([attempts])).length).toBeGreaterThan(0)
      yield* asSystem((yield* Accounts).erase(user))
      expect(yield* rowsSaying(words)).toEqual([])
      expect(yield* outcome((yield* ApiTokens).authenticate(Redacted.make(token)))).toBe("Unauthenticated")
      const again = asSystem((yield* SignIn).password({ email, password }, client))
      expect(yield* outcome(again)).not.toBe("ok")
      expect((yield* as(admin)((yield* Teams).members(o, team, {}))).count).toBe(0)
      expect((yield* as(admin)((yield* Members).list(o, {}))).items.map(({ id }) => id)).toEqual([admin])
      const { postedBy } = yield* as(admin)((yield* Comments).get({ space }, comment))
      expect(postedBy).toMatchObject({ id: user, displayName: "Deleted user" })
      expect(postedBy).not.toHaveProperty("email")
      expect((yield* asSystem((yield* Accounts).list({}))).items.map(({ user: id }) => id)).not.toContain(user)
      expect((yield* asSystem((yield* Integrity).check())).findings).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("forgets what failed on their account by any means, and on nobody else's", () =>
    Effect.gen(function* () {
      const attempts = yield* AttemptRepository
      const { admin, user } = yield* somebody
      const namesOf = (of: typeof user, address: string) =>
        [address, attemptNames.code(of), attemptNames.passkey(of)].map(secretHash)
      const [theirs, others] = [namesOf(user, email), namesOf(admin, "somebody.else@example.com")]
      const from = "198.51.100.1"
      yield* (yield* Storage).transaction(
        Effect.forEach([...theirs, ...others], (account) =>
          attempts.put(undefined, { account, address: from, failures: 1, notBefore: 0, forgottenAt: 1 })
        )
      )
      yield* asSystem((yield* Accounts).erase(user))
      const left = yield* Effect.filter([...theirs, ...others], (account) =>
        Effect.map(attempts.find(account, from), (found) => found !== undefined)
      )
      expect(left).toEqual(others)
    }).pipe(Effect.provide(live))
  )

  it.effect("frees the e-mail address, and is done once", () =>
    Effect.gen(function* () {
      const { o, user } = yield* somebody
      const accounts = yield* Accounts
      yield* asSystem(accounts.erase(user))
      const other = yield* asSystem((yield* Users).create({ displayName: "Another", email }))
      expect(other.id).not.toBe(user)
      const refused = [
        accounts.erase(user),
        accounts.createLink(user, { administrator: true }),
        accounts.update(user, { disabled: false }),
        (yield* Members).add(o, user, "admin"),
        (yield* ApiTokens).create(user, { label: "x" })
      ]
      expect(yield* Effect.forEach(refused, (each) => outcome(asSystem(each)))).toEqual(refused.map(() => "NotFound"))
    }).pipe(Effect.provide(live))
  )

  it.effect("waits for another administrator of the server and of every organization", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { id, admin } = yield* organization()
      const erase = asSystem(accounts.erase(admin))
      expect((yield* failure(erase)).message).toBe(
        "the person is the only administrator of an organization: make somebody else one there first"
      )
      const second = yield* member(id, "Second", "admin")
      yield* asSystem((yield* Members).update(id, second, { disabled: true }))
      yield* as(admin)((yield* ServiceTokens).create(id, { label: "Robot", scopes: ["admin"] }))
      expect(yield* outcome(erase)).toBe("Conflict")
      yield* asSystem((yield* Members).update(id, second, { disabled: false }))
      const repository = yield* AccountRepository
      const createdAt = "2026-01-01T00:00:00.000Z"
      const put = (user: typeof admin) =>
        repository.put(undefined, { user, state: "active", administrator: true, createdAt })
      yield* (yield* Storage).transaction(put(admin))
      expect((yield* failure(erase)).message).toBe("the server needs an administrator: make somebody else one first")
      yield* (yield* Storage).transaction(put(yield* person("Third")))
      expect(yield* outcome(erase)).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("is for administrators of the server, and for oneself after a fresh proof", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { session, user } = yield* somebody
      const signedIn = yield* (yield* Sessions).authenticate(session.secret)
      const stranger = yield* person("Stranger")
      expect(yield* outcome(as(stranger)(accounts.erase(user)))).toBe("Forbidden")
      if (signedIn.kind !== "user" || signedIn.session === undefined) throw new Error("no session")
      const { session: proof } = signedIn
      const proven = (freshUntil: number): ActorValue => ({ ...signedIn, session: { ...proof, freshUntil } })
      expect(yield* outcome(as(proven(-1))(accounts.erase(user)))).toBe("Forbidden")
      expect(yield* outcome(as(user)(accounts.erase(user)))).toBe("Forbidden")
      expect(yield* outcome(as(proven(1))(accounts.erase(user)))).toBe("ok")
    }).pipe(Effect.provide(live))
  )
})
