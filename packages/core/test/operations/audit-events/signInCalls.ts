/** The calls on people, their accounts and their sign-in that need other arguments, another caller or some preparation. */
import { system } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Users } from "@lectern/core/users/Users"
import { Effect, Redacted } from "effect"
import { Secret, TOTP } from "otpauth"
import { signed } from "./ports.js"
import { as, type Calls, calling, client, type Program, password, secretOf, type World } from "./world.js"

const day = 86_400_000

/** The code of an authenticator app with a secret, so many steps of time from now. */
const codeOf = (secret: string, steps = 0) =>
  Effect.map(
    Effect.clockWith((clock) => clock.currentTimeMillis),
    (now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })
  )

const addTotp = Effect.gen(function* () {
  const credentials = yield* Credentials
  const { secret } = yield* credentials.proposeTotp()
  yield* credentials.confirmTotp({ code: yield* codeOf(secret) })
  return secret
})

const addPasskey = Effect.gen(function* () {
  const credentials = yield* Credentials
  return yield* credentials.addPasskey(signed(yield* credentials.passkeyOptions()), { label: "Laptop" })
})

/** Every such call. */
export const signInCalls = (world: World): Calls => {
  const { admin, guest, signedIn, stranger } = world
  const asSystem = as(system)
  const asPerson = as(admin)
  const args = (service: string, member: string, ...given: ReadonlyArray<unknown>) =>
    [`${service}.${member}`, calling(service, member, given)] as const
  const gen = (name: string, program: Program) => [name, program] as const

  const email = Effect.map(
    Effect.flatMap(Users, (users) => asSystem(users.get(admin as never))),
    (found) => found.email ?? ""
  )
  const signIn = Effect.flatMap(email, (address) =>
    Effect.flatMap(SignIn, (service) => asSystem(service.password({ email: address, password }, client)))
  )

  return [
    gen("users.create", () =>
      Effect.flatMap(Users, (users) => asSystem(users.create({ displayName: "New", email: "new@example.com" })))
    ),
    gen("users.findByEmail", () => Effect.flatMap(Users, (users) => asSystem(users.findByEmail("new@example.com")))),
    args("accounts", "update", guest, { administrator: true }),
    args("accounts", "reset", guest),
    args("accounts", "erase", stranger),
    gen("accounts.createLink", () =>
      Effect.flatMap(Accounts, (accounts) => asSystem(accounts.createLink(guest as never, { administrator: false })))
    ),
    gen("credentials.setPassword", () =>
      Effect.flatMap(Credentials, (credentials) => credentials.setPassword({ password: `${password} too` }))
    ),
    gen("credentials.confirmTotp", (begin) =>
      Effect.gen(function* () {
        const credentials = yield* Credentials
        const { secret } = yield* credentials.proposeTotp()
        yield* begin
        yield* credentials.confirmTotp({ code: yield* codeOf(secret) })
      })
    ),
    gen("credentials.removeTotp", (begin) =>
      Effect.gen(function* () {
        yield* addTotp
        yield* begin
        yield* (yield* Credentials).removeTotp()
      })
    ),
    gen("credentials.addPasskey", () => addPasskey),
    gen("credentials.removePasskey", (begin) =>
      Effect.gen(function* () {
        const { id } = yield* addPasskey
        yield* begin
        yield* (yield* Credentials).removePasskey(id)
      })
    ),
    gen("sessions.authenticate", () => Effect.flatMap(Sessions, (sessions) => sessions.authenticate(signedIn.secret))),
    gen("sessions.signOut", () => Effect.flatMap(Sessions, (sessions) => sessions.signOut(signedIn.secret))),
    gen("sessions.revoke", (begin) =>
      Effect.gen(function* () {
        yield* signIn
        const sessions = yield* Sessions
        const others = (yield* sessions.list()).filter(({ current }) => !current)
        yield* begin
        yield* sessions.revoke(others[0]?.id as never)
      })
    ),
    gen("sessions.revokeOthers", (begin) =>
      Effect.gen(function* () {
        yield* signIn
        yield* begin
        yield* (yield* Sessions).revokeOthers()
      })
    ),
    gen("signIn.password", () => signIn),
    gen("signIn.passkeyOptions", () => Effect.flatMap(SignIn, (service) => asSystem(service.passkeyOptions()))),
    gen("signIn.passkey", (begin) =>
      Effect.gen(function* () {
        yield* addPasskey
        yield* begin
        const service = yield* SignIn
        const options = yield* asSystem(service.passkeyOptions())
        yield* asSystem(service.passkey(signed(options), client))
      })
    ),
    gen("signIn.means", () => Effect.flatMap(SignIn, (service) => asSystem(service.means(signedIn.secret)))),
    gen("signIn.code", (begin) =>
      Effect.gen(function* () {
        const secret = yield* addTotp
        const waiting = yield* signIn
        yield* begin
        const service = yield* SignIn
        yield* asSystem(service.code(waiting.secret, { code: yield* codeOf(secret, 1) }, client))
      })
    ),
    gen("signIn.confirmPassword", () =>
      Effect.flatMap(SignIn, (service) => asSystem(service.confirmPassword(signedIn.secret, { password }, client)))
    ),
    gen("signIn.link", (begin) =>
      Effect.gen(function* () {
        const link = yield* asSystem((yield* Accounts).createLink(stranger as never, { administrator: false }))
        yield* begin
        yield* asSystem((yield* SignIn).link(secretOf(link)))
      })
    ),
    gen("signIn.redeem", (begin) =>
      Effect.gen(function* () {
        const link = yield* asSystem((yield* Accounts).createLink(guest as never, { administrator: false }))
        yield* begin
        yield* asSystem((yield* SignIn).redeem(secretOf(link), { password }, client))
      })
    ),
    gen("signIn.requestReset", () =>
      Effect.gen(function* () {
        const before = yield* asSystem((yield* AuditEvents).after(0, 1000))
        yield* asSystem((yield* SignIn).requestReset({ email: yield* email }))
        const after = yield* AuditEvents
        const more = Effect.map(asSystem(after.after(0, 1000)), (found) => found.length > before.length)
        yield* Effect.repeat(Effect.zipLeft(more, Effect.yieldNow()), { until: (found) => found })
      })
    ),
    gen("signIn.clean", (begin) =>
      Effect.gen(function* () {
        yield* begin
        yield* world.later(60 * day)
        yield* asSystem((yield* SignIn).clean())
      })
    ),
    gen("apiTokens.createFixed", () =>
      Effect.flatMap(ApiTokens, (tokens) =>
        asSystem(tokens.createFixed(admin as never, "second", "lct_0123456789abcdef"))
      )
    ),
    gen("apiTokens.authenticate", (begin) =>
      Effect.gen(function* () {
        const tokens = yield* ApiTokens
        const made = yield* asPerson(tokens.create(admin as never, { label: "used" }))
        yield* begin
        yield* tokens.authenticate(Redacted.make(made.token))
      })
    ),
    gen("apiTokens.recordUses", (begin) =>
      Effect.gen(function* () {
        const tokens = yield* ApiTokens
        const made = yield* asPerson(tokens.create(admin as never, { label: "used" }))
        yield* tokens.authenticate(Redacted.make(made.token))
        yield* begin
        yield* asSystem(tokens.recordUses)
      })
    )
  ]
}
