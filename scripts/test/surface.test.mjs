import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { declarationsOf } from "../lib/surface.mjs"

const ofTypes = (type) => declarationsOf("some.d.ts", `import { A } from "a"\nexport type Some = ${type}\n`)

it.each([
  ["string | undefined", "undefined | string"],
  ['{ a: "x" | "y" } | { b: 1 }', '{ b: 1 } | { a: "y" | "x" }'],
  ["ReadonlyArray<A | B> & (C | D)", "ReadonlyArray<B | A> & (D | C)"],
  ["(a: 1 | 2) => Promise<3 | 4>", "(a: 2 | 1) => Promise<4 | 3>"]
])("the surface is the same whether a union is written %s or %s", (one, other) => {
  expect(ofTypes(one)).toEqual(ofTypes(other))
})

it("the surface has no imports and comments, and all that is declared", () => {
  expect(ofTypes("/** A word. */ string | /* none */ undefined")).toEqual(["export type Some =  string | undefined"])
  expect(ofTypes("1 | 2")).not.toEqual(ofTypes("1 | 3"))
})

it("the surface has what a module exports again, unless that has a section of its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-surface-"))
  try {
    writeFileSync(
      join(folder, "Id.d.ts"),
      "export declare const Id: string\nexport type Id = string\nexport type Other = 1\n"
    )
    const text = 'import { Id } from "./Id.js"\nexport { Id }\nexport type Thing = { id: Id }\n'
    const again = (shown) => declarationsOf(join(folder, "Thing.d.ts"), text, () => shown)
    expect(again(false)).toEqual([
      "export declare const Id: string",
      "export type Id = string",
      "export type Thing = { id: Id }"
    ])
    expect(again(true)).toEqual(["export { Id }", "export type Thing = { id: Id }"])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("the surface does not tell where something is declared, or how it is imported", () => {
  expect(ofTypes('B | import("../../people/users/User.js").A')).toEqual(ofTypes("A | B"))
  expect(ofTypes('import("effect").Effect')).not.toEqual(ofTypes("Effect"))
})
