import { expect, it } from "vitest"
import { alike, wordsOf } from "../../../src/content/merge/Likeness.js"

it("has the words of a text, else its signs, else nothing", () => {
  expect(wordsOf("The quick, brown fox_1")).toEqual(["The", "quick", "brown", "fox_1"])
  expect(wordsOf("漢字 かな")).toEqual(["漢", "字", "か", "な"])
  expect(wordsOf("--- | ---")).toEqual(["-", "-", "-", "|", "-", "-", "-"])
  expect(wordsOf(" \n")).toEqual([])
})

it("compares by the share of words that both have, each as often as there", () => {
  expect(alike(["a", "b"], ["b", "a"])).toBe(1)
  expect(alike(["a", "a"], ["a", "c"])).toBe(0.5)
  expect(alike([], ["a"])).toBe(0)
  expect(alike(["a"], [])).toBe(0)
})
