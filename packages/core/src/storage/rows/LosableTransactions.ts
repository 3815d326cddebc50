import * as FiberRef from "effect/FiberRef"

/**
 * Whether nobody waits for the transactions of a fiber, and what they write can be derived again. A storage that is reset
 * meanwhile need not refuse that: it discards the transaction.
 */
export const mayBeLost: FiberRef.FiberRef<boolean> = FiberRef.unsafeMake(false)
