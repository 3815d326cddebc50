import * as FiberRef from "effect/FiberRef"

/** Where a call comes from, as known to the program that serves requests. */
export interface RequestOrigin {
  /** The network address of the client. */
  readonly address?: string
  /** The id of the request, under which it is logged. */
  readonly request?: string
}

/** Where the calls of a fiber come from; nowhere in particular unless the program says so. */
export const requestOrigin: FiberRef.FiberRef<RequestOrigin> = FiberRef.unsafeMake<RequestOrigin>({})

/** Whether the program itself is trying a secret, to see whether it works: a refusal is then nobody's attempt. */
export const triesSecret: FiberRef.FiberRef<boolean> = FiberRef.unsafeMake(false)
