/** Plain JSON of unknown shape, read without casts. */

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** Whether a value is an object, and not an array. */
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value as an object; an empty one for anything else. */
export const object = (value: unknown): Json => (isObject(value) ? value : {})

/** The value as an array; an empty one for anything else. */
export const array = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The value as a string; an empty one for anything else. */
export const string = (value: unknown): string => (typeof value === "string" ? value : "")

/** The object with each of its values replaced. */
export const mapValues = (value: unknown, map: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object(value)).map(([key, child]) => [key, map(child, key)]))

/** The name that a `$ref` ends in. */
export const nameOf = (reference: unknown): string => string(reference).split("/").at(-1) ?? ""
