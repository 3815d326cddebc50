/** What a connection promises, on every library that loads in this process. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { sqliteLibrary } from "../src/connections/Libraries.js"
import {
  ClosedConnection,
  immediately,
  type SqliteConnection,
  SqliteError
} from "../src/connections/SqliteConnection.js"
import { codeOf } from "../src/SqliteFailure.js"
import { loaded, valuesOf } from "./inspecting.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-connections-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
let file = ""
beforeEach(() => {
  file = join(folder, `${++files}.db`)
})

/** Runs something that must throw, and returns what it throws. */
const thrown = (run: () => unknown): unknown => {
  try {
    run()
  } catch (cause) {
    return cause
  }
  return "nothing was thrown"
}

it("are tested with the library of this process at least", () => {
  expect(loaded.map(([name]) => name)).toContain(sqliteLibrary().name)
  for (const [, { version }] of loaded) expect(version).toMatch(/^3\.\d+\.\d+$/)
})

describe.each(loaded)("a connection by %s", (_, library) => {
  /** Runs something with a connection to a new file. */
  const using = <A>(look: (connection: SqliteConnection) => A, filename = file): A => {
    const connection = library.open(filename)
    try {
      return look(connection)
    } finally {
      connection.close()
    }
  }

  it("returns rows as arrays, `undefined` where there is no row, and an empty array for no rows", () =>
    using((connection) => {
      const two = connection.prepare("select 1 as a, 2 as a union all select 3, 4")
      expect([two.get(), two.all()]).toEqual([
        [1, 2],
        [
          [1, 2],
          [3, 4]
        ]
      ])
      const none = connection.prepare("select 1 where ? = 2")
      expect([none.get([1]), none.all([1])]).toEqual([undefined, []])
    }))

  const value = fc.oneof(
    fc.constantFrom(null, "", "\0", "a\0b", 0, -1, 0.5, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, 1e300),
    fc.string({ unit: "binary" }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.uint8Array()
  )
  const plain = (stored: unknown): unknown => (ArrayBuffer.isView(stored) ? [...(stored as Uint8Array)] : stored)

  it("returns the values that were stored: texts with NUL, large numbers, bytes and null", () =>
    using((connection) => {
      connection.exec("create table stored (id integer primary key, value)")
      const insert = connection.prepare("insert into stored values (?, ?)")
      const read = connection.prepare("select value from stored where id = ?")
      let id = 0
      fc.assert(
        fc.property(value, (given) => {
          id++
          expect(insert.run([id, given])).toBe(1)
          expect(plain(read.get([id])?.[0])).toEqual(plain(given))
        }),
        { numRuns: runs(50) }
      )
    }))

  it("keeps integers in integer columns, and rounds those above 2^53", () =>
    using((connection) => {
      connection.exec("create table numbers (n integer) strict")
      connection.prepare("insert into numbers values (?), (?)").run([7, 2 ** 40])
      expect(connection.prepare("select typeof(n), n from numbers").all()).toEqual([
        ["integer", 7],
        ["integer", 2 ** 40]
      ])
      const large = connection.prepare("select 9007199254740993, 1, 'a'")
      expect([large.get(), large.all()]).toEqual([[2 ** 53, 1, "a"], [[2 ** 53, 1, "a"]]])
      expect(connection.prepare("select 2").get()).toEqual([2])
    }))

  it("counts the rows that a statement changes", () =>
    using((connection) => {
      connection.exec("create table rows (a primary key, b)")
      const changed = (sql: string) => connection.prepare(sql).run()
      expect(changed("insert into rows values (1, 1), (2, 2), (3, 3)")).toBe(3)
      expect(changed("insert into rows values (1, 1), (4, 4) on conflict do nothing")).toBe(1)
      expect(changed("insert into rows values (1, 1) on conflict do nothing")).toBe(0)
      expect(changed("update rows set b = 0 where a > 2")).toBe(2)
      expect(changed("update rows set b = 0 where a > 9")).toBe(0)
      expect(changed("delete from rows")).toBe(4)
    }))

  it("returns rows of a statement that writes", () =>
    using((connection) => {
      connection.exec("create table counted (n integer)")
      const insert = connection.prepare("insert into counted values (?) returning n + 1")
      expect([insert.get([1]), insert.all([2])]).toEqual([[2], [[3]]])
      expect(valuesOf(connection, "select n from counted")).toEqual([1, 2])
    }))

  /** Each failure with the primary result code. */
  const failures: ReadonlyArray<readonly [code: string, run: () => unknown]> = [
    ["ERROR", () => using((connection) => connection.prepare("select a from nowhere"))],
    ["ERROR", () => using((connection) => connection.exec("no statement"))],
    [
      "CONSTRAINT",
      () =>
        using((connection) => {
          connection.exec("create table one (a primary key); insert into one values (1)")
          connection.prepare("insert into one values (?)").run([1])
        })
    ],
    [
      "CONSTRAINT",
      () => using((connection) => connection.exec("create table a (b not null); insert into a values (null)"))
    ],
    [
      "BUSY",
      () =>
        using((connection) => {
          connection.exec("begin immediate")
          using((other) => other.prepare("begin immediate").run(), file)
        })
    ],
    [
      "NOTADB",
      () => {
        writeFileSync(file, "A text of some length, which is no database. ".repeat(40))
        using((connection) => connection.pragma("journal_mode = wal"))
      }
    ],
    ["CANTOPEN", () => library.open(join(folder, "no-folder", "a.db"))],
    ["CANTOPEN", () => library.open(folder)],
    ["CANTOPEN", () => library.open(file, { mustExist: true })],
    ["CANTOPEN", () => library.open(folder, { mustExist: true })],
    ["CANTOPEN", () => library.open(file, { readOnly: true })],
    [
      "FULL",
      () =>
        using((connection) => {
          connection.exec("create table large (a)")
          connection.pragma(`max_page_count = ${Number(connection.pragma("page_count"))}`)
          connection.prepare("insert into large values (?)").run(["x".repeat(100_000)])
        })
    ],
    [
      "READONLY",
      () => {
        using((connection) => connection.exec("create table a (b)"))
        const connection = library.open(file, { readOnly: true })
        try {
          connection.prepare("insert into a values (1)").run()
        } finally {
          connection.close()
        }
      }
    ]
  ]

  it.each(failures)("fails with SQLITE_%s", (code, run) => {
    const cause = thrown(run)
    expect(cause).toBeInstanceOf(SqliteError)
    expect(codeOf(cause)).toBe(code)
    expect(String(cause)).not.toBe("")
  })

  it("waits for a lock no longer than it was told to", () =>
    using((connection) => {
      connection.exec("begin immediate")
      for (const options of [{ busyTimeout: 5 }, {}]) {
        const other = library.open(file, options)
        expect(other.pragma("busy_timeout")).toBe(options.busyTimeout ?? 0)
        expect(codeOf(thrown(() => other.exec("begin immediate")))).toBe("BUSY")
        other.close()
      }
    }))

  it("opens a file that must exist, or read-only, and creates a missing one otherwise", () => {
    using((connection) => connection.exec("create table a (b); insert into a values (1)"))
    for (const options of [{ mustExist: true }, { readOnly: true }, { mustExist: true, readOnly: true }, {}]) {
      const connection = library.open(file, options)
      expect(valuesOf(connection, "select b from a")).toEqual([1])
      connection.close()
    }
  })

  it("knows whether a transaction runs, also where SQLite has ended it", () =>
    using((connection) => {
      const states = [connection.inTransaction()]
      const after = (sql: string) => {
        connection.exec(sql)
        states.push(connection.inTransaction())
      }
      after("create table one (a primary key on conflict rollback)")
      after("begin")
      after("insert into one values (1)")
      expect(codeOf(thrown(() => connection.exec("insert into one values (1)")))).toBe("CONSTRAINT")
      states.push(connection.inTransaction())
      after("begin immediate")
      after("rollback")
      expect(states).toEqual([false, false, true, true, false, true, false])
      expect(
        thrown(() => immediately(connection, () => connection.exec("insert into one values (2); no")))
      ).toBeInstanceOf(SqliteError)
      expect(immediately(connection, () => connection.prepare("insert into one values (3)").run())).toBe(1)
      expect([connection.inTransaction(), valuesOf(connection, "select a from one")]).toEqual([false, [3]])
    }))

  it("is closed once, leaves nothing beside the file, and then does nothing", () => {
    const connection = library.open(file)
    expect(connection.pragma("journal_mode = wal")).toBe("wal")
    connection.exec("create table a (b); begin")
    const insert = connection.prepare("insert into a values (1)")
    const read = connection.prepare("select b from a")
    insert.run()
    expect(connection.isOpen()).toBe(true)
    connection.close()
    connection.close()
    expect([connection.isOpen(), connection.inTransaction()]).toEqual([false, false])
    expect(existsSync(`${file}-wal`)).toBe(false)
    for (const call of [
      () => insert.run(),
      () => read.get(),
      () => read.all(),
      () => connection.prepare("select 1"),
      () => connection.exec("select 1"),
      () => connection.pragma("user_version")
    ])
      expect([String(call), thrown(call)]).toEqual([String(call), expect.any(ClosedConnection)])
    expect(using((again) => valuesOf(again, "select b from a"))).toEqual([])
  })
})
