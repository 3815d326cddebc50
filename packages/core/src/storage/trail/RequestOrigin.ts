import * as FiberRef from "effect/FiberRef"

/** The origin of a call, as known to the program that serves requests. */
export interface RequestOrigin {
  /** The network address of the client. */
  readonly address?: string
  /** The id of the request, under which it is logged. */
  readonly request?: string
}

/** The origin of a fiber's calls; empty unless the program sets it. */
export const requestOrigin: FiberRef.FiberRef<RequestOrigin> = FiberRef.unsafeMake<RequestOrigin>({})

/** Whether the program itself is testing a secret: a refusal is then not an attempt of anybody. */
export const triesSecret: FiberRef.FiberRef<boolean> = FiberRef.unsafeMake(false)
