/** The job that removes spaces for good once they can no longer be restored. */
import { Actor, system } from "@lectern/core/access/Actor"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { type Duration, Effect, Schedule } from "effect"

/** One purge, which only logs what goes wrong: the next one takes up what is left. */
const purgeOnce = Effect.flatMap(Spaces, (spaces) => spaces.purge).pipe(
  Effect.provideService(Actor, system),
  Effect.tap((purged) =>
    purged.length === 0
      ? Effect.void
      : Effect.annotateLogs(Effect.logInfo("purged"), { spaces: purged.map(({ id }) => id).join(",") })
  ),
  Effect.catchAllCause((cause) => Effect.logError("purge failed", cause))
)

/** Purges now, and again whenever so much time has passed since the last purge ended. Never ends. */
export const purgeEvery = (pause: Duration.Duration): Effect.Effect<void, never, Spaces> =>
  Effect.asVoid(Effect.repeat(purgeOnce, Schedule.spaced(pause)))
