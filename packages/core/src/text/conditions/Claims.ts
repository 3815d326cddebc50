import * as Schema from "effect/Schema"

/** A value that a visitor's claim can have: any JSON value. */
export type ClaimValue =
  | null
  | boolean
  | number
  | string
  | ReadonlyArray<ClaimValue>
  | { readonly [name: string]: ClaimValue }

/** The known claims of a visitor, by name; unsigned claims are in `unsigned`. */
export type Claims = { readonly [name: string]: ClaimValue }

/** The maximum nesting of claims. */
const maxDepth = 16

const isClaimValue = (value: unknown, depth: number): value is ClaimValue => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return true
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value !== "object" || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isClaimValue(item, depth - 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    (prototype === null || prototype === Object.prototype) &&
    Object.values(value).every((item) => isClaimValue(item, depth - 1))
  )
}

/** Whether a value is an object of further claims. */
export const isClaims = (value: ClaimValue): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The claims of a visitor, as given in-process: plain data, at most 16 levels deep. */
export const Claims = Schema.declare(
  (value): value is Claims => isClaimValue(value, maxDepth) && isClaims(value)
).annotations({ identifier: "Claims", message: () => "expected an object of plain data, at most 16 levels deep" })
