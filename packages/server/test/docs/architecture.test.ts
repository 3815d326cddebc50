/** The rules of the manual's page on the architecture that no compiler and no other check knows. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./blocks.js"

/** Floors that have no resources. */
const without = ["engine", "foundation", "storage", "text"]

/** The folders of the resources below a folder of floors, as `floor/resource`. */
const resources = (below: string): ReadonlyArray<string> =>
  readdirSync(join(root, below), { withFileTypes: true }).flatMap((floor) =>
    !floor.isDirectory() || without.includes(floor.name)
      ? []
      : readdirSync(join(root, below, floor.name), { withFileTypes: true }).flatMap((entry) =>
          entry.isDirectory() ? [`${floor.name}/${entry.name}`] : []
        )
  )

const sources = (below: string): ReadonlyArray<string> =>
  readdirSync(join(root, below), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replaceAll("\\", "/"))

describe("the architecture", () => {
  it("has a resource in one folder, of the same name in core and in http", () => {
    const known = resources("packages/core/src")
    expect(known.length).toBeGreaterThan(40)
    expect(resources("packages/http/src").filter((name) => !known.includes(name))).toEqual([])
  })

  it("has registries imported by nothing but the engine", () => {
    const importing = sources("packages/core/src").filter((path) =>
      /from "[./\w-]*\/Registry\.js"/.test(readFileSync(join(root, "packages/core/src", path), "utf8"))
    )
    expect(importing.length).toBeGreaterThan(2)
    expect(importing.filter((path) => !path.startsWith("engine/"))).toEqual([])
  })

  it("has every repository and every group of operations in the list of the engine", () => {
    const declared = (below: string, pattern: RegExp) =>
      sources(below).flatMap((path) => {
        const text = readFileSync(join(root, below, path), "utf8")
        return path.startsWith("foundation/") || path.startsWith("storage/") || !pattern.test(text)
          ? []
          : [path.split("/").at(-1)!.replace(/\.ts$/, ".js")]
      })
    const listed = (path: string) => readFileSync(join(root, path), "utf8")
    const repositories = listed("packages/core/src/engine/Repositories.ts")
    const missing = declared("packages/core/src", /\brepositoryOf\(/).filter(
      (name) => !repositories.includes(`/${name}"`)
    )
    const groups = listed("packages/http/src/engine/Groups.ts")
    const ungrouped = sources("packages/http/src").filter(
      (path) =>
        path.endsWith("Http.ts") &&
        !/^(?:engine|foundation)\//.test(path) &&
        !groups.includes(path.replace(/\.ts$/, ".js"))
    )
    expect([missing, ungrouped]).toEqual([[], []])
  })
})
