/** Annotations that an endpoint's declaration has for the dispatcher, in addition to those of HttpApi. */
import * as Context from "effect/Context"
import { requestLimits } from "./Limits.js"

/** The maximum size of a request's body, in bytes. */
export class BodyLimit extends Context.Reference<BodyLimit>()("@lectern/http/BodyLimit", {
  defaultValue: (): number => requestLimits.body
}) {}

/** Whether the body is bytes of any type, which the handler reads as they arrive: see `RequestBody`. */
export class TakesBytes extends Context.Reference<TakesBytes>()("@lectern/http/TakesBytes", {
  defaultValue: (): boolean => false
}) {}

/** Whether an operation changes nothing, although its method is not GET. */
export class ReadsOnly extends Context.Reference<ReadsOnly>()("@lectern/http/ReadsOnly", {
  defaultValue: (): boolean => false
}) {}

/** Whether the last parameter of the path takes the rest of the path, slashes included. */
export class TakesRestOfPath extends Context.Reference<TakesRestOfPath>()("@lectern/http/TakesRestOfPath", {
  defaultValue: (): boolean => false
}) {}

/**
 * Whether an operation is open to visitors, who send no access token: those admitted by the site in its path, or by a
 * published site with the space in its path.
 */
export class OpenToVisitors extends Context.Reference<OpenToVisitors>()("@lectern/http/OpenToVisitors", {
  defaultValue: (): "site" | "space" | undefined => undefined
}) {}
