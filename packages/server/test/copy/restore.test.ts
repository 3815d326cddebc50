/** Backups of files and databases, restored into either, and compared item by item. */
import { statSync } from "node:fs"
import { join } from "node:path"
import { tables } from "@lectern/core/engine/Tables"
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connected, createDatabase } from "../../../storage-postgres/test/server.js"
import { inspect } from "../../../storage-sqlite/test/inspecting.js"
import { lecternHere } from "../inProcess.js"
import { putFiles, temporaryFolder } from "../program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)
const inFolder = (name: string) => join(folder, name)

/** A workspace in a folder or in a database. */
interface Place {
  readonly kind: "file" | "database"
  readonly run: (...args: ReadonlyArray<string>) => ReturnType<typeof lecternHere>
  /** Every row of every declared table, and all counters but the mark of a restored workspace. */
  readonly content: () => Promise<Readonly<Record<string, ReadonlyArray<string>>>>
}

const orderOf = (key: ReadonlyArray<string>) => key.map((column) => `"${column}"`).join(", ")
const listed = [
  ...tables.map(({ columns, key, name }) => ({
    name,
    columns: [...Object.keys(columns), "row_version", "row_json"],
    key
  })),
  { name: "counters", columns: ["name", "value"], key: ["name"] }
]

const contentBy = async (query: (sql: string) => Promise<ReadonlyArray<ReadonlyArray<unknown>>>) => {
  const found: Array<readonly [string, ReadonlyArray<string>]> = []
  for (const { columns, key, name } of listed) {
    const rows = await query(`select ${orderOf(columns)} from "${name}" order by ${orderOf(key)}`)
    const texts = rows.map((row) => row.map((value) => (value === null ? "null" : `${value}`)).join("|"))
    found.push([name, texts.filter((text) => !text.startsWith("server/paused"))])
  }
  return Object.fromEntries(found)
}

const fileIn = (dataDir: string): Place => ({
  kind: "file",
  run: (...args) => lecternHere([...args, "--data-dir", dataDir]),
  content: () =>
    contentBy(async (sql) =>
      inspect(join(dataDir, "lectern.db"), (database) => database.prepare<Array<unknown>>(sql).all())
    )
})

const databaseAt = (url: string, name: string): Place => ({
  kind: "database",
  run: (...args) => lecternHere([...args, "--data-dir", inFolder(name)], { env: { LECTERN_DATABASE_URL: url } }),
  content: () => connected(url, contentBy)
})

const sources: Partial<Record<Place["kind"], Place>> = {}

beforeAll(async () => {
  putFiles(inFolder("docs"), {
    "README.md": "# Zebra crossing\n\n[a file](./large.bin) and [a page](guide.md).\n",
    "guide.md": "# Guide\n\nOn the other side.\n",
    "large.bin": Buffer.alloc(700_000, "more than two pieces ")
  })
  const file = fileIn(inFolder("source"))
  expect((await file.run("import", inFolder("docs"))).code).toBe(0)
  const url = await createDatabase("nothing")
  expect((await file.run("copy", inFolder("source"), url)).code).toBe(0)
  Object.assign(sources, { file, database: databaseAt(url, "beside") })
})

let count = 0
const newPlace = async (kind: Place["kind"]): Promise<Place> => {
  const name = `place-${count++}`
  return kind === "file" ? fileIn(inFolder(name)) : databaseAt(await createDatabase("nothing"), name)
}

describe.runIf(has("PostgreSQL")).each(["file", "database"] as const)("a backup of a %s", (from) => {
  const archive = inFolder(`${from}.tar`)
  beforeAll(async () => {
    const { code, stderr } = await sources[from]!.run("backup", archive)
    expect([code, stderr]).toEqual([0, expect.stringContaining("Backed up")])
    expect(statSync(archive).mode & 0o777).toBe(0o600)
  })

  it.each(["file", "database"] as const)("is restored into a %s, item by item", async (into) => {
    const place = await newPlace(into)
    const { code, stderr } = await place.run("restore", archive, "--keep-tokens")
    expect([stderr, code]).toEqual([expect.stringContaining("everything is as it was backed up"), 0])
    expect(await place.content()).toEqual(await sources[from]!.content())
    expect(await place.run("check")).toMatchObject({ code: 0, stdout: "" })
    const again = await place.run("restore", archive)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is not empty")])
  })

  it("is restored with tokens that have expired", async () => {
    const place = await newPlace("database")
    expect((await place.run("restore", archive)).code).toBe(0)
    const { api_tokens: tokens = [] } = await place.content()
    expect(tokens.length).toBeGreaterThan(0)
    for (const token of tokens) expect(token).toContain('"expiresAt"')
  })
})
