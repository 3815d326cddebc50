/** Conditions: expressions that decide whether a visitor sees a part of a site. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Claims } from "./Claims.js"
import { ConditionText } from "./ConditionText.js"
import { parseExpression } from "./Expression.js"

/**
 * A condition as it is set: an expression over `visitor.claims` of 1 to 1,024 characters that parses. It has literals,
 * arrays, member access, `includes`, and the operators `! && || == === != !== < <= > >= in ?: +`.
 */
export const Condition = ConditionText.pipe(
  Schema.filter((condition) =>
    Either.getOrElse(
      Either.map(parseExpression(condition), () => true),
      (problem) => problem
    )
  )
)

/**
 * Whether a condition is true for a visitor with these claims. It is false whenever evaluation reaches a missing claim,
 * even below `!`: `&&`, `||` and `?:` do not evaluate operands that they do not need, and `in` tests for a claim
 * without needing it. A text that does not parse is false.
 */
export const holds = (condition: string, claims: Claims): boolean => {
  const parsed = parseExpression(condition)
  return Either.isRight(parsed) && Boolean(parsed.right(claims))
}
