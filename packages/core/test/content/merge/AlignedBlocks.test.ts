import { expect, it } from "vitest"
import { alignedBlocks } from "../../../src/content/merge/AlignedBlocks.js"

const pairs = (before: ReadonlyArray<string>, after: ReadonlyArray<string>) =>
  alignedBlocks(before, after).map(({ from, to }) => [
    from === undefined ? undefined : before[from],
    to === undefined ? undefined : after[to]
  ])

const [fox, redFox] = ["the quick brown fox jumps", "the quick red fox jumps"]
const [dog, lateDog] = ["a lazy dog sleeps all day", "a lazy dog sleeps all night"]

it("pairs edited blocks with what they were edited from, wherever they stand in a change", () => {
  expect(pairs(["same", fox, dog, "end"], ["same", "nothing alike here", redFox, lateDog, "end"])).toEqual([
    ["same", "same"],
    [undefined, "nothing alike here"],
    [fox, redFox],
    [dog, lateDog],
    ["end", "end"]
  ])
  expect(pairs(["same", "one removed", fox, "another gone", dog], ["same", redFox, lateDog])).toEqual([
    ["same", "same"],
    ["one removed", undefined],
    [fox, redFox],
    ["another gone", undefined],
    [dog, lateDog]
  ])
})

it("pairs blocks that are not alike in their order, and what is left over with nothing", () => {
  expect(pairs(["same", "one"], ["same", "two", "three"])).toEqual([
    ["same", "same"],
    ["one", "two"],
    [undefined, "three"]
  ])
  expect(pairs(["one", "two", fox], ["three", redFox])).toEqual([
    ["one", "three"],
    ["two", undefined],
    [fox, redFox]
  ])
})

it("tells what was edited by other texts, if they are given", () => {
  const words = { before: ["x", fox], after: [redFox] }
  expect(alignedBlocks(["1", "2"], ["3"], words)).toEqual([{ from: 0 }, { from: 1, to: 0 }])
})
