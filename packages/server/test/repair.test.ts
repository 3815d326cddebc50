/** `lectern check --repair`, on a file and in a database. */
import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createDatabase, execute } from "../../storage-postgres/test/server.js"
import { inspect } from "../../storage-sqlite/test/inspecting.js"
import { fill, type Sample } from "../../storage-sqlite/test/integrity/sample.js"
import { lecternHere } from "./inProcess.js"
import { temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)
const inFolder = (name: string) => join(folder, name)
let sample: Sample

beforeAll(async () => {
  mkdirSync(inFolder("source"))
  sample = await fill(inFolder("source/lectern.db"))
})

/** The way to damage a place: the statement that sets a number in the JSON of rows. */
type SetNumber = (table: string, field: string, value: number, where: string) => string

/** The damages that can be repaired in either storage. */
const damages = (set: SetNumber): ReadonlyArray<string> => [
  set("spaces", "comments", 3, `id = '${sample.space}'`),
  set("change_requests", "comments", 6, `id = '${sample.request}'`),
  set("comments", "replies", 3, `id = '${sample.comment}'`),
  set("commenters", "posts", 8, "1 = 1"),
  set("sites", "siteSpaces", 7, `id = '${sample.site}'`),
  `update change_request_contributors set number = 9 where "changeRequest" = '${sample.request}'`,
  "update spaces set position = 'zz'",
  `update counters set value = 1 where name = 'change-requests:${sample.space}'`,
  "update counters set value = value + 7 where name like 'stored-bytes:%'",
  "delete from site_links",
  `delete from blob_references where space = '${sample.space}'`,
  `delete from backlinks where target = '${sample.guide}'`,
  `delete from page_links where page = '${sample.install}'`,
  "update search_words set pages = pages + 1",
  "update search_sections set text = 'other'",
  `update search_spaces set space = 'none' where space = '${sample.space}'`,
  "update search_pages set page = null where page is not null",
  "drop index items_alive"
]

/** A loss that cannot be repaired. */
const loss = () => `delete from documents where space = '${sample.space}'`

const places = {
  file: async () => {
    const dataDir = inFolder("file")
    mkdirSync(dataDir)
    copyFileSync(inFolder("source/lectern.db"), join(dataDir, "lectern.db"))
    return {
      execute: async (sql: string) => inspect(join(dataDir, "lectern.db"), (database) => database.exec(sql)),
      set: ((table, field, value, where) =>
        `update ${table} set row_json = json_set(row_json, '$.${field}', ${value}) where ${where}`) satisfies SetNumber,
      run: (...args: ReadonlyArray<string>) => lecternHere([...args, "--data-dir", dataDir])
    }
  },
  database: async () => {
    const url = await createDatabase("nothing")
    expect((await lecternHere(["copy", inFolder("source"), url])).code).toBe(0)
    return {
      execute: (sql: string) => execute(url, sql),
      set: ((table, field, value, where) =>
        `update ${table} set row_json = jsonb_set(row_json::jsonb, '{${field}}', '${value}')::text where ${where}`) satisfies SetNumber,
      run: (...args: ReadonlyArray<string>) =>
        lecternHere([...args, "--data-dir", inFolder("beside")], { env: { LECTERN_DATABASE_URL: url } })
    }
  }
}

it.each(["file", "database"] as const)("repairs what is derived in a %s", async (kind) => {
  const place = await places[kind]()
  await place.execute(damages(place.set).join("; "))
  const found = await place.run("check")
  expect([found.code, found.stderr]).toEqual([1, expect.stringContaining("; lectern check --repair rebuilds ")])

  const { code, stderr, stdout } = await place.run("check", "--repair")
  expect([code, stderr]).toEqual([0, "Nothing is damaged.\n"])
  for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^repaired: /)
  for (const part of [
    "open comments",
    "replies",
    "posts",
    "column number is 9",
    "column position",
    "counter is at 1",
    "bytes"
  ]) {
    expect(stdout).toContain(part)
  }
  for (const part of ["its link says", "hold the blob", "backlinks", "stored links", "items_alive"]) {
    expect(stdout).toContain(part)
  }
  expect(await place.run("check", "--repair", "--json")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/"repaired": \[\],\s+"failed": \[\],\s+"count": 0/)
  })

  await place.execute(loss())
  const left = await place.run("check", "--repair")
  expect([left.code, left.stderr]).toEqual([1, expect.stringMatching(/damaged in .*; restore a backup$/m)])
  expect(left.stdout).toContain("does not exist")
})
