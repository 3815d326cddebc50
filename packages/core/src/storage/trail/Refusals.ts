/** Failed sign-ins and refused tokens: counted in the process, and written by the minute, so that nobody can fill the disk. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { addressKey } from "../../foundation/ids/AddressKey.js"
import { serviceOf } from "../services/Service.js"
import { requestOrigin, triesSecret } from "./RequestOrigin.js"

/** The kinds of refused actions. */
export type RefusedAction = "sign-in.refused" | "api-token.refused"

/** The known facts about a refusal. */
interface Known {
  /** The user whose account was tried, where that is known. */
  readonly account?: string
  /** The organization whose provider the sign-in was attempted with. */
  readonly organization?: string
  /** The name of the refusal, where it has one. */
  readonly reason?: string
  /** The address, or the network of an IPv6 address; absent where many addresses are counted together. */
  readonly address?: string
}

/** A refusal as it is reported; `address` defaults to the request's. */
export type Refused = { readonly [K in keyof Known]?: Known[K] | undefined }

/** Refusals of one minute that have everything in common. */
export interface CountedRefusals extends Known {
  readonly action: RefusedAction
  /** The beginning of the minute, in milliseconds since 1970. */
  readonly time: number
  readonly count: number
}

/** Counts refusals. */
export interface RefusalsService {
  /** Counts one more refusal, in memory. */
  readonly note: (action: RefusedAction, of?: Refused) => Effect.Effect<void, Unavailable>
  /** The refusals counted in past minutes; with `all`, in the current one too. */
  readonly counted: (all: boolean) => Effect.Effect<ReadonlyArray<CountedRefusals>, Unavailable>
  /** Forgets refusals that were written. */
  readonly forget: (written: ReadonlyArray<CountedRefusals>) => Effect.Effect<void, Unavailable>
}

/** Counts refusals. */
export class Refusals extends Context.Tag("@lectern/core/Refusals")<Refusals, RefusalsService>() {}

const minute = 60_000

/** The number of rows that one process writes for one minute; the rest are counted together. */
export const mostRows = 500

/** The maximum number of rows that wait to be written; the oldest are dropped if none are written. */
const mostWaiting = 20 * mostRows

const make = Effect.sync((): RefusalsService => {
  const rows = new Map<string, CountedRefusals>()
  let current = { time: 0, rows: 0 }
  const keyOf = ({ account, action, address, organization, reason, time }: Omit<CountedRefusals, "count">) =>
    JSON.stringify([time, action, account, address, organization, reason])

  const add = (refusal: Omit<CountedRefusals, "count">): void => {
    const key = keyOf(refusal)
    const known = rows.get(key)
    if (current.time !== refusal.time) current = { time: refusal.time, rows: 0 }
    if (known === undefined && refusal.address !== undefined && current.rows >= mostRows) {
      add({ action: refusal.action, time: refusal.time })
      return
    }
    if (known === undefined) current.rows++
    rows.set(key, { ...refusal, count: (known?.count ?? 0) + 1 })
    const [oldest] = rows.size > mostWaiting ? rows.keys() : []
    if (oldest !== undefined) rows.delete(oldest)
  }

  return {
    note: (action, { account, address, organization, reason } = {}) =>
      Effect.gen(function* () {
        if (yield* FiberRef.get(triesSecret)) return
        const time = Math.floor((yield* Clock.currentTimeMillis) / minute) * minute
        const from = address ?? (yield* FiberRef.get(requestOrigin)).address
        add({
          action,
          time,
          ...(account !== undefined && { account }),
          ...(organization !== undefined && { organization }),
          ...(reason !== undefined && { reason }),
          address: from === undefined ? "unknown" : addressKey(from)
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
          else rows.delete(key)
        }
      })
  }
})

/** {@link Refusals} of one engine. */
export const service = serviceOf(Refusals, make)

/** The counter of an engine's refusals; without one, as for a command on accounts, nothing is counted. */
export const noteRefusals: Effect.Effect<RefusalsService["note"]> = Effect.map(
  Effect.serviceOption(Refusals),
  Option.match({ onNone: () => () => Effect.void, onSome: ({ note }) => note })
)

/** Makes a counter of attempts to sign in that fail with a refusal of some name; other failures are not counted. */
export const makeCountingRefusals = Effect.map(
  noteRefusals,
  (note) =>
    (of: Refused, nameOf: (failure: LecternError) => string | undefined) =>
    <A, R>(attempt: Effect.Effect<A, LecternError, R>): Effect.Effect<A, LecternError, R> =>
      Effect.tapError(attempt, (failure) => {
        const reason = nameOf(failure)
        return reason === undefined ? Effect.void : note("sign-in.refused", { ...of, reason })
      })
)
