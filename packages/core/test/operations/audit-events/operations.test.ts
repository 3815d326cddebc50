/** Every member of every service, as an administrator: it records the events of the table, and they hold no secret. */

import { tables } from "@lectern/core/engine/Tables"
import { eventTypes } from "@lectern/core/events/Event"
import type { RowDeclaration } from "@lectern/core/storage/rows/RowDeclaration"
import { Effect, Either, Redacted } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { resources } from "../../people/access/resources.js"
import { undocumented } from "../events/manual.js"
import { type Expected, password, programOf } from "./calling.js"
import { type Done, makeWorld, type World } from "./world.js"

const expected: Readonly<Record<string, Readonly<Record<string, Expected>>>> = Object.assign(
  {},
  ...resources.map(({ recorded }) => recorded)
)
const refused = resources.flatMap(({ refused = [] }) => refused).sort()

let world: World
const done = new Map<string, Done>()
/** The declarations of the rows of all tables, by table. */
const declarations = new Map<string, RowDeclaration>()

beforeAll(async () => {
  for (const { name, row } of tables) declarations.set(name, await Effect.runPromise(row.load))
  world = await makeWorld()
  for (const { recorded, special } of resources) {
    const programs = special?.(world)
    for (const [service, members] of Object.entries(recorded)) {
      for (const member of Object.keys(members)) {
        const args = world.calls[service]?.[member]?.args ?? []
        const program = programOf(service, member, args, programs?.[service]?.[member])
        done.set(`${service}.${member}`, await world.run(program))
      }
    }
  }
})

afterAll(() => world.close())

const namesOf = (all: Readonly<Record<string, object>>) =>
  Object.entries(all).flatMap(([service, members]) => Object.keys(members).map((member) => `${service}.${member}`))

it("the table has every member of every service", () => {
  const [known, there] = [new Set(namesOf(expected)), new Set(namesOf(world.members))]
  expect([
    ...[...there]
      .filter((name) => !known.has(name))
      .map((name) => `${name}: say in the calls.ts of its resource what it records`),
    ...[...known].filter((name) => !there.has(name)).map((name) => `${name} is in a calls.ts, and no service has it`)
  ]).toEqual([])
})

it("every table of the engine is audited, or says why not", () => {
  for (const { name, unaudited } of tables) {
    expect(declarations.get(name)?.audited === undefined, name).toBe(unaudited !== undefined)
  }
})

it("each call records what the table says, and those that only read write nothing", () => {
  const recorded = (name: string) =>
    done
      .get(name)
      ?.events.map(({ action }) => action)
      .sort()
  const problems = Object.entries(expected).flatMap(([service, members]) =>
    Object.entries(members).flatMap(([member, wanted]) => {
      const name = `${service}.${member}`
      const actions = typeof wanted === "string" ? [] : wanted
      const wrote = wanted === "reads" && done.get(name)?.wrote === true
      return [
        ...(JSON.stringify(recorded(name)) === JSON.stringify(actions) ? [] : [`${name}: ${recorded(name)}`]),
        ...(wrote ? [`${name} wrote`] : [])
      ]
    })
  )
  expect(problems).toEqual([])
  const failed = [...done].flatMap(([name, { outcome }]) => (Either.isLeft(outcome) ? [name] : []))
  expect(failed.sort()).toEqual(refused)
})

/** The calls that commit more than once, and what they commit besides what they are about. */
const inSteps: Readonly<Record<string, string>> = {
  "contentSync.apply": "indexes the new revision",
  "credentials.addPasskey": "uses up the challenge",
  "imports.run": "keeps what it has read, and its progress",
  "imports.start": "its job begins",
  "openAPISpecs.create": "its job reads the source",
  "openAPISpecs.put": "its job reads the source",
  "openIdSignIn.complete": "uses up the answer",
  "samlSignIn.finish": "uses up the answer",
  "signIn.code": "counts the attempt",
  "signIn.confirmPassword": "counts the attempt",
  "signIn.passkey": "counts the attempt, and uses up the challenge",
  "signIn.password": "counts the attempt",
  "spaces.duplicate": "copies a hidden space in pieces, and shows it in the last",
  "spaces.purge": "removes what is in the space in pieces",
  "uploads.append": "stores the bytes before what refers to them",
  "uploads.create": "stores the bytes before what refers to them",
  "webhooks.create": "its job begins",
  "webhooks.test": "records the test before it is sent, and what came of it"
}

it("a call commits once, but for those that work in steps", () => {
  const several = [...done].flatMap(([name, { commits }]) => (commits > 1 ? [name] : []))
  expect(several.filter((name) => inSteps[name] === undefined)).toEqual([])
  expect(several.length).toBeGreaterThan(5)
})

/** The texts in a value, with the name of the field that each is in. */
const texts = (value: unknown, field = ""): ReadonlyArray<readonly [field: string, text: string]> => {
  if (Redacted.isRedacted(value)) return texts(Redacted.value(value), "secret")
  if (typeof value === "string") return [[field, value]]
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, field))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, name))
}

/**
 * The fields of rows that nobody may learn from an event, in addition to the ones that are declared as secret or
 * personal.
 */
const hidden: Readonly<Record<string, ReadonlyArray<string>>> = {
  accounts: ["totp", "proposedTotp"],
  api_tokens: ["hash"],
  link_invites: ["hash"],
  one_time_links: ["hash"],
  openapi_specs: ["run"],
  sessions: ["hash"],
  share_links: ["hash"],
  sign_in_attempts: ["account"],
  used_once: ["id"]
}

/** Everything secret that a call has given or left in the storage. */
const secretsOf = ({ outcome, rows }: Done): ReadonlyArray<string> => {
  const given = texts(Either.getOrUndefined(outcome)).flatMap(([field, text]) => {
    if (/^(token|secret|privateKey|key|uri|hash)$/i.test(field)) return [text]
    return /\/login\/link\//.test(text) ? [text.slice(text.lastIndexOf("/") + 1)] : []
  })
  const stored = [...rows].flatMap(([table, found]) => {
    const fields = declarations.get(table)?.audited?.fields ?? {}
    const secret = Object.entries(fields).flatMap(([name, how]) =>
      how === "secret" || how === "personal" ? [name] : []
    )
    return found.flatMap((row) => [...secret, ...(hidden[table] ?? [])].flatMap((name) => texts(row[name])))
  })
  return [...given, ...stored.map(([, text]) => text), password].filter((text) => text.length >= 8)
}

it("no event holds a secret, or what a person is called", () => {
  const problems: Array<string> = []
  let checked = 0
  for (const [name, each] of done) {
    const events = JSON.stringify(each.events)
    const secrets = new Set(each.events.length === 0 ? [] : secretsOf(each))
    checked += secrets.size
    for (const secret of secrets) if (events.includes(secret)) problems.push(`${name}: ${secret}`)
  }
  expect(problems).toEqual([])
  expect(checked).toBeGreaterThan(2000)
})

it("an event names its caller by id, with the session, and shows the fields that changed", () => {
  const { events } = done.get("members.update") ?? { events: [] }
  expect(events).toEqual([
    {
      sequence: expect.any(Number),
      organization: expect.any(String),
      time: expect.any(Number),
      action: "member.updated",
      actor: { kind: "user", user: world.made.admin, session: expect.any(String) },
      target: { kind: "member", id: world.made.guest, person: world.made.guest },
      before: { role: null },
      after: { role: "read" }
    }
  ])
  const [left, arrived] = done.get("spaces.transfer")?.events.filter(({ action }) => action === "space.updated") ?? []
  expect(left?.organization).toBe(left?.before?.organization)
  expect(arrived?.organization).toBe(arrived?.after?.organization)
})

/** Why a call that changes something is no event: of a whole service, or of one of its members. */
const silent: Readonly<Record<string, string>> = {
  "accounts credentials sessions signIn samlSignIn openIdSignIn users": "people are not of an organization",
  "apiTokens serviceTokens.rotate saml openIdProviders": "credentials are in the audit trail alone",
  "contentGrants shareLinks invites userInvites.decline providerSignIn": "access is in the audit trail alone",
  "sitePublishing.regenerateAuth sitePublishing.rotateKey sitePublishing.removeKey":
    "keys are in the audit trail alone",
  "members.setSso emailDomains translations": "settings of sign-in and translation are in the audit trail alone",
  "members.ping": "a visit is no change",
  "imports.start": "its end is an event",
  "liveTexts.edit": "the revision that the text becomes is one",
  uploads: "the file that it becomes changes the content",
  "auditEvents events secrets": "it is work of the server",
  webhooks: "that somebody is told of events is in the audit trail alone"
}
const reasons = new Set(Object.keys(silent).flatMap((names) => names.split(" ")))

it("each call that changes something is an event, or is listed with the reason why not", () => {
  // An import may end before its call does.
  const used = new Set(["imports.start"])
  const problems = [...done].flatMap(([name, { emitted, wrote }]) => {
    if (!wrote || emitted.length > 0) return []
    const reason = [name, name.split(".")[0]!].find((each) => reasons.has(each))
    if (reason !== undefined) used.add(reason)
    return reason === undefined ? [`${name} changes something: declare its event in the rows of its table`] : []
  })
  expect([
    ...problems,
    ...[...reasons].filter((name) => !used.has(name)).map((name) => `${name} is no longer silent`)
  ]).toEqual([])
})

/** What happens in no single call of the table: `events.test.ts` and `webhooks.test.ts` have them. */
const elsewhere = [
  "change_request_archived",
  "change_request_conflicted",
  "change_request_updated",
  "collection_deleted",
  "openapi_version_created",
  "page_feedback",
  "review_request_removed",
  "review_requested",
  "user_mentioned",
  "webhook_disabled"
]

const emitted = () => [...done.values()].flatMap(({ emitted }) => emitted)

it("each event is as the manual says", () => {
  expect(emitted().flatMap(undocumented)).toEqual([])
})

it("every type of event is one of some call", () => {
  const types = new Set<string>([...emitted().map(({ type }) => type), ...elsewhere])
  expect(Object.keys(eventTypes).filter((type) => !types.has(type))).toEqual([])
})
