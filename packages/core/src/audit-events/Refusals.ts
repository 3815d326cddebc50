/** Failed sign-ins and refused tokens: counted in the process, and written by the minute, so that nobody can fill the disk. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import type { Unavailable } from "../errors/Errors.js"
import { serviceOf } from "../services/Service.js"
import { networkOf } from "./NetworkOf.js"
import { requestOrigin } from "./RequestOrigin.js"

/** What was refused. */
export type RefusedAction = "sign-in.refused" | "api-token.refused"

/** Refusals of one minute that have everything in common. */
export interface CountedRefusals {
  readonly action: RefusedAction
  /** When the minute begins, in milliseconds since 1970. */
  readonly time: number
  /** The user whose account was tried, where that is known. */
  readonly account?: string
  /** The address, or the network of an IPv6 address; absent for those of many addresses together. */
  readonly address?: string
  readonly count: number
}

/** Counts refusals. */
export interface RefusalsService {
  /** Counts one more. Writes nothing. `address` is that of the request when absent. */
  readonly note: (
    action: RefusedAction,
    of?: { readonly account?: string | undefined; readonly address?: string | undefined }
  ) => Effect.Effect<void, Unavailable>
  /** What was counted in the minutes that are over; `all` takes the current one too. */
  readonly counted: (all: boolean) => Effect.Effect<ReadonlyArray<CountedRefusals>, Unavailable>
  /** Forgets what was written. */
  readonly forget: (written: ReadonlyArray<CountedRefusals>) => Effect.Effect<void, Unavailable>
}

/** Counts refusals. */
export class Refusals extends Context.Tag("@lectern/core/Refusals")<Refusals, RefusalsService>() {}

const minute = 60_000

/** How many rows one process writes for one minute; what is beyond is counted together. */
export const mostRows = 500

const make = Effect.sync((): RefusalsService => {
  const rows = new Map<string, CountedRefusals>()
  const perMinute = new Map<number, number>()
  const keyOf = ({ account = "", action, address = "", time }: Omit<CountedRefusals, "count">) =>
    JSON.stringify([time, action, account, address])

  const add = (refusal: Omit<CountedRefusals, "count">): void => {
    const key = keyOf(refusal)
    const known = rows.get(key)
    const inMinute = perMinute.get(refusal.time) ?? 0
    if (known === undefined && refusal.address !== undefined && inMinute >= mostRows) {
      add({ action: refusal.action, time: refusal.time })
      return
    }
    if (known === undefined) perMinute.set(refusal.time, inMinute + 1)
    rows.set(key, { ...refusal, count: (known?.count ?? 0) + 1 })
  }

  return {
    note: (action, { account, address } = {}) =>
      Effect.gen(function* () {
        const time = Math.floor((yield* Clock.currentTimeMillis) / minute) * minute
        const from = address ?? (yield* FiberRef.get(requestOrigin)).address
        add({
          action,
          time,
          ...(account !== undefined && { account }),
          address: from === undefined ? "unknown" : networkOf(from)
        })
      }),
    counted: (all) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        [...rows.values()].filter(({ time }) => all || time + minute <= now)
      ),
    forget: (written) =>
      Effect.sync(() => {
        for (const each of written) {
          const key = keyOf(each)
          const more = (rows.get(key)?.count ?? 0) - each.count
          if (more > 0) rows.set(key, { ...each, count: more })
          else {
            rows.delete(key)
            perMinute.delete(each.time)
          }
        }
      })
  }
})

/** {@link Refusals} of one engine. */
export const service = serviceOf(Refusals, make)

/** What counts the refusals of an engine; without one, as for a command on accounts, nothing is counted. */
export const noteRefusals: Effect.Effect<RefusalsService["note"]> = Effect.map(
  Effect.serviceOption(Refusals),
  Option.match({ onNone: () => () => Effect.void, onSome: ({ note }) => note })
)
