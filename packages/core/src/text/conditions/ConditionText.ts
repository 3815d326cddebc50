/** The text of a condition; the parser is loaded only if there is one. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { text } from "../../foundation/schema/Text.js"

/** The maximum number of characters of a condition. */
export const maxCondition = 1024

/** The text of a condition, of which {@link conditionProblem} tells whether it parses. */
export const ConditionText = text(1, maxCondition)

const expressions = lazy("the parser of conditions", () => import("./Expression.js"))

/** The error in a condition; `undefined` if it parses. */
export const conditionProblem = (condition: string): Effect.Effect<string | undefined, Unavailable> =>
  Effect.map(expressions.load, ({ parseExpression }) =>
    Either.match(parseExpression(condition), { onLeft: (problem) => problem, onRight: () => undefined })
  )
