/** The calls that need other arguments, another caller or some preparation to do what they are for. */
import { system } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { Collections } from "@lectern/core/collections/Collections"
import { Comments } from "@lectern/core/comments/Comments"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Invites } from "@lectern/core/invites/Invites"
import { UserInvites } from "@lectern/core/invites/UserInvites"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { SitePublishing } from "@lectern/core/sites/SitePublishing"
import { Sites } from "@lectern/core/sites/Sites"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import { Effect, Redacted } from "effect"
import { Secret, TOTP } from "otpauth"
import { as, calling, client, type Program, password, secretOf, signed, type World } from "./world.js"

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

/** Every such call, by service and member. */
export const specialCalls = (world: World): Readonly<Record<string, Program>> => {
  const { admin, calls, guest, signedIn, stranger } = world
  const asSystem = as(system)
  const asAdmin = as(signedIn.actor)
  const asPerson = as(admin)
  /** An administrator of the organization, and not of the server. */
  const promoted = Effect.flatMap(Members, (members) => asSystem(members.update(o, guest as never, { role: "admin" })))
  const argsOf = (service: string, member: string) => calls[service]?.[member]?.args ?? []
  const [o, site] = argsOf("sites", "get") as [never, never]
  const [space] = argsOf("spaces", "get") as [never]
  const [shelf] = argsOf("collections", "get") as [never]
  const [, team] = argsOf("teams", "get") as [never, never]
  const [, token] = argsOf("apiTokens", "revoke") as [never, never]
  const at = { space }
  const folder = { pages: [], files: [], reusableContents: [], variables: {}, redirects: {} }
  const grant = { role: "read" } as const
  /** The arguments of the table but for the last ones. */
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
  const other = Effect.flatMap(Organizations, (organizations) => asAdmin(organizations.create({ title: "Other" })))
  const granted = Effect.flatMap(ContentGrants, (grants) =>
    asAdmin(grants.invite(at, { ...grant, users: [guest as never], teams: [team] }))
  )
  const invited = Effect.gen(function* () {
    const address = (yield* asSystem((yield* Users).get(stranger as never))).email ?? ""
    yield* promoted
    yield* as(guest)((yield* Invites).inviteUsers(o, { emails: [address], role: "read" }))
    const { items } = yield* as(stranger)((yield* UserInvites).list({}))
    return items[0]?.id as never
  })
  const domain = Effect.flatMap(Organizations, (organizations) =>
    Effect.zipRight(promoted, as(guest)(organizations.update(o, { emailDomains: ["example.com"] })))
  )

  return Object.fromEntries([
    gen("users.create", () =>
      Effect.flatMap(Users, (users) => asSystem(users.create({ displayName: "New", email: "new@example.com" })))
    ),
    gen("users.findByEmail", () => Effect.flatMap(Users, (users) => asSystem(users.findByEmail("new@example.com")))),
    args("accounts", "update", guest, { administrator: true }),
    args("accounts", "reset", guest),
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
    ),
    gen("organizations.createFor", () =>
      Effect.flatMap(Organizations, (organizations) =>
        asSystem(organizations.createFor(stranger as never, { title: "Theirs" }))
      )
    ),
    gen("emailDomains.verify", (begin) =>
      Effect.gen(function* () {
        yield* domain
        yield* begin
        yield* calling("emailDomains", "verify", [o, "example.com"])(begin)
      })
    ),
    args("serviceTokens", "update", o, argsOf("serviceTokens", "update")[1], { label: "other", scopes: ["write"] }),
    args("members", "update", o, guest, { role: "read" }),
    args("members", "setSso", o, guest),
    args("members", "remove", o, guest),
    args("teams", "updateMembers", o, team, { add: [guest] }),
    args("teams", "setMember", o, team, guest, {}),
    args("contentGrants", "invite", at, { ...grant, users: [guest] }),
    gen("contentGrants.updateUser", (begin) =>
      Effect.zipRight(
        Effect.zipRight(granted, begin),
        calling("contentGrants", "updateUser", [at, guest, { role: "edit" }])(begin)
      )
    ),
    gen("contentGrants.updateTeam", (begin) =>
      Effect.zipRight(
        Effect.zipRight(granted, begin),
        calling("contentGrants", "updateTeam", [at, team, { role: "edit" }])(begin)
      )
    ),
    gen("contentGrants.removeUser", (begin) =>
      Effect.zipRight(Effect.zipRight(granted, begin), calling("contentGrants", "removeUser", [at, guest])(begin))
    ),
    gen("contentGrants.removeTeam", (begin) =>
      Effect.zipRight(Effect.zipRight(granted, begin), calling("contentGrants", "removeTeam", [at, team])(begin))
    ),
    gen("collections.move", (begin) =>
      Effect.gen(function* () {
        const parent = (yield* (yield* Collections).create(o, {})).id
        yield* begin
        yield* (yield* Collections).move(shelf, { parent })
      })
    ),
    gen("collections.transfer", (begin) =>
      Effect.gen(function* () {
        const { id } = yield* other
        yield* begin
        yield* (yield* Collections).transfer(shelf, { organization: id })
      })
    ),
    gen("spaces.transfer", (begin) =>
      Effect.gen(function* () {
        const { id } = yield* other
        yield* begin
        yield* (yield* Spaces).transfer(space, { organization: id })
      })
    ),
    gen("spaces.purgeable", () => Effect.flatMap(Spaces, (spaces) => asSystem(spaces.purgeable))),
    gen("spaces.purge", (begin) =>
      Effect.gen(function* () {
        yield* world.later(8 * day)
        yield* begin
        yield* asSystem((yield* Spaces).purge)
      })
    ),
    gen("comments.update", () =>
      Effect.flatMap(Comments, (comments) =>
        comments.update(at, argsOf("comments", "get")[1] as never, { resolved: true } as never)
      )
    ),
    gen("invites.joinWith", () =>
      Effect.flatMap(Invites, (invites) => as(stranger)(invites.joinWith(o, argsOf("invites", "get")[1] as never)))
    ),
    gen("invites.join", (begin) =>
      Effect.gen(function* () {
        yield* domain
        yield* calling("emailDomains", "verify", [o, "example.com"])(begin)
        yield* begin
        yield* as(stranger)((yield* Invites).join(o))
      })
    ),
    gen("invites.inviteUsers", (begin) =>
      Effect.zipRight(
        Effect.zipRight(promoted, begin),
        Effect.flatMap(Invites, (invites) => as(guest)(invites.inviteUsers(o, { emails: ["new@example.com"] })))
      )
    ),
    gen("userInvites.accept", (begin) =>
      Effect.gen(function* () {
        const id = yield* invited
        yield* begin
        yield* as(stranger)((yield* UserInvites).accept(id))
      })
    ),
    gen("userInvites.decline", (begin) =>
      Effect.gen(function* () {
        const id = yield* invited
        yield* begin
        yield* as(stranger)((yield* UserInvites).decline(id))
      })
    ),
    gen("sites.unpublish", (begin) =>
      Effect.gen(function* () {
        const sites = yield* Sites
        yield* sites.publish(o, site)
        yield* begin
        yield* sites.unpublish(o, site)
      })
    ),
    args("sitePublishing", "updateAuth", o, site, { backend: "integration" }),
    gen("sitePublishing.removeKey", (begin) =>
      Effect.gen(function* () {
        const publishing = yield* SitePublishing
        const { oldKeys } = yield* publishing.rotateKey(o, site, {})
        yield* begin
        yield* publishing.removeKey(o, site, oldKeys[0]?.id as never)
      })
    ),
    gen("publishedContents.enter", (begin) =>
      Effect.gen(function* () {
        yield* (yield* Sites).publish(o, site)
        yield* begin
        yield* asSystem(calling("publishedContents", "enter", [{ organization: o, site }, {}])(begin))
      })
    ),
    gen("openAPISpecs.refreshDue", (begin) => asSystem(calling("openAPISpecs", "refreshDue", ["1 hour"])(begin))),
    gen("uploads.clean", (begin) =>
      Effect.zipRight(world.later(3 * day), asSystem(calling("uploads", "clean", [])(begin)))
    ),
    gen("blobs.collect", (begin) => asSystem(calling("blobs", "collect", [])(begin))),
    gen("integrity.check", (begin) => asSystem(calling("integrity", "check", [])(begin))),
    gen("auditEvents.after", (begin) => asSystem(calling("auditEvents", "after", [0, 10])(begin))),
    gen("auditEvents.position", (begin) => asSystem(calling("auditEvents", "position", ["file"])(begin))),
    gen("auditEvents.setPosition", (begin) => asSystem(calling("auditEvents", "setPosition", ["file", 7])(begin))),
    gen("auditEvents.recordSettings", (begin) =>
      asSystem(calling("auditEvents", "recordSettings", [{ port: 4000 }])(begin))
    ),
    gen("auditEvents.recordRefusals", (begin) =>
      Effect.gen(function* () {
        yield* Effect.ignore((yield* ApiTokens).authenticate(Redacted.make("wrong")))
        yield* begin
        yield* asSystem((yield* AuditEvents).recordRefusals(true))
      })
    ),
    gen("auditEvents.clean", (begin) =>
      Effect.zipRight(world.later(31 * day), asSystem(calling("auditEvents", "clean", [30])(begin)))
    ),
    args("apiTokens", "revoke", admin, token),
    args("invites", "update", o, argsOf("invites", "get")[1], { role: "edit" }),
    args("siteSpaces", "update", o, site, argsOf("siteSpaces", "update")[2], { path: "elsewhere" }),
    gen("siteSectionGroups.addSection", (begin) =>
      Effect.gen(function* () {
        yield* calling("siteSectionGroups", "removeSection", argsOf("siteSectionGroups", "removeSection"))(begin)
        yield* begin
        yield* calling("siteSectionGroups", "addSection", argsOf("siteSectionGroups", "addSection"))(begin)
      })
    ),
    args("contentSync", "apply", space, folder),
    args("contentSync", "create", o, {}, folder)
  ])
}
