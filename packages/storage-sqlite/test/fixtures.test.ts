/** A file of every version that has been used: it opens, nothing is lost, and it goes on as a new one does. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tables } from "@lectern/core/engine/Tables"
import { type Lectern, open } from "@lectern/core/Lectern"
import type { At } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Layer, Logger } from "effect"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import * as Migrations from "../src/Migrations.js"
import * as SqliteStorage from "../src/SqliteStorage.js"
import { declaredSchema, rowsOf, schemaOf, using } from "./changes/schema.js"
import { type Facts, factsOf, fixtures, unpack } from "./fixtures.js"
import { check } from "./integrity/checking.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-fixtures-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.useRealTimers()
})

/** Makes it the day that a file was written on, because uploads end a day later. */
const goBack = (filename: string): void => {
  const ends = using(filename, (database) => {
    const has = database.prepare("select 1 from sqlite_schema where name = 'uploads'").get() !== undefined
    return has ? database.prepare('select min("expiresAt") from uploads').pluck().get() : undefined
  })
  if (typeof ends === "number") vi.useFakeTimers({ toFake: ["Date"], now: ends - 1_000 })
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
  if (facts.comments !== undefined) {
    const { items } = await all.comments.list({ space }, {})
    expect(items.map(({ body, replies }) => ["markdown" in body && body.markdown, replies])).toEqual(facts.comments)
  }
  if (site !== undefined && facts.structure !== undefined) {
    expect((await all.siteStructures.get(organization, site)).structure).toHaveLength(facts.structure)
  }
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

describe("a file of an earlier version", () => {
  it.each(fixtures)("%s is brought up to date, read and written", async (name) => {
    const filename = join(folder, `${name}.db`)
    unpack(name, filename)
    const facts = factsOf(name)
    const before = using(filename, rowsOf)
    goBack(filename)
    const logged: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.map(Logger.logfmtLogger, (line) => logged.push(line))
    )
    const lectern = await open({ storage: { layer: SqliteStorage.layer({ filename }).pipe(Layer.provide(log)) } })
    expect(using(filename, (database) => schemaOf(database, tables))).toEqual(declaredSchema(tables))
    const copy = `${filename}.schema-${facts.schema}.bak`
    if (facts.schema < Migrations.latest) {
      expect(logged.join("\n")).toContain(`copy=${copy} schema=${facts.schema}`)
      expect(using(copy, rowsOf)).toEqual(before)
    } else expect(logged).toEqual([])
    try {
      expect(await check(filename)).toEqual([])
      await readsRight(lectern, facts)
    } finally {
      await lectern.close()
    }
  })

  it("is there for every schema that files were written with", () => {
    const schemas = new Set(fixtures.map((name) => factsOf(name).schema))
    expect([...schemas]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 8, 9]))
  })
})
