import * as FiberRef from "effect/FiberRef"

/** Where a call comes from, as the program knows it that serves requests. */
export interface RequestOrigin {
  /** The network address of the client. */
  readonly address?: string
  /** The id of the request, by which the log has it. */
  readonly request?: string
}

/** Where the calls of a fiber come from; nowhere in particular unless the program says so. */
export const requestOrigin: FiberRef.FiberRef<RequestOrigin> = FiberRef.unsafeMake<RequestOrigin>({})

/** Whether the program itself tries a secret, to see whether it works: a refusal then is no attempt of anybody. */
export const triesSecret: FiberRef.FiberRef<boolean> = FiberRef.unsafeMake(false)
