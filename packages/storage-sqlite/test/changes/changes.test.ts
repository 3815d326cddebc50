/** How a schema changes: the worked example of the manual, stopped in the middle, and by two processes at once. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rows } from "@lectern/core/storage/rows/Repository"
import type { StorageService } from "@lectern/core/storage/Storage"
import { latestOf, numberOf } from "@lectern/storage-sql/SchemaNumbers"
import * as SqlStorage from "@lectern/storage-sql/SqlStorage"
import { Effect, Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Migrations } from "../../src/Migration.js"
import * as Engine from "../../src/Migrations.js"
import * as SqliteDriver from "../../src/SqliteDriver.js"
import * as SqliteFile from "../../src/SqliteFile.js"
import { beforeBaseline, unpack } from "../fixtures.js"
import { inspect, valuesOf } from "../inspecting.js"
import { bundle } from "../processes.js"
import {
  type Book,
  Books,
  booksAtOnce,
  newMigrations,
  type OldBook,
  OldBooks,
  oldMigrations,
  type Review,
  Reviews
} from "./books.js"
import { declaredSchema, recordsOf, rowsOf, schemaOf } from "./schema.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-changes-"))
const original = join(folder, "original.db")
const count = 100
const walk = latestOf(newMigrations())

/** Opens a file with these migrations, and answers with what was logged besides. */
const open = async <A>(
  filename: string,
  migrations: Migrations,
  use: (storage: StorageService) => Effect.Effect<A>
) => {
  const logged: Array<string> = []
  const log = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.logfmtLogger, (line) => logged.push(line))
  )
  const used = Effect.flatMap(SqliteFile.open(filename, [], migrations), (connections) =>
    Effect.acquireUseRelease(
      SqliteDriver.make(connections),
      (driver) => use(SqlStorage.make(driver)),
      (driver) => driver.close
    )
  )
  return { logged, result: await Effect.runPromise(Effect.provide(Effect.scoped(used), log)) }
}

const nothing = () => Effect.void

const oldBooks = Array.from(
  { length: count },
  (_, at): OldBook => ({
    id: String(at).padStart(4, "0"),
    name: `Book ${at}`,
    author: at % 2 === 0 ? "Ada" : "Bob",
    reviews: [`first of ${at}`, `second of ${at}`]
  })
)

/** Fails unless a file has everything that was in the old books, as books and reviews of today. */
const expectSplit = async (filename: string) => {
  const { logged, result } = await open(filename, newMigrations(), (storage) =>
    Effect.orDie(
      Effect.gen(function* () {
        const books = rows(storage, { ...Books, columnsOf: ({ author, id }: Book) => ({ id, author }) })
        const reviews = rows(storage, { ...Reviews, columnsOf: ({ book, ordinal }: Review) => ({ book, ordinal }) })
        return {
          books: (yield* books.scan({})).map(({ value }) => value),
          byBob: (yield* books.scan({ index: "author", prefix: ["Bob"] })).map(({ value }) => value.id),
          reviews: (yield* reviews.scan({})).map(({ value }) => value)
        }
      })
    )
  )
  expect(result.books).toEqual(oldBooks.map(({ author, id, name }) => ({ id, author, title: name })))
  expect(result.byBob).toEqual(oldBooks.filter(({ author }) => author === "Bob").map(({ id }) => id))
  expect(result.reviews).toEqual(
    oldBooks.flatMap(({ id: book, reviews }) => reviews.map((text, ordinal) => ({ book, ordinal, text })))
  )
  inspect(filename, (database) => {
    expect(schemaOf(database, [Books, Reviews])).toEqual(declaredSchema([Books, Reviews]))
    expect(database.prepare("select name from counters where name like '%split_reviews%'").all()).toEqual([])
    expect(recordsOf(database)).toEqual(Object.keys(newMigrations()).map(numberOf))
  })
  return logged
}

const copyOf = (name: string): string => {
  const filename = join(folder, name)
  copyFileSync(original, filename)
  return filename
}

const children = new Set<ChildProcess>()
let migrator = ""

/** Starts a migrator, which waits for {@link go}. */
const start = async (...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [migrator, ...args], { stdio: ["pipe", "pipe", "pipe"] })
  children.add(child)
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data
    })
  }
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, output }))
  await Promise.race([once(child.stdout, "data"), ended])
  return { child, ended }
}

const go = async (started: Awaited<ReturnType<typeof start>>) => {
  started.child.stdin.write("go\n")
  return started.ended
}

beforeAll(async () => {
  migrator = bundle("changes/migrator.ts")
  await open(original, oldMigrations, (storage) =>
    Effect.orDie(
      Effect.forEach(oldBooks, rows(storage, { ...OldBooks, columnsOf: ({ id }: OldBook) => ({ id }) }).insert, {
        discard: true
      })
    )
  )
})
afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

describe("the worked example", () => {
  it("adds an indexed column, renames a field and splits a table, in pieces that the log tells of", async () => {
    const filename = copyOf("example.db")
    const logged = await expectSplit(filename)
    const pieces = logged.filter((line) => line.includes('message="bringing the workspace up to date"'))
    expect(pieces).toHaveLength(count / booksAtOnce)
    expect(pieces[3]).toContain("rows=40 percent=40%")
    expect(logged.at(-1)).toContain(`message="brought the workspace up to date" schema=${walk}`)
    expect(await expectSplit(filename)).toEqual([])
  })

  it("makes the same of a new file", async () => {
    const filename = join(folder, "new.db")
    expect((await open(filename, newMigrations(), nothing)).logged).toEqual([])
    inspect(filename, (database) =>
      expect(schemaOf(database, [Books, Reviews])).toEqual(declaredSchema([Books, Reviews]))
    )
  })

  it("makes the same of a file from before the baseline, whose own rows stay as they are", async () => {
    const [filename, other] = [join(folder, "before.db"), join(folder, "before-without.db")]
    unpack(beforeBaseline, filename)
    unpack(beforeBaseline, other)
    await open(filename, newMigrations(), nothing)
    await open(other, Engine.migrations, nothing)
    inspect(filename, (database) => {
      expect(schemaOf(database, [Books, Reviews])).toEqual(declaredSchema([Books, Reviews]))
      const own = new Set([Books.name, Reviews.name, "schema_migrations"])
      const others = (rows: ReturnType<typeof rowsOf>) => rows.filter(([table]) => !own.has(table))
      expect(others(rowsOf(database))).toEqual(others(inspect(other, rowsOf)))
    })
  })
})

describe("a migration in pieces", () => {
  it("goes on where a process was killed in the middle of a piece, and earlier versions refuse the file", async () => {
    const filename = copyOf("killed.db")
    const before = inspect(filename, rowsOf)
    const { signal } = await go(await start(filename, "books", "35"))
    expect(signal).toBe("SIGKILL")
    const cursor = inspect(
      filename,
      (database) => valuesOf(database, "select value from counters where name like '%split_reviews cursor'")[0]
    )
    expect(cursor).toBe(30)
    await expect(open(filename, oldMigrations, nothing)).rejects.toThrow(`has schema ${walk}`)
    const copy = `${filename}.schema-${latestOf(oldMigrations)}.bak`
    expect(inspect(copy, rowsOf)).toEqual(before)
    const kept = statSync(copy).mtimeMs
    const logged = await expectSplit(filename)
    expect(logged[0]).toContain("rows=40")
    expect(statSync(copy).mtimeMs).toBe(kept)
    expect(existsSync(`${filename}.schema-${walk}.bak`)).toBe(false)
  })

  it("keeps the pieces that are done where a later one fails, and says why", async () => {
    const filename = copyOf("failed.db")
    const failing = newMigrations(({ last }) => {
      if (last > 50) throw new Error("no such book")
    })
    await expect(open(filename, failing, nothing)).rejects.toThrow(`migrating ${filename} failed: no such book`)
    expect((await expectSplit(filename))[0]).toContain("rows=60")
  })
})

describe("two processes that open an old file at once", () => {
  const both = async (filename: string, what: string) => {
    const started = await Promise.all([start(filename, what), start(filename, what)])
    const ended = await Promise.all(started.map(go))
    for (const { code, output } of ended) expect([code, output]).toEqual([0, expect.any(String)])
    return ended.map(({ output }) => output).join("")
  }

  it("bring it up to date once, and keep one copy of it as it was", async () => {
    const filename = join(folder, "both.db")
    unpack(beforeBaseline, filename)
    const before = inspect(filename, rowsOf)
    const recorded = inspect(filename, recordsOf)
    const output = await both(filename, "engine")
    expect(output.match(/kept a copy/g)).toHaveLength(1)
    expect(output.match(/brought the workspace up to date/g)).toHaveLength(1)
    expect(inspect(`${filename}.schema-29.bak`, rowsOf)).toEqual(before)
    expect(inspect(filename, recordsOf)).toEqual([...recorded, ...Object.keys(Engine.migrations).map(numberOf)])
  })

  it("do each piece of a long migration once", async () => {
    const filename = copyOf("both-books.db")
    const output = await both(filename, "books")
    expect(output.match(/kept a copy/g)).toHaveLength(1)
    expect(output.match(/bringing the workspace up to date/g)).toHaveLength(count / booksAtOnce)
    expect(await expectSplit(filename)).toEqual([])
  })
})
