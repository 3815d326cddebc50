/**
 * The accounts of the server, which users sign in to. Its administrators invite, disable and reset people.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { serverLock, userLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Actor, type Asked } from "../access/Actor.js"
import { IdentityRepository } from "../identities/IdentityRepository.js"
import { makeLinkWrites } from "../one-time-links/LinkWrites.js"
import type { CreatedLink, LinkPurpose } from "../one-time-links/OneTimeLink.js"
import { OneTimeLinkRepository } from "../one-time-links/OneTimeLinkRepository.js"
import { kindsOf } from "../sessions/CredentialStrength.js"
import { SessionRepository } from "../sessions/SessionRepository.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import { addressOf, kindOf, UserId, type UserRecord } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { requireSystem } from "../users/Users.js"
import { type Account, type AccountRecord, InviteAccount, UpdateAccount } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { makeErase } from "./Erasing.js"

/** An account and the link for its person, which is present only if no mail can be sent. */
export interface AccountWithLink {
  readonly account: Account
  readonly link?: CreatedLink
}

/**
 * The service of accounts, for the administrators of the server who signed in and for the embedding program. Every
 * change needs a fresh proof of identity.
 */
export interface AccountsService {
  /** All people, oldest first, with the state of their accounts. */
  readonly list: (query: ListQuery) => Asked<List<Account>>
  readonly get: (user: UserId) => Asked<Account>
  /** Creates a user, and mails a link to set credentials. `Conflict` if the e-mail address is taken. */
  readonly invite: (input: InviteAccount) => Asked<AccountWithLink>
  /** Disables or enables an account, or makes it an administrator's. `Conflict` for the last administrator. */
  readonly update: (user: UserId, input: UpdateAccount) => Asked<Account>
  /**
   * Removes all credentials and the connection to the server's provider, ends all sessions, and mails a link to set new
   * credentials.
   */
  readonly reset: (user: UserId) => Asked<AccountWithLink>
  /**
   * Erases a person: credentials, sessions, tokens, memberships, name and e-mail address are deleted, and the address
   * can be used again. Content that the person wrote stays, attributed to a deleted user. People may erase themselves;
   * erasing others needs an administrator of the server. `Conflict` for the last administrator of the server or of an
   * organization.
   */
  readonly erase: (user: UserId) => Asked<void>
  /**
   * Creates a link to set a password, and an account if the user has none; existing credentials stay. Only for the
   * embedding program; `Conflict` if the account is disabled.
   */
  readonly createLink: (user: UserId, as: { readonly administrator: boolean }) => Asked<CreatedLink>
}

/** The service of accounts. */
export class Accounts extends Context.Tag("@lectern/core/Accounts")<Accounts, AccountsService>() {}

const parseInvite = parser(InviteAccount)
const parseUpdate = parser(UpdateAccount)
const parseQuery = parser(ListQuery)
const lastAdministrator = new Conflict({ message: "the server needs an administrator: make somebody else one first" })
const knownElsewhere = new Conflict({
  message: "the person is known to one organization only, and signs in through its provider"
})
const isDisabled = new Conflict({ message: "the account is disabled: enable it first" })

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const users = yield* UserRepository
  const accounts = yield* AccountRepository
  const sessions = yield* SessionRepository
  const identities = yield* IdentityRepository
  const links = yield* OneTimeLinkRepository
  const ids = yield* Ids
  const { deliver, renew } = yield* makeLinkWrites
  const erase = yield* makeErase

  const {
    requireFreshProof,
    requireFreshServerAdministrator: requireWriter,
    requireServerAdministrator: requireReader
  } = yield* makeSignedIn

  const answer = Effect.fnUntraced(function* (user: UserRecord) {
    const { displayName, id } = user
    const email = addressOf(user)
    const account = (yield* accounts.find(id))?.value
    return {
      object: "account",
      user: id,
      displayName,
      ...(email !== undefined && { email }),
      state: account?.state ?? "none",
      administrator: account?.administrator ?? false,
      credentials: kindsOf(account, yield* accounts.passkeysOf(id))
    } satisfies Account
  })

  const find = Effect.fnUntraced(function* (id: UserId) {
    const user = (yield* users.find(id))?.value
    if (user === undefined || kindOf(user) !== "person") return yield* notFound("user")
    return { user, account: yield* accounts.find(id) }
  })

  /** A user who can have credentials on this server. */
  const findOwn = (id: UserId) =>
    Effect.tap(find(id), ({ user }) => (addressOf(user) === undefined ? Effect.fail(knownElsewhere) : Effect.void))

  /** Replaces an account; at least one administrator must remain able to sign in. */
  const put = Effect.fnUntraced(function* (read: Stored<AccountRecord> | undefined, account: AccountRecord) {
    yield* accounts.put(read, account)
    const was = read?.value.administrator === true && read.value.state === "active"
    if (was && (yield* accounts.countAdministrators) === 0) return yield* lastAdministrator
  })

  const fresh = (user: UserId) =>
    Effect.map(now, (createdAt): AccountRecord => ({ user, state: "invited", administrator: false, createdAt }))

  const withLink = Effect.fnUntraced(function* (user: UserRecord, purpose: LinkPurpose, created: CreatedLink) {
    const link = yield* deliver(user, purpose, created)
    return { account: yield* answer(user), ...(link !== undefined && { link }) } satisfies AccountWithLink
  })

  const service: AccountsService = {
    list: Effect.fnUntraced(function* (query) {
      yield* requireReader
      return yield* pageOf({
        binding: "accounts",
        query: yield* parseQuery(query),
        count: users.countPeople,
        scan: (after, limit) => users.people({ limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => answer(value)
      })
    }),
    get: Effect.fnUntraced(function* (id) {
      yield* requireReader
      return yield* answer((yield* find(id)).user)
    }),
    invite: Effect.fnUntraced(function* (input) {
      yield* requireWriter
      const { administrator = false, displayName, email } = yield* parseInvite(input)
      const user: UserRecord = { id: UserId.make(yield* ids.next), displayName, email, createdAt: yield* now }
      const created = yield* storage
        .transaction(
          Effect.gen(function* () {
            yield* requireWriter
            yield* users.insert(user)
            yield* accounts.put(undefined, { ...(yield* fresh(user.id)), administrator })
            return yield* renew(user, "invitation")
          }),
          [userLock(user.id)]
        )
        .pipe(
          Effect.catchTag(
            "Duplicate",
            () => new Conflict({ message: "a user with this e-mail address exists already" })
          )
        )
      return yield* withLink(user, "invitation", created)
    }),
    update: Effect.fnUntraced(function* (id, input) {
      yield* requireWriter
      const { administrator, disabled } = yield* parseUpdate(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireWriter
          const { account: read, user } = yield* find(id)
          const account = read?.value ?? (yield* fresh(id))
          const enabled = account.password === undefined ? "invited" : "active"
          const state = disabled === undefined ? account.state : disabled ? "disabled" : enabled
          yield* put(read, { ...account, state, administrator: administrator ?? account.administrator })
          if (disabled === true) yield* Effect.zipRight(sessions.removeAll(id), links.removeAll(id))
          return yield* answer(user)
        }),
        [serverLock, userLock(id)]
      )
    }),
    reset: Effect.fnUntraced(function* (id) {
      yield* requireWriter
      const { created, user } = yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireWriter
          const { account: read, user } = yield* findOwn(id)
          const { password: _, totp: __, proposedTotp: ___, ...account } = read?.value ?? (yield* fresh(id))
          if (account.state === "disabled") return yield* isDisabled
          yield* put(read, { ...account, state: "invited" })
          yield* accounts.removePasskeys(id)
          yield* identities.removeOfUser(id, "")
          yield* sessions.removeAll(id)
          return { user, created: yield* renew(user, "set-up") }
        }),
        [userLock(id)]
      )
      return yield* withLink(user, "set-up", created)
    }),
    erase: Effect.fnUntraced(function* (id) {
      const actor = yield* Actor
      const permission = actor.kind === "user" && actor.user === id ? requireFreshProof : requireWriter
      yield* permission
      // Locks everything, because it removes the user's data in all organizations.
      yield* storage.transaction(Effect.zipRight(permission, erase(id)))
    }),
    createLink: Effect.fnUntraced(function* (id, { administrator }) {
      yield* requireSystem
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { account: read, user } = yield* findOwn(id)
          if (read?.value.state === "disabled") return yield* isDisabled
          const account = read?.value ?? (yield* fresh(id))
          yield* accounts.put(read, { ...account, administrator: administrator || account.administrator })
          return yield* renew(user, "set-up")
        }),
        [userLock(id)]
      )
    })
  }
  return service
})

/** {@link Accounts} over the repositories of the context. */
export const service = serviceOf(Accounts, make)
