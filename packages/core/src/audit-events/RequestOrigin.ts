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
