/** Every scan, count and lookup is one walk of the index it names, with no sorting and no reading of other rows. */
import { describe, expect, it } from "@effect/vitest"
import type { Range, Scan } from "@lectern/core/storage/Storage"
import { sortColumns, table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import { stretches } from "@lectern/storage-sql/Ranges"
import * as Statements from "@lectern/storage-sql/Statements"
import { sqliteLibrary } from "../src/connections/Libraries.js"

const items = table({
  name: "items",
  columns: { space: "text", id: "text", path: "text", from: "integer", until: "integer?", key: "text", order: "text?" },
  key: ["space", "id", "from"],
  indexes: {
    path: { on: ["space", "until", "path"] },
    position: { on: ["space", "order"] },
    unique: { on: ["space", "key"], unique: true }
  }
})

const nullable: ReadonlyArray<string> = ["until", "order"]

const database = sqliteLibrary().open(":memory:")
for (const statement of createTables(sqlite, [items])) database.exec(statement)

/** The steps of SQLite for a statement, and the names of the parameters that it searches an index by. */
const planOf = (sql: string): ReadonlyArray<string> => {
  const statement = database.prepare<readonly [number, number, number, string]>(`explain query plan ${sql}`)
  const parameters = Array.from({ length: sql.split("?").length - 1 }, () => 1)
  return statement.all(parameters).map(([, , , detail]) => detail)
}

const scanPlan = (scan: Scan): ReadonlyArray<string> =>
  planOf(Statements.scan(sqlite, items, scan.index, stretches(items, scan), scan.reverse === true, true))

const countPlan = (range: Range): ReadonlyArray<string> =>
  planOf(Statements.count(sqlite, items, range.index, stretches(items, range)))

describe("plans", () => {
  const scans: ReadonlyArray<readonly [title: string, scan: Scan, plan: ReadonlyArray<string>]> = [
    ["the key by prefix", { prefix: ["s"] }, ["SEARCH items USING INDEX items_key (space=?)"]],
    [
      "the key after a cursor",
      { prefix: ["s"], after: ["s", "i", 3] },
      ["SEARCH items USING INDEX items_key (space=? AND (id,from)>(?,?))"]
    ],
    [
      "the key before a cursor",
      { prefix: ["s"], after: ["s", "i", 3], reverse: true },
      ["SEARCH items USING INDEX items_key (space=? AND (id,from)<(?,?))"]
    ],
    [
      "the whole key after a cursor",
      { after: ["s", "i", 3] },
      ["SEARCH items USING INDEX items_key ((space,id,from)>(?,?,?))"]
    ],
    [
      "what is current, by path, after a cursor",
      { index: "path", prefix: ["s", null], after: ["s", null, "a/b", "i", 3] },
      ["SEARCH items USING INDEX items_path (space=? AND until=? AND (path,id,from)>(?,?,?))"]
    ],
    [
      "what is current, by a range of paths",
      { index: "path", prefix: ["s", null], gte: "a/", lt: "a0" },
      ["SEARCH items USING INDEX items_path (space=? AND until=? AND path>? AND path<?)"]
    ],
    [
      "a cursor within a range replaces its bound",
      { index: "path", prefix: ["s", null], gte: "a/", lt: "a0", after: ["s", null, "a/b", "i", 3] },
      ["SEARCH items USING INDEX items_path (space=? AND until=? AND (path,id,from)>(?,?,?) AND path<?)"]
    ],
    [
      "a bound above which nulls are not",
      { index: "position", prefix: ["s"], gt: "a" },
      ["SEARCH items USING INDEX items_position (space=? AND order>?)"]
    ],
    [
      "a unique index after a cursor",
      { index: "unique", prefix: ["s"], after: ["s", "k", "i", 3] },
      ["SEARCH items USING INDEX items_unique (space=? AND key>?)"]
    ],
    [
      "nulls are a stretch of their own after a cursor among them",
      { index: "position", prefix: ["s"], after: ["s", null, "i", 3] },
      [
        "MERGE (UNION ALL)",
        "LEFT",
        "SEARCH items USING INDEX items_position (space=? AND order=? AND (id,from)>(?,?))",
        "RIGHT",
        "SEARCH items USING INDEX items_position (space=? AND order>?)"
      ]
    ]
  ]
  for (const [title, scan, plan] of scans) it(title, () => expect(scanPlan(scan)).toEqual(plan))

  it("no scan sorts", () => {
    for (const index of ["key", "path", "position", "unique"]) {
      const name: Scan = index === "key" ? {} : { index }
      const after = sortColumns(items, name.index).map((column) => (nullable.includes(column) ? null : 1))
      for (const scan of [name, { ...name, reverse: true }, { ...name, after }, { ...name, after, reverse: true }]) {
        expect(scanPlan(scan).join("\n")).not.toContain("TEMP B-TREE")
      }
    }
  })

  it("counts read the index alone", () => {
    expect(countPlan({ index: "path", prefix: ["s", null] })).toEqual([
      "SCAN CONSTANT ROW",
      "SCALAR SUBQUERY 1",
      "SEARCH items USING COVERING INDEX items_path (space=? AND until=?)"
    ])
  })

  it("lookups walk the key", () => {
    const byKey = "SEARCH items USING INDEX items_key (space=? AND id=? AND from=?)"
    expect(planOf(Statements.get(sqlite, items))).toEqual([byKey])
    expect(planOf(Statements.remove(sqlite, items))).toEqual([byKey])
    expect(planOf(Statements.update(sqlite, items))).toContain(byKey)
    expect(planOf(Statements.taken(sqlite, items, ["space", "key"]))).toEqual([
      "SEARCH other USING INDEX items_unique (space=? AND key=?)"
    ])
  })
})
