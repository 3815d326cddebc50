/** The calls that need other arguments, another caller or some preparation to have their effect. */
import { system } from "@lectern/core/access/Actor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { Collections } from "@lectern/core/collections/Collections"
import { Comments } from "@lectern/core/comments/Comments"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Invites } from "@lectern/core/invites/Invites"
import { UserInvites } from "@lectern/core/invites/UserInvites"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { SitePublishing } from "@lectern/core/sites/SitePublishing"
import { Sites } from "@lectern/core/sites/Sites"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { localReferencesTask } from "@lectern/core/text/markdown/TextTasks"
import { Users } from "@lectern/core/users/Users"
import { Effect, Redacted } from "effect"
import { providerCalls } from "./providerCalls.js"
import { signInCalls } from "./signInCalls.js"
import { as, calling, type Program, type World } from "./world.js"

const day = 86_400_000

/** Every such call, by service and member. */
export const specialCalls = (world: World): Readonly<Record<string, Program>> => {
  const { admin, calls, guest, signedIn, stranger } = world
  const asSystem = as(system)
  const asAdmin = as(signedIn.actor)
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
    ...signInCalls(world),
    ...providerCalls(world),
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
    gen("integrity.repair", (begin) => asSystem(calling("integrity", "repair", [])(begin))),
    gen("integrity.check", (begin) => asSystem(calling("integrity", "check", [])(begin))),
    gen("secrets.keys", (begin) => asSystem(calling("secrets", "keys", [])(begin))),
    gen("secrets.reseal", (begin) => asSystem(calling("secrets", "reseal", [])(begin))),
    gen("rateLimits.take", (begin) =>
      asSystem(calling("rateLimits", "take", ["token:a", { limit: 100, windowSeconds: 60 }])(begin))
    ),
    gen("rateLimits.wrongSecret", (begin) => asSystem(calling("rateLimits", "wrongSecret", ["192.0.2.1"])(begin))),
    gen("rateLimits.clean", (begin) => asSystem(calling("rateLimits", "clean", [])(begin))),
    args("sitePages", "generation"),
    args("sitePages", "find", site),
    args("sitePages", "onHost", "docs.example.com"),
    args("sitePages", "logo", "https://example.com/logo.png"),
    args("sitePages", "compute", localReferencesTask, "[a](/pages/b)"),
    ...["site", "outline", "page", "file", "redirect"].map((member) =>
      gen(`sitePages.${member}`, (begin) =>
        Effect.gen(function* () {
          yield* (yield* Sites).publish(o, site)
          yield* begin
          yield* calling("sitePages", member, argsOf("sitePages", member))(begin)
        })
      )
    ),
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
