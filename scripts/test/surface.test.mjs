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
