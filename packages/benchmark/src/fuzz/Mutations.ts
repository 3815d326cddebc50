/** Ways to corrupt a valid text, and random texts. */
import type { Random } from "./Random.js"

const base64url = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
const odd = [
  "\0",
  "\n",
  " ",
  "%00",
  "=",
  ".",
  "/",
  "+",
  "é",
  "\u{1f98a}",
  "\ud800",
  "null",
  "__proto__",
  "{}",
  "'",
  '"',
  ";"
]

const letters = (random: Random, length: number): string => Array.from({ length }, () => random.one(base64url)).join("")

type Mutation = (text: string, random: Random, other: string) => string

/** The start and end of a random piece of a text, mostly a few characters long. */
const pieceOf = (text: string, random: Random): readonly [number, number] => {
  const start = random.below(text.length + 1)
  return [start, Math.min(text.length, start + 1 + random.below(random.below(4) === 0 ? text.length + 1 : 4))]
}

/** Replaces a character by another one of the same alphabet, so that the text stays well-formed. */
const replaced: Mutation = (text, random) => {
  const at = random.below(text.length)
  return `${text.slice(0, at)}${letters(random, 1)}${text.slice(at + 1)}`
}

const swapped: Mutation = (text, random) => {
  const [at, to] = [random.below(text.length), random.below(text.length)]
  const units = [...text]
  ;[units[at], units[to]] = [units[to] ?? "", units[at] ?? ""]
  return units.join("")
}

const rotated: Mutation = (text, random) => {
  const at = random.below(text.length)
  return `${text.slice(at)}${text.slice(0, at)}`
}

const otherCase: Mutation = (text, random) => {
  const [start, end] = pieceOf(text, random)
  const piece = text.slice(start, end)
  return `${text.slice(0, start)}${piece === piece.toUpperCase() ? piece.toLowerCase() : piece.toUpperCase()}${text.slice(end)}`
}

/** The beginning of one text joined with the end of another. */
const crossed: Mutation = (text, random, other) => {
  const at = random.below(text.length + 1)
  return `${text.slice(0, at)}${other.slice(at)}`
}

const removed: Mutation = (text, random) => {
  const [start, end] = pieceOf(text, random)
  return `${text.slice(0, start)}${text.slice(end)}`
}

const repeated: Mutation = (text, random) => {
  const [start, end] = pieceOf(text, random)
  return `${text.slice(0, end)}${text.slice(start)}`
}

const inserted: Mutation = (text, random) => {
  const at = random.below(text.length + 1)
  return `${text.slice(0, at)}${random.below(2) === 0 ? letters(random, 1 + random.below(4)) : random.one(odd)}${text.slice(at)}`
}

const cut: Mutation = (text, random) => text.slice(0, random.below(text.length + 1))

const wrapped: Mutation = (text, random) =>
  random.one([
    ` ${text}`,
    `${text} `,
    `"${text}"`,
    `${text}\0`,
    encodeURIComponent(text.toWellFormed()),
    `${text},${text}`
  ])

/** Mutations that preserve length and alphabet, so that only the verifier can detect them. */
const inForm: ReadonlyArray<Mutation> = [replaced, replaced, swapped, rotated, otherCase, crossed]
const outOfForm: ReadonlyArray<Mutation> = [removed, repeated, inserted, cut, wrapped]

/** A text close to one of these: up to three mutations, and most of them keep it well-formed. */
export const mutated = (texts: ReadonlyArray<string>, random: Random): string => {
  let text = random.one(texts)
  for (let left = 1 + random.below(3); left > 0 && text.length > 0; left--) {
    const change = random.one(random.below(4) === 0 ? outOfForm : inForm)
    text = change(text, random, random.one(texts))
  }
  return text
}

/** A random text. */
export const garbage = (random: Random): string => {
  const length = random.below(10) === 0 ? random.below(10_000) : random.below(80)
  if (random.below(2) === 0) return letters(random, length)
  return Array.from({ length: Math.min(length, 200) }, () =>
    random.below(8) === 0 ? random.one(odd) : String.fromCharCode(random.below(0x180))
  ).join("")
}
