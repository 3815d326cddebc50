/** The cost of a request, which rate limits count in addition to the request itself. */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/** The cost of reading the text of a page, in bytes; the text itself counts where it is answered. */
export const pageCost = 10_000

/** A limit of costs that a request counts against. */
export interface CostMeter {
  readonly key: string
  readonly rule: { readonly limit: number; readonly windowSeconds: number }
}

/** The cost of a request so far, and the limits that it counts against. */
export class RequestCost {
  /** The number of page texts that were read for it. */
  pages = 0
  /** The site that it reads, or the space, if its readers are counted together. */
  site: string | undefined
  readonly meters: Array<CostMeter> = []
}

/** The cost of the request that a fiber runs; `undefined` where costs are not limited. */
export const requestCost = FiberRef.unsafeMake<RequestCost | undefined>(undefined)

/** Counts the text of a page that is read for the request of this fiber. */
export const countPage: Effect.Effect<void> = Effect.withFiberRuntime((fiber) => {
  const cost = fiber.getFiberRef(requestCost)
  if (cost !== undefined) cost.pages++
  return Effect.void
})
