/** How the answers of calls under keys are kept. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"

/** How answers are kept as text. */
export interface KeptAnswers<A> {
  /** The text of an answer; `undefined` if it cannot be kept. */
  readonly write: (answer: A) => string | undefined
  readonly read: (text: string) => A
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

/** Whether a value is JSON, apart from properties that are `undefined`: no bytes, streams, functions or dates. */
export const isJson = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  while (level.length > 0) {
    const objects = level.filter((each): each is object => typeof each === "object" && each !== null)
    if (level.some((each) => ["function", "symbol", "bigint"].includes(typeof each)) || !objects.every(isPlain))
      return false
    level = objects.flatMap((each) => Object.values(each))
  }
  return true
}

const readValue = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ value: optional(Schema.Unknown) })))

/** Keeps answers that are JSON. */
export const jsonAnswers: KeptAnswers<unknown> = {
  write: (value) => (isJson(value) ? JSON.stringify({ value }) : undefined),
  read: (text) => readValue(text).value
}
