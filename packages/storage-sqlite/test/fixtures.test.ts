/** A file of every schema since the one before the baseline: it opens, nothing is lost, and it goes on as a new one does. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tables } from "@lectern/core/engine/Tables"
import { type Lectern, open } from "@lectern/core/Lectern"
import type { SiteId } from "@lectern/core/sites/Site"
import type { At } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { numberOf } from "@lectern/storage-sql/SchemaNumbers"
import { Effect, Layer, Logger, Redacted } from "effect"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import type { SqliteConnection } from "../src/connections/SqliteConnection.js"
import * as Migrations from "../src/Migrations.js"
import * as SqliteFile from "../src/SqliteFile.js"
import * as SqliteStorage from "../src/SqliteStorage.js"
import { declaredSchema, recordsOf, rowsOf, schemaOf } from "./changes/schema.js"
import { beforeBaseline, type Facts, factsOf, fixtures, unpack } from "./fixtures.js"
import { inspect, valuesOf } from "./inspecting.js"
import { check } from "./integrity/checking.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-fixtures-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.useRealTimers()
})

/** The ids of link invites that a file has under their whole ids, which are enough to join with. */
const plainInvites = (filename: string): ReadonlyArray<string> =>
  inspect(filename, (database) => {
    if (database.prepare("select 1 from sqlite_schema where name = 'link_invites'").get() === undefined) return []
    return valuesOf(database, "select row_json ->> '$.id' from link_invites where row_json ->> '$.hash' is null").map(
      String
    )
  })

/** Makes it the day that a file was written on, because uploads end a day later. */
const goBack = (filename: string): void => {
  const ends = inspect(filename, (database) => {
    const has = database.prepare("select 1 from sqlite_schema where name = 'uploads'").get() !== undefined
    return has ? valuesOf(database, 'select min("expiresAt") from uploads')[0] : undefined
  })
  if (typeof ends === "number") vi.useFakeTimers({ toFake: ["Date"], now: ends - 1_000 })
}

/** The things that {@link Facts.besides} of a version names, as they are read today. */
const besidesOf = async (
  lectern: Lectern,
  { besides = {}, ids: { ada, organization, site, space, undecided } }: Facts
) => {
  const all = lectern.as(ada)
  const system = lectern.asSystem()
  const ofSite = <A>(read: (site: SiteId) => Promise<A>) => (site === undefined ? undefined : read(site))
  const readers: Record<string, () => unknown> = {
    token: async () => {
      const actor = await system.apiTokens.authenticate(Redacted.make(besides.token ?? ""))
      return "user" in actor && actor.user === ada ? besides.token : undefined
    },
    tokens: async () => (await all.apiTokens.list(ada)).items.map(({ label }) => label),
    serviceTokens: async () => (await all.serviceTokens.list(organization, {})).items.map(({ label }) => label),
    accounts: async () =>
      (await system.accounts.list({})).items.map(({ administrator, email }) => [email ?? null, administrator]),
    providers: async () => (await all.saml.list(organization, {})).items.map(({ label, status }) => [label, status]),
    openIdProviders: async () =>
      (await all.openIdProviders.list(organization, {})).items.map(({ clientId, label }) => [label, clientId]),
    redirects: () =>
      ofSite(async (id) => (await all.siteRedirects.list(organization, id, {})).items.map(({ source }) => source)),
    invited: async () => {
      const dan = await system.users.findByEmail("dan@example.com")
      return (await lectern.as(dan?.id ?? ada).userInvites.list({})).items.map(({ organization }) => organization.title)
    },
    domains: async () => (await all.organizations.get(organization)).emailDomains,
    directory: async () => (await system.scim.users(organization, {})).Resources.map(({ userName }) => userName),
    claims: () =>
      ofSite(async (id) =>
        (await all.adaptiveSchemas.templateConditions(organization, id)).items.map(({ condition }) => condition)
      ),
    conflicts: async () =>
      undecided === undefined ? undefined : (await all.changeRequests.conflicts(space, undecided)).length,
    customization: () => ofSite(async (id) => (await all.customizations.get(organization, id)).title),
    events: async () => (await all.auditEvents.list(organization, { limit: 1000 })).items.map(({ id }) => id)
  }
  const named = Object.keys(besides)
  return Object.fromEntries(await Promise.all(named.map(async (name) => [name, await readers[name]?.()] as const)))
}

const readsRight = async (lectern: Lectern, facts: Facts) => {
  const { ids } = facts
  const all = lectern.as(ids.ada)
  const { install, merged, open, organization, site, space, upload } = ids
  const texts = async (of: SpaceId, paths: object, line?: At) =>
    Object.fromEntries(
      await Promise.all(
        Object.keys(paths).map(async (path) => {
          const page = await all.contents.pageByPath(of, path, line)
          return [path, "markdown" in page ? page.markdown : undefined]
        })
      )
    )
  expect(await texts(space, facts.texts)).toEqual(facts.texts)
  expect(await texts(ids.other, facts.otherTexts)).toEqual(facts.otherTexts)
  const links = await all.links.ofPage(space, install, {})
  expect(links.items.map(({ status }) => status)).toEqual(["ok", "ok", "broken"])
  const found = await all.search.space(space, { query: "zebra" })
  expect(found.items.map(({ id }) => id)).toEqual([ids.guide])
  for (const query of ["att", "2024"]) {
    if (facts.otherTexts.alone?.includes("AT&T") !== true) break
    expect((await all.search.space(ids.other, { query })).items.map(({ title }) => title)).toEqual(["Alone"])
  }
  if (facts.comments !== undefined) {
    const { items } = await all.comments.list({ space }, {})
    expect(items.map(({ body, replies }) => ["markdown" in body && body.markdown, replies])).toEqual(facts.comments)
  }
  if (site !== undefined && facts.structure !== undefined) {
    expect((await all.siteStructures.get(organization, site)).structure).toHaveLength(facts.structure)
  }
  expect(await besidesOf(lectern, facts)).toEqual(facts.besides ?? {})
  if (upload !== undefined) expect((await all.uploads.get(space, upload)).offset).toBe(4)
  if (open === undefined || merged === undefined || facts.requestTexts === undefined) return
  const requests = await all.changeRequests.list(space, {})
  expect(requests.items.map(({ number, status, subject }) => [subject, number, status])).toEqual(facts.requests)
  expect((await all.changeRequests.get(space, merged)).status).toBe(facts.mergedStatus)
  expect(await texts(space, facts.requestTexts, { changeRequest: open })).toEqual(facts.requestTexts)
  expect(await all.changeRequests.merge(space, open)).toMatchObject({ result: "merge" })
  const after = await texts(space, { "guide/install": true })
  expect(after["guide/install"]).toContain("by main\n\nsecond\n\nby request\n")
}

/** Somebody new joins with an invite to the space. */
const joins = async (lectern: Lectern, { ids: { organization, space } }: Facts, invite: string) => {
  const { id } = await lectern.asSystem().users.create({ displayName: "Cem", email: "cem@example.com" })
  const cem = lectern.as(id)
  await expect(cem.spaces.get(space)).rejects.toMatchObject({ _tag: "NotFound" })
  await cem.invites.joinWith(organization, invite)
  expect((await cem.spaces.get(space)).id).toBe(space)
}

describe("a file of an earlier version", () => {
  it.each(fixtures)("%s is brought up to date, read and written", async (name) => {
    const filename = join(folder, `${name}.db`)
    unpack(name, filename)
    const facts = factsOf(name)
    const before = inspect(filename, rowsOf)
    const invites = plainInvites(filename)
    goBack(filename)
    const logged: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.map(Logger.logfmtLogger, (line) => logged.push(line))
    )
    const lectern = await open({ storage: { layer: SqliteStorage.layer({ filename }).pipe(Layer.provide(log)) } })
    expect(inspect(filename, (database) => schemaOf(database, tables))).toEqual(declaredSchema(tables))
    const copy = `${filename}.schema-${facts.schema}.bak`
    if (facts.schema < Migrations.latest) {
      expect(logged.join("\n")).toContain(`copy=${copy} schema=${facts.schema}`)
      expect(inspect(copy, rowsOf)).toEqual(before)
    } else expect(logged).toEqual([])
    try {
      expect(await check(filename)).toEqual([])
      await readsRight(lectern, facts)
      for (const invite of invites) await joins(lectern, facts, invite)
    } finally {
      await lectern.close()
    }
  })

  it("is there for every schema that files may have", () => {
    const written = new Set(fixtures.map((name) => factsOf(name).schema))
    const [first = 0, ...others] = Object.keys(Migrations.migrations).map(numberOf)
    const earlier = [first - 1, first, ...others].filter((schema) => schema < Migrations.latest)
    expect(earlier.filter((schema) => !written.has(schema))).toEqual([])
  })
})

describe("the baseline", () => {
  const alone = Object.fromEntries(Object.entries(Migrations.migrations).slice(0, 1))
  const open = (filename: string) => Effect.runPromise(Effect.scoped(SqliteFile.open(filename, [], alone)))

  /** The text of everything that a schema has; the table of records was first made by others. */
  const textOf = (filename: string) =>
    inspect(filename, (database) =>
      database
        .prepare("select type, name, tbl_name, sql from sqlite_schema where name <> 'schema_migrations' order by name")
        .all()
    )

  it("makes what the replaced migrations made, to the letter, wherever a file began", async () => {
    const made = join(folder, "made.db")
    await open(made)
    for (const name of fixtures.filter((each) => factsOf(each).schema === factsOf(beforeBaseline).schema)) {
      const filename = join(folder, `text-${name}.db`)
      unpack(name, filename)
      expect(textOf(filename), name).toEqual(textOf(made))
    }
  })

  /** Adds a row to every table that has none. */
  const fill = (database: SqliteConnection) => {
    for (const name of valuesOf(database, "select name from sqlite_schema where type = 'table'")) {
      const types = valuesOf(database, "select type from pragma_table_info(?) order by cid", [name])
      const values = types.map((type) => (/int/i.test(String(type)) ? 7 : "'{}'"))
      database.exec(`insert into "${name}" select ${values.join(", ")} where not exists (select 1 from "${name}")`)
    }
  }

  it("is only recorded where they have run: every row of every table is found", async () => {
    const filename = join(folder, "rows.db")
    unpack(beforeBaseline, filename)
    const recorded = inspect(filename, recordsOf)
    inspect(filename, fill)
    const before = inspect(filename, rowsOf)
    await open(filename)
    const after = inspect(filename, rowsOf)
    expect(after.map(([table]) => table)).toEqual(before.map(([table]) => table))
    const changed = after.filter(([, hash], at) => hash !== before[at]?.[1]).map(([table]) => table)
    expect(changed).toEqual(["schema_migrations"])
    expect(inspect(filename, recordsOf)).toEqual([...recorded, ...Object.keys(alone).map(numberOf)])
  })
})
