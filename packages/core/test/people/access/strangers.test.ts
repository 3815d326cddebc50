/**
 * Every member of every service of a workspace, as a caller without rights: refused, and nothing is revealed or
 * changed.
 */
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import { DrainsInBackground } from "@lectern/core/content/indexing/Indexing"
import { services } from "@lectern/core/engine/Services"
import * as Lectern from "@lectern/core/Lectern"
import { systemOnly } from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { SignedInUser } from "@lectern/core/people/sessions/SignedIn"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Either, Layer, Redacted } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { everyCall } from "./everyCall.js"
import type { Rows } from "./rows.js"

const issuer = "https://idp.example"
let lectern: Lectern.Lectern
let handle: MemoryStorage.MemoryStorageHandle
let rows: Rows
let callers: ReadonlyArray<readonly ["stranger" | "guest" | "pending", Lectern.Workspace]>
let made: Awaited<ReturnType<typeof everyCall>>

beforeAll(async () => {
  handle = MemoryStorage.open()
  lectern = await Lectern.open({
    // It writes only when it is called.
    storage: { layer: Layer.merge(handle.layer, Layer.succeed(DrainsInBackground, false)) },
    openIdProvider: { label: "Own", issuer, clientId: "lectern", domains: ["example.com"] }
  })
  made = await everyCall(lectern)
  rows = made.rows
  callers = [
    ["stranger", lectern.as(made.stranger)],
    ["guest", lectern.as(made.guest)],
    ["pending", lectern.as(made.pending)]
  ]
})

afterAll(() => lectern.close())

const membersOf = (workspace: object): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(Object.entries(workspace).map(([name, service]) => [name, Object.keys(service).sort()]))

type Call = (...args: ReadonlyArray<unknown>) => Promise<unknown>

const callsOf = (service: object): ReadonlyArray<readonly [member: string, call: Call]> => Object.entries(service)

it("the table has every member of every service", () => {
  for (const [, workspace] of callers) expect(membersOf(rows)).toEqual(membersOf(workspace))
})

it("what only the embedding program does is not there for a user", () => {
  const all = membersOf(lectern.asSystem())
  for (const [service, members] of Object.entries(systemOnly)) {
    expect(all[service]).toEqual(expect.arrayContaining([...members]))
    for (const member of members) expect(rows[service]?.[member]).toBeUndefined()
  }
})

it("everything is refused and nothing changed", async () => {
  const problems: Array<string> = []
  for (const [who, workspace] of callers) {
    for (const [name, service] of Object.entries(workspace)) {
      for (const [member, call] of callsOf(service)) {
        const found = rows[name]?.[member]
        const wanted = (who === "guest" ? found?.guest : undefined) ?? found?.stranger
        const before = handle.snapshot()
        const ended = await Promise.resolve<unknown>(Reflect.apply(call, undefined, found?.args ?? [])).then(
          (value) => (value === undefined ? "nothing" : "own"),
          (error: { readonly _tag?: string }) => error._tag ?? String(error)
        )
        if (ended !== wanted) problems.push(`${name}.${member} as ${who}: expected ${wanted}, got ${ended}`)
        if (ended !== "own" && handle.snapshot().state !== before.state) problems.push(`${name}.${member} wrote`)
      }
    }
  }
  expect(problems).toEqual([])
})

/** How a call ends for some caller, and whether it has written something, which is undone. */
const endOf = async (caller: ActorValue, name: string, args: ReadonlyArray<unknown>) => {
  const { context } = await lectern.runtime.runtime()
  const [service, member] = name.split(".") as [keyof typeof services, string]
  const before = handle.snapshot()
  const found: unknown = Reflect.get(services[service].of(context as never), member)
  const effect: unknown = typeof found === "function" ? Reflect.apply(found, undefined, args) : found
  const end = await lectern.runtime.runPromise(
    Effect.either(Effect.provideService(effect as Effect.Effect<unknown, { _tag: string }, Actor>, Actor, caller))
  )
  const wrote = handle.snapshot().state !== before.state
  if (wrote) handle.reset(before)
  return [Either.isRight(end) ? "ok" : end.left._tag, wrote] as const
}

/** How every call ends for some caller, or each of some calls, except for calls of the embedding program. */
const walkAs = async (caller: ActorValue, isAsked: (name: string) => boolean = () => true) => {
  const ended: Array<readonly [name: string, end: string, wrote: boolean]> = []
  for (const [service, members] of Object.entries(rows)) {
    for (const [member, { args }] of Object.entries(members)) {
      const name = `${service}.${member}`
      if (isAsked(name)) ended.push([name, ...(await endOf(caller, name, args))])
    }
  }
  return ended
}

const bearer = async (token: string): Promise<ActorValue> =>
  lectern.asSystem().apiTokens.authenticate(Redacted.make(token))

/** Members that reveal nothing of a workspace, and are open to all. */
const open = ["uploads.maxSize", "scim.documents"]

it("visitors are nobody to every member of every service", async () => {
  const ended = await walkAs({ kind: "visitor", visitor: { shareKey: "unknown", unsigned: { beta: "true" } } })
  const through = ended.filter(([name, end]) => end === "ok" && !open.includes(name)).map(([name]) => name)
  expect(through).toEqual([])
  expect(ended.filter(([, , wrote]) => wrote)).toEqual([])
})

it("tokens of an administrator and of the organization that only read write nothing", async () => {
  const { admin, organization } = made
  const system = lectern.asSystem()
  const personal = await system.apiTokens.create(admin, { label: "reads", scopes: ["read"] })
  const service = await lectern.as(admin).serviceTokens.create(organization, { label: "reads" })
  await system.events.settle()
  for (const { token } of [personal, service]) {
    const ended = await walkAs(await bearer(token))
    expect(ended.filter(([, , wrote]) => wrote)).toEqual([])
    expect(ended.filter(([, end]) => end === "ok").length).toBeGreaterThan(20)
  }
})

/** The administrator, who has signed in through the provider of an organization, or of the server. */
const signedIn = async (organization?: OrganizationId): Promise<SignedInUser> => {
  const { providerSignIn, sessions } = lectern.asSystem()
  const said = { issuer, subject: "admin", email: "admin@example.com", emailVerified: true }
  const client = { address: "192.0.2.1", device: "test" }
  const { secret } = await providerSignIn.admit({ kind: "oidc", organization, ...said }, client)
  const caller = await sessions.authenticate(secret)
  if (caller.kind !== "user" || caller.session === undefined) throw new Error("nobody is signed in")
  return { ...caller, session: caller.session }
}

it("a session of another organization's provider is a stranger's, whoever has signed in", async () => {
  const { members, organizations } = lectern.asSystem()
  const { id: other } = await lectern.as(made.admin).organizations.create({ title: "Other" })
  await organizations.update(other, { emailDomains: ["example.com"] })
  await members.setSso(other, made.admin)
  const problems: Array<string> = []
  for (const [name, end, wrote] of await walkAs(await signedIn(other))) {
    const [service = "", member = ""] = name.split(".")
    const { stranger } = rows[service]![member]!
    const isOwn = stranger === "own" || stranger === "nothing" || name === "users.get"
    const isRefused = end === "Forbidden" && (isOwn || /^(?:userInvites|invites)\.(?:accept|join)/.test(name))
    const isExpected = isRefused || (isOwn ? end === "ok" : end === stranger)
    if (!isExpected || wrote) problems.push(`${name}: ${end}${wrote ? ", and wrote" : ""}`)
  }
  expect(problems).toEqual([])
})

/** Members that change credentials, tokens, administrators or how people sign in. */
const sensitive = [
  "accounts.erase",
  "apiTokens.create",
  "apiTokens.rotate",
  "credentials.addPasskey",
  "credentials.confirmTotp",
  "credentials.passkeyOptions",
  "credentials.proposeTotp",
  "credentials.removePasskey",
  "credentials.removeTotp",
  "credentials.setPassword",
  "members.remove",
  "members.setSso",
  "members.update",
  "openIdProviders.create",
  "openIdProviders.remove",
  "openIdProviders.update",
  "saml.create",
  "saml.remove",
  "saml.update",
  "serviceTokens.create",
  "serviceTokens.rotate",
  "serviceTokens.update"
]

/** Members that change the accounts of others. Administrators of the server may call them. */
const ofServer = ["accounts.erase", "accounts.invite", "accounts.reset", "accounts.update"]

const withOldProof = (caller: SignedInUser): SignedInUser => ({
  ...caller,
  session: { ...caller.session, freshUntil: 0 }
})

/** Does something while the administrator of the organization administers the server too. */
const asAdministrator = async (work: () => Promise<void>) => {
  const before = handle.snapshot()
  await lectern.asSystem().accounts.createLink(made.admin, { administrator: true })
  await work()
  handle.reset(before)
}

it("a session does what its person may, but with an old proof nothing that changes who can sign in", async () => {
  const fresh = await signedIn()
  const own = /^(?:credentials|sessions|accounts)\./
  type Ends = Awaited<ReturnType<typeof walkAs>>
  const differ = (some: Ends, others: Ends) =>
    some.filter(([name, end], at) => others[at]?.[0] !== name || others[at]?.[1] !== end).map(([name]) => name)
  const check = async (expected: ReadonlyArray<string>, isAsked?: (name: string) => boolean) => {
    const [person, now, later] = [
      await walkAs({ kind: "user", user: made.admin }, isAsked),
      await walkAs(fresh, isAsked),
      await walkAs(withOldProof(fresh), isAsked)
    ]
    expect(differ(person, now).filter((name) => !own.test(name))).toEqual([])
    expect(differ(now, later).sort()).toEqual(expected)
    const allowed = later.filter(([name, end, wrote]) => expected.includes(name) && (end !== "Forbidden" || wrote))
    expect(allowed).toEqual([])
  }
  await check(sensitive)
  await asAdministrator(() => check(ofServer, (name) => name.startsWith("accounts.")))
})

it("what makes an administrator or changes how people sign in needs a new proof, whatever else the call does", () =>
  asAdministrator(async () => {
    const { admin, guest, organization: o, stranger } = made
    const { id: invite } = await lectern.as(admin).invites.create(o, { role: "read" })
    const emails = ["new@example.org"]
    const calls: ReadonlyArray<readonly [needsProof: boolean, name: string, ...args: ReadonlyArray<unknown>]> = [
      [false, "members.add", o, stranger, "create"],
      [true, "members.add", o, stranger, "admin"],
      [false, "members.update", o, guest, { role: "create" }],
      [false, "members.update", o, guest, { disabled: true }],
      [true, "members.update", o, guest, { role: "admin" }],
      [false, "members.remove", o, guest],
      [false, "invites.create", o, { role: "create" }],
      [true, "invites.create", o, { role: "admin" }],
      [false, "invites.update", o, invite, { role: "create" }],
      [true, "invites.update", o, invite, { role: "admin" }],
      [false, "invites.inviteUsers", o, { emails }],
      [true, "invites.inviteUsers", o, { emails, role: "admin" }],
      [true, "invites.inviteUsers", o, { emails: [{ email: "new@example.org", role: "admin" }] }],
      [false, "organizations.update", o, { title: "Acme", defaultRole: "create" }],
      [true, "organizations.update", o, { defaultRole: "admin" }],
      [true, "organizations.update", o, { sso: true }],
      [true, "organizations.update", o, { secondFactor: "required" }],
      [true, "organizations.update", o, { emailDomains: ["example.org"] }]
    ]
    const fresh = await signedIn()
    const callers = {
      token: await bearer((await lectern.asSystem().apiTokens.create(admin, { label: "all" })).token),
      fresh,
      stale: withOldProof(fresh)
    }
    for (const [needsProof, name, ...args] of calls) {
      for (const [who, caller] of Object.entries(callers)) {
        const expected = needsProof && who === "stale" ? ["Forbidden", false] : ["ok", true]
        expect([name, args, who, ...(await endOf(caller, name, args))]).toEqual([name, args, who, ...expected])
      }
    }
  }))

/** Members that tell callers only who they are, or nothing. */
const ofOneself = ["imports.cancel", "organizations.forEmailDomain", "organizations.list", "users.current", "users.get"]

it("a session that lacks the second factor that the server asks for reaches what gives it one, and nothing else", async () => {
  const fresh = await signedIn()
  const ended = await walkAs({ ...fresh, session: { ...fresh.session, lacksSecondFactor: true } })
  const through = ended.filter(([name, end]) => end === "ok" && !open.includes(name)).map(([name]) => name)
  expect(through.filter((name) => !/^(?:credentials|sessions)\./.test(name)).sort()).toEqual(ofOneself)
})
