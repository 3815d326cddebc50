import { describe, expect, it } from "vitest"
import { upward } from "../lib/floors.mjs"
import { castsJson, circles, forbidden, importsOf, mayUseNode, rules } from "../lib/imports.mjs"

describe("imports", () => {
  it("are read from code, of values and of types", () => {
    const text = [
      'import type { A } from "a"',
      'import { type B } from "b"',
      'import { c, type C } from "c"',
      'export * from "d"',
      'export type { E } from "e"',
      'import "f"',
      'const g = import("g")',
      '// import h from "h"',
      "const i = 'import i from \"i\"'"
    ].join("\n")
    expect(importsOf("x.ts", text)).toEqual(["a", "b", "c", "f", "d", "e", "g"])
  })

  it("keeps core free of Node, platform and storages, and every arrow pointing one way", () => {
    const dependencies = new Set(["effect", "yaml", "@effect/platform", "@lectern/core", "@lectern/storage-memory"])
    const problem = (name, specifier) => forbidden(name, rules[name], dependencies, specifier)
    expect(problem("core", "effect")).toBeUndefined()
    expect(problem("core", "effect/Schema")).toBeUndefined()
    expect(problem("core", "./x.js")).toBeUndefined()
    expect(problem("core", "node:fs")).toContain("must run without Node")
    expect(problem("core", "fs")).toContain("must run without Node")
    expect(problem("core", "@effect/platform/HttpApi")).toContain("must not depend on @effect/platform")
    expect(problem("core", "@lectern/storage-memory/MemoryStorage")).toContain("must not depend")
    expect(problem("core", "@lectern/core/x")).toContain("relative path")
    expect(problem("core", "fflate")).toContain("not among the dependencies")
    expect(problem("http", "@effect/platform")).toBeUndefined()
    expect(problem("http", "@lectern/storage-memory/MemoryStorage")).toContain("must not depend")
    expect(problem("server", "node:http")).toBeUndefined()
  })

  it("lets Node into one folder of http, and into nothing else of it", () => {
    const may = (name, file) => mayUseNode(rules[name], "/src", `/src/${file}`)
    expect(may("http", "engine/node/NodeListener.ts")).toBe(true)
    expect(may("http", "engine/LecternHttp.ts")).toBe(false)
    expect(may("http", "content/engine/node/Spaces.ts")).toBe(false)
    expect(may("core", "node/Anything.ts")).toBe(false)
    expect(may("server", "bin.ts")).toBe(true)
  })

  it("finds circles", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", []],
      ["e", ["e"]]
    ])
    expect(circles(graph)).toEqual([
      ["a", "b", "c", "a"],
      ["e", "e"]
    ])
    expect(
      circles(
        new Map([
          ["a", ["b", "c"]],
          ["b", ["c"]],
          ["c", []]
        ])
      )
    ).toEqual([])
  })

  it("finds those that go up to another floor", () => {
    expect(
      upward("people/teams/Teams.ts", [
        "foundation/ids/Ids.ts",
        "people/users/User.ts",
        "content/spaces/Spaces.ts",
        "engine/Tables.ts",
        "index.ts"
      ])
    ).toEqual(["content/spaces/Spaces.ts", "engine/Tables.ts", "index.ts"])
    expect(upward("engine/Tables.ts", ["people/teams/TeamRepository.ts", "Lectern.ts"])).toEqual(["Lectern.ts"])
    expect(upward("index.ts", ["Lectern.ts", "engine/Tables.ts"])).toEqual([])
  })

  it.each([
    ["JSON.parse(text) as Space", true],
    ["const a = [(JSON.parse(text)) as ReadonlyArray<string>]", true],
    ["JSON.parse(text) as unknown", false],
    ["const a: unknown = JSON.parse(text)", false],
    ["const a: Space = JSON.parse(text)", true],
    ["const a = (text: string): Space => JSON.parse(text)", true],
    ["const a = (text: string): unknown => JSON.parse(text)", false],
    ["decode(JSON.parse(text)) as Space", false],
    ["'JSON.parse(text) as Space'", false]
  ])("tells whether parsed JSON is cast in %s", (text, expected) => {
    expect(castsJson("x.ts", text)).toBe(expected)
  })
})
