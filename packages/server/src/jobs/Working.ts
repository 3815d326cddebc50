/** The background work of a server, which it shares with the other servers of the workspace. */
import { queueUnfinished } from "@lectern/core/internal/engine/JobHandlers"
import { work } from "@lectern/core/internal/engine/Working"
import type { JobHandler } from "@lectern/core/internal/storage/jobs/JobKind"
import { type Job, Jobs } from "@lectern/core/jobs/Jobs"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Settings } from "../config/Settings.js"
import { clean, type RoundServices, refreshEvery } from "./Rounds.js"

/** Cleaning is a job that never ends: each round is one start of it, in one of the processes. */
const cleaning: Job = { kind: "Cleaning", key: "cleaning", payload: {} }

/** The time after a duration, in milliseconds since 1970. */
const after = (time: Duration.Duration) => Effect.map(Clock.currentTimeMillis, (now) => now + Duration.toMillis(time))

/** Ensures that a round of cleaning starts within the interval, and the very first one now. */
const schedule = (interval: Duration.Duration) =>
  Effect.gen(function* () {
    const { submit, wake } = yield* Jobs
    yield* submit(cleaning)
    yield* submit(cleaning, yield* after(interval))
    yield* wake
  }).pipe(
    Effect.tapError((error) => Effect.logError("cleaning could not be scheduled", error)),
    Effect.retry(Schedule.spaced("1 minute")),
    Effect.orDie
  )

/** Runs jobs and rounds of cleaning until the scope closes; with `polls`, also the jobs that other processes submit. */
export const cleaningAndJobs = (interval: Duration.Duration, polls: boolean) =>
  Effect.gen(function* () {
    const cleans: JobHandler<RoundServices> = () => Effect.zipRight(clean, after(interval))
    yield* Effect.forkScoped(work({ polls, more: new Map([[cleaning.kind, cleans]]) }))
    yield* Effect.forkScoped(schedule(interval))
  })

/** How often to look for work of servers of an earlier version, which may run next to this one during an upgrade. */
const upgraded = Duration.minutes(1)

/** Runs jobs and routines until the scope closes; unfinished jobs then continue in another process. */
export const working = ({ openapiRefresh, purgeInterval }: Pick<Settings, "openapiRefresh" | "purgeInterval">) =>
  Effect.gen(function* () {
    yield* cleaningAndJobs(purgeInterval, true)
    yield* Effect.forkScoped(refreshEvery(openapiRefresh))
    yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(queueUnfinished), Schedule.spaced(upgraded)))
  })
