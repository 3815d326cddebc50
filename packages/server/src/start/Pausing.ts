/** Jobs and mail of a restored workspace, which wait until an operator has looked at it. */
import { Unavailable } from "@lectern/core/errors/Errors"
import { Mailer } from "@lectern/core/mail/Mailer"
import { Storage } from "@lectern/core/storage/Storage"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { paused } from "../workspace/Marks.js"

/** Whether the workspace of this server is paused. */
export interface Pause {
  isPaused: boolean
}

/** How often to check whether a paused workspace has been resumed. */
const looked = Duration.seconds(2)

/** A mailer that refuses to send while the workspace is paused. */
export const pausedMailer = (mailer: Layer.Layer<Mailer>, pause: Pause): Layer.Layer<Mailer> =>
  Layer.map(mailer, (context) => {
    const { isConfigured, send } = Context.get(context, Mailer)
    return Context.make(Mailer, {
      isConfigured,
      send: (mail) =>
        Effect.suspend(() =>
          pause.isPaused
            ? new Unavailable({ message: "mail is paused in this restored workspace until lectern resume is run" })
            : send(mail)
        )
    })
  })

/** Checks whether the workspace is paused. */
export const look = (pause: Pause): Effect.Effect<boolean, Unavailable, Storage> =>
  Effect.map(
    Effect.flatMap(Storage, (storage) => storage.counter(paused)),
    (mark) => {
      pause.isPaused = mark > 0
      return pause.isPaused
    }
  )

/**
 * Runs work now, or in the background as soon as a paused workspace is resumed. {@link look} has found out which; it is
 * not called again, because a storage that becomes unavailable must not end the server.
 */
export const whenResumed = <R>(
  pause: Pause,
  work: Effect.Effect<void, never, R>
): Effect.Effect<void, never, R | Storage | Scope.Scope> =>
  Effect.gen(function* () {
    if (!pause.isPaused) return yield* work
    yield* Effect.logWarning("jobs and mail of this restored workspace are paused: lectern resume lets them run")
    const resumed = look(pause).pipe(
      Effect.catchAll(() => Effect.succeed(true)),
      Effect.repeat({ schedule: Schedule.spaced(looked), while: (isPaused) => isPaused })
    )
    yield* Effect.forkScoped(Effect.zipRight(resumed, work))
  })
