/** Workspaces that are copied between files and databases, whole or not at all. */
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { tables } from "@lectern/core/engine/Tables"
import { Unavailable } from "@lectern/core/errors/Errors"
import * as Lectern from "@lectern/core/Lectern"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import { RawRows } from "@lectern/storage-sql/WorkspaceCopy"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Context, Effect, Either, Layer, Logger, LogLevel } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createDatabase, execute } from "../../../storage-postgres/test/server.js"
import { rowsOf } from "../../../storage-sqlite/test/changes/schema.js"
import { beforeBaseline, factsOf, tooOldFixtures, unpack } from "../../../storage-sqlite/test/fixtures.js"
import { inspect, valuesOf } from "../../../storage-sqlite/test/inspecting.js"
import { parseSettings } from "../../src/config/Settings.js"
import { copyWorkspace } from "../../src/copy/CopyWorkspace.js"
import { settingsAt, target } from "../../src/copy/Places.js"
import { announce } from "../../src/workspace/RunningServers.js"
import { snapshot } from "../../src/workspace/Snapshot.js"
import { lecternHere } from "../inProcess.js"
import { putFiles, temporaryFolder } from "../program.js"

const fixture = "29-of-11-6ef6ad5"
const [folder, remove] = temporaryFolder()
afterAll(remove)
const inFolder = (name: string) => join(folder, name)
const source = inFolder("source")

const run = (...args: ReadonlyArray<string>) => lecternHere([...args, "--data-dir", inFolder("other")])
const copied = async (from: string, to: string, ...options: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await run("copy", from, to, "--json", ...options)
  expect([stderr.replace(/^A server is running.*\n/, ""), code]).toEqual(["", 0])
  return JSON.parse(stdout)
}

const isDeclared = new Set(["counters", ...tables.map(({ name }) => name)])
/** A hash of each declared table of a file. */
const contentOf = (dataDir: string) =>
  inspect(join(dataDir, "lectern.db"), (database) => rowsOf(database).filter(([table]) => isDeclared.has(table)))

beforeAll(async () => {
  mkdirSync(source)
  unpack(fixture, join(source, "lectern.db"))
  await Effect.runPromise(
    Layer.build(SqliteStorage.layer({ filename: join(source, "lectern.db") })).pipe(
      Effect.scoped,
      Logger.withMinimumLogLevel(LogLevel.None)
    )
  )
  putFiles(inFolder("docs"), {
    "README.md": "# Zebra crossing\n\n![](./picture.png) and [a file](./large.bin).\n",
    "large.bin": Buffer.alloc(700_000, "more than two pieces "),
    "picture.png": Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
      "base64"
    )
  })
  const imported = await lecternHere(["import", inFolder("docs"), "--data-dir", source])
  expect([imported.stderr, imported.code]).toEqual([expect.anything(), 0])
  // What migrations had queued for search is done by the first one who searches.
  await searched(fileOf(source))
})

type Opened = Parameters<typeof Lectern.open>[0]["storage"]

const open = async <A>(storage: Opened, use: (lectern: Lectern.Lectern) => Promise<A>) => {
  const lectern = await Lectern.open({ storage })
  try {
    return await use(lectern)
  } finally {
    await lectern.close()
  }
}

/** The results of a search in a space of the fixture. */
const searched = (storage: Opened) =>
  open(storage, async (lectern) => {
    const { ada, space } = factsOf(fixture).ids
    const answers = ["zebra", "install gu", "second"].map((query) => lectern.as(ada).search.space(space, { query }))
    return Promise.all(answers)
  })

const fileOf = (dataDir: string) => SqliteStorage.open({ filename: join(dataDir, "lectern.db") })

describe("a copy", () => {
  it("goes into a database and back, with everything in it", async () => {
    const url = await createDatabase("nothing")
    const first = await copied(source, url)
    expect(first).toMatchObject({ tables: tables.length, isResumed: false, files: expect.any(Number) })
    expect(first.counts.rows).toBeGreaterThan(90)
    expect(first.bytes).toBeGreaterThan(700_000)
    const checked = await lecternHere(["check", "--data-dir", source], { env: { LECTERN_DATABASE_URL: url } })
    expect(checked).toMatchObject({ code: 0, stdout: "" })
    const back = inFolder("back")
    expect(await copied(url, back)).toMatchObject({ counts: first.counts, files: first.files, bytes: first.bytes })
    expect(contentOf(back)).toEqual(contentOf(source))
    expect(
      await run("check", "--data-dir=unused").then(() => lecternHere(["check", "--data-dir", back]))
    ).toMatchObject({
      code: 0,
      stdout: ""
    })
    const answers = await searched(fileOf(source))
    expect(answers[0]?.items.length).toBeGreaterThan(0)
    expect(await searched(fileOf(back))).toEqual(answers)
    expect(await searched(PostgresStorage.open({ url }))).toEqual(answers)
    const other = await createDatabase()
    expect(await copied(url, other)).toMatchObject({ counts: first.counts, files: first.files })
  })

  it("keeps files where it is told to", async () => {
    const to = inFolder("with-folder")
    const { files } = await copied(source, to, "--blobs", "folder")
    const inBlobs = readdirSync(join(to, "blobs"), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile()
    )
    expect(inBlobs.length).toBe(files)
    inspect(join(to, "lectern.db"), (database) => {
      expect(valuesOf(database, "select count(*) from blob_heads")).toEqual([0])
    })
    expect(await copied(to, inFolder("without-folder"))).toMatchObject({ files })
  })

  /** Copies, but only so many writes succeed; returns how many there were, and the result. */
  const copiedUntil = (to: string, stop: number) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const settings = Either.getOrThrow(parseSettings({}, {}))
          if (!to.startsWith("postgres")) mkdirSync(to)
          const context = yield* Layer.build(target(yield* settingsAt(settings, to)))
          let writes = 0
          const limited =
            <A extends ReadonlyArray<unknown>>(write: (...given: A) => Effect.Effect<void, Unavailable>) =>
            (...given: A) =>
              Effect.suspend(() => (writes++ < stop ? write(...given) : new Unavailable({ message: "stopped" })))
          const raw = Context.get(context, RawRows)
          const { insert, removeCounters, setCounters } = raw
          const stopping = Context.add(context, RawRows, {
            ...raw,
            insert: limited(insert),
            setCounters: limited(setCounters),
            removeCounters: limited(removeCounters)
          })
          const sides = {
            name: to,
            source: yield* Layer.build(snapshot(yield* settingsAt(settings, source))),
            target: stopping
          }
          const done = yield* Effect.either(copyWorkspace(sides, { search: true }))
          return { writes, done: Either.isRight(done) }
        })
      )
    )

  it("continues wherever it was stopped, although the workspace has changed since", async () => {
    const url = await createDatabase("nothing")
    const whole = await copiedUntil(inFolder("unstopped"), Number.POSITIVE_INFINITY)
    expect(whole.done).toBe(true)
    const stops = [1, 2, 9, whole.writes - 2, whole.writes - 1]
    const places = [...stops.map((stop) => [stop, inFolder(`stopped-${stop}`)] as const), [9, url] as const]
    for (const [stop, to] of places) {
      expect(await copiedUntil(to, stop)).toEqual({ writes: stop + 1, done: false })
      const opened = to === url ? { LECTERN_DATABASE_URL: url } : {}
      const started = await lecternHere(["check", "--data-dir", to === url ? source : to], { env: opened })
      expect([started.code, started.stderr]).toEqual([1, expect.stringContaining("has not finished")])
    }
    await open(fileOf(source), async (lectern) => {
      const { ada, guide, space } = factsOf(fixture).ids
      await lectern.as(ada).contentEdits.apply(space, {
        changes: [
          { operation: "update_page", page: guide, title: "Changed" },
          { operation: "insert_page", title: "New", document: { markdown: "a new zebra\n" } }
        ]
      })
    })
    for (const [, to] of places) expect(await copied(source, to)).toMatchObject({ isResumed: true })
    for (const [, to] of places) if (to !== url) expect(contentOf(to)).toEqual(contentOf(source))
    expect(await searched(PostgresStorage.open({ url }))).toEqual(await searched(fileOf(source)))
  })

  it("says which server changes the workspace meanwhile, and where the keys have to go", async () => {
    const [keys, to] = [join(source, "keys"), inFolder("of-served")]
    const settings = Either.getOrThrow(parseSettings({ dataDir: source }, {}))
    const base = "http://localhost:4321"
    const { stderr, stdout } = await Effect.runPromise(
      Effect.scoped(
        Effect.zipRight(
          announce(settings, base, 4321),
          Effect.promise(() => run("copy", source, to))
        )
      )
    )
    expect(stderr).toContain(`A server is running at ${base}: later changes are not copied.\n`)
    expect(stderr).toMatch(/^Copied and compared \d+ rows of \d+ tables, .* and 6 files of .*: nothing differs/m)
    expect(stderr).toContain(`copy ${keys} to ${join(to, "keys")}`)
    expect(stdout).toBe(`${to}\n`)
  })

  it("is refused in one line", async () => {
    const used = await createDatabase("nothing")
    await copied(source, used)
    const newer = await createDatabase()
    await execute(newer, `insert into schema_migrations values (9999, now(), 'later')`)
    const dataOf = (name: string): string => {
      mkdirSync(inFolder(name), { recursive: true })
      unpack(name, join(inFolder(name), "lectern.db"))
      return inFolder(name)
    }
    const cases: ReadonlyArray<readonly [from: string, to: string, expected: RegExp]> = [
      [inFolder("nothing"), inFolder("target"), /there is no workspace in .*nothing/],
      [source, source, /source is not empty; name a new folder or an empty database/],
      [source, used, /the database \w+ is not empty/],
      [source, newer, /has schema 9999, but this version of Lectern knows schemas up to/],
      [dataOf(beforeBaseline), inFolder("target"), /lectern start brings it up to date/],
      ...tooOldFixtures.map(
        (name) => [dataOf(name), inFolder("target"), /: open it once with commit \w+, which/] as const
      ),
      ...tooOldFixtures.map((name) => [source, dataOf(name), /: open it once with commit \w+, which/] as const),
      [await createDatabase("nothing"), inFolder("target"), /there is no workspace in database/],
      ["postgres://127.0.0.1:1/docs", inFolder("target"), /cannot open database docs/]
    ]
    for (const [from, to, expected] of cases) {
      const { code, stderr, stdout } = await run("copy", from, to)
      expect([code, stdout]).toEqual([1, ""])
      expect(stderr).toMatch(/^lectern: .*\n$/)
      expect(stderr).toMatch(expected)
    }
    const { code, stderr } = await run("copy", source, "postgres://ada:pa/ss@127.0.0.1/docs")
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^lectern: expected the address of a PostgreSQL database, .*\n$/)
    ])
    expect(stderr).not.toContain("pa/ss")
  })
})
