/** The requests to content servers: the same documents on both sides, at random and by a seed. */
import { expect, it } from "vitest"
import { writing } from "../src/content-peers/ContentServer.js"
import {
  documentCount,
  documentOf,
  occurringWord,
  sectionCount,
  sectionSize,
  vocabularyOf
} from "../src/content-peers/Documents.js"
import { operationsOf, type Wanted } from "../src/content-peers/Operations.js"
import { randomOf } from "../src/Random.js"

const some = Array.from({ length: 50 }, (_, i) => documentOf(i * 7))
const words = vocabularyOf(some)

it("has documents of 1 to 4 KB in sections of one size, the same each time", () => {
  for (const { body } of some) {
    expect(body.length).toBeGreaterThan(900)
    expect(body.length).toBeLessThanOrEqual(4_000)
  }
  expect(documentOf(sectionSize).section).toBe(1)
  expect(documentOf(documentCount - 1).section).toBe(sectionCount - 1)
  expect(documentOf(documentCount).section).toBe(0)
  expect(documentOf(7)).toEqual(documentOf(7))
})

it("searches for words that a document has", () => {
  const bodies = some.map(({ body }) => body.toLowerCase())
  for (const word of words) expect(bodies.some((body) => body.includes(word))).toBe(true)
  expect(words.join(" ")).not.toContain("https")
  expect(occurringWord(randomOf(3))).toBe(occurringWord(randomOf(3)))
})

it("wants the same of both sides, anywhere in the documents", () => {
  const [get, list, search] = operationsOf(words)
  for (const operation of [get!, list!, search!]) {
    const [one, other] = [randomOf(1), randomOf(1)]
    for (let i = 0; i < 20; i++) expect(operation.next(one)).toEqual(operation.next(other))
  }
  const random = randomOf(2)
  const ids = Array.from({ length: 2_000 }, () => (get!.next(random) as Extract<Wanted, { of: "get" }>).i)
  expect(Math.min(...ids)).toBeLessThan(documentCount / 50)
  expect(Math.max(...ids)).toBeGreaterThan(documentCount - documentCount / 50)
  expect(Math.max(...ids)).toBeLessThan(documentCount)
})

it("writes JSON", () => {
  expect(writing("PATCH", "/a", { body: "é" })).toEqual({ method: "PATCH", path: "/a", body: '{"body":"é"}' })
})
