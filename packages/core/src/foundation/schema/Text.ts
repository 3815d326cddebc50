/**
 * Text as every resource accepts it: measured in characters, and without characters that some storages cannot store.
 */
import * as Schema from "effect/Schema"

/** The number of characters (code points) in a text, the measure of every limit. */
export const characterCount = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The first `most` characters (code points) of a text; takes no longer for a longer text. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join("")

/** The first `most` characters of a text as one line, in which every run of white space is one space. */
export const firstLine = (text: string, most: number): string => {
  let line = ""
  for (const [word] of text.matchAll(/\S+/g)) {
    line += line === "" ? word : ` ${word}`
    if (line.length >= 2 * most) break
  }
  return firstCharacters(line, most)
}

/** Whether every storage can store the text: no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

/** A text that every storage can store. */
export const Text = Schema.String.pipe(
  Schema.filter((text) => isStorable(text) || "expected text without NUL characters and lone surrogates")
)

/** A {@link Text} of `min` to `max` characters. */
export const text = (min: number, max: number) =>
  Text.pipe(
    Schema.filter((value) => {
      const length = characterCount(value)
      if (length < min) return `expected at least ${min} character${min === 1 ? "" : "s"}, got ${length}`
      if (length > max) return `expected at most ${max} characters, got ${length}`
      return true
    })
  ).annotations({ jsonSchema: { minLength: min, maxLength: max } })

/** An absolute http or https URL of at most 2,048 characters. */
export const Url = text(1, 2048)
  .pipe(
    Schema.filter((value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined
      return url?.protocol === "https:" || url?.protocol === "http:" || "expected an http or https address"
    })
  )
  .annotations({ jsonSchema: { format: "uri", maxLength: 2048 } })

/** A point in time: UTC, ISO 8601, with milliseconds. */
export const Timestamp = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })

let emojiCharacter: RegExp | undefined

const isEmojiCharacter = (value: string): boolean => {
  // The set of all emoji takes 30 ms to make, which most programs never need.
  emojiCharacter ??= /^\p{RGI_Emoji}$/v
  return emojiCharacter.test(value)
}

const emojiCodePoints = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/

/** Whether the text is one emoji, as a character or as its code points in lower-case hex joined by `-`. */
export const isEmoji = (value: string): boolean => {
  if (isEmojiCharacter(value)) return true
  if (!emojiCodePoints.test(value)) return false
  const points = value.split("-").map((hex) => Number.parseInt(hex, 16))
  if (points.some((point) => point > 0x10ffff)) return false
  const character = String.fromCodePoint(...points)
  return isEmojiCharacter(character) || isEmojiCharacter(`${character}\ufe0f`)
}

/** One emoji: the character, or its code points in lower-case hex joined by `-`. Stored as written. */
export const Emoji = text(1, 50).pipe(
  Schema.filter((value) => isEmoji(value) || "expected one emoji, or its code points in hex")
)

/** The name of an icon, such as `gear`. */
export const Icon = text(1, 50).pipe(
  Schema.pattern(/^[a-z0-9][a-z0-9-]*$/, { message: () => "expected the name of an icon" })
)
