/** What keeps OpenAPI specifications up to date that come from addresses. */
import { Actor, system } from "@lectern/core/access/Actor"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { Duration, Effect, Schedule } from "effect"

/** How often is looked for what is due. */
const look = Duration.minutes(1)

/** One round, which only logs what goes wrong: the next one takes up what is left. */
const refreshOnce = (age: Duration.Duration) =>
  Effect.flatMap(OpenAPISpecs, (specs) => specs.refreshDue(age)).pipe(
    Effect.provideService(Actor, system),
    Effect.tap((started) =>
      started === 0 ? Effect.void : Effect.annotateLogs(Effect.logInfo("fetching specifications again"), { started })
    ),
    Effect.catchAllCause((cause) => Effect.logError("fetching specifications again failed", cause))
  )

/** Has every specification fetched again that was last fetched so long ago. Never ends. */
export const refreshEvery = (age: Duration.Duration): Effect.Effect<void, never, OpenAPISpecs> =>
  Effect.asVoid(Effect.repeat(refreshOnce(age), Schedule.spaced(look)))
