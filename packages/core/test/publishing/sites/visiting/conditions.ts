/** Conditions on content for visitors, and the visitors for whom each is true. */

/** Facts about a visitor. */
export interface Known {
  readonly plan?: string
  readonly beta?: boolean
}

/** Conditions, and the visitors for whom each is true. */
export const conditions: ReadonlyArray<readonly [text: string, holds: (known: Known) => boolean]> = [
  ["true", () => true],
  ["false", () => false],
  ["visitor.claims.plan == 'pro'", ({ plan }) => plan === "pro"],
  ["visitor.claims.plan != 'pro'", ({ plan }) => plan !== undefined && plan !== "pro"],
  ["'plan' in visitor.claims", ({ plan }) => plan !== undefined],
  ["visitor.claims.unsigned.beta", ({ beta }) => beta === true],
  ["!visitor.claims.unsigned.beta", ({ beta }) => beta === false]
]

/** Whether a condition, by its number, is true for a visitor; no condition is true for all. */
export const holds = (of: number | undefined, known: Known): boolean => of === undefined || conditions[of]![1](known)
/** A condition as the field of a page or of a part of a site; none is no field. */
export const textOf = (of: number | undefined) => (of === undefined ? {} : { condition: conditions[of]![0] })
