/** What an endpoint's declaration tells the dispatcher beyond what HttpApi knows. */
import { Context } from "effect"
import { requestLimits } from "./Limits.js"

/** How many bytes the body of a request may have. */
export class BodyLimit extends Context.Reference<BodyLimit>()("@lectern/http/BodyLimit", {
  defaultValue: (): number => requestLimits.body
}) {}

/** Whether the body is bytes of any type, which the handler reads as they come: see `RequestBody`. */
export class TakesBytes extends Context.Reference<TakesBytes>()("@lectern/http/TakesBytes", {
  defaultValue: (): boolean => false
}) {}

/** Whether the last parameter of the path takes the rest of the address, slashes included. */
export class TakesRestOfPath extends Context.Reference<TakesRestOfPath>()("@lectern/http/TakesRestOfPath", {
  defaultValue: (): boolean => false
}) {}

/**
 * Whether an operation is open to visitors, who send no access token: to those whom the site in its path lets in, or a
 * published site with the space in its path.
 */
export class OpenToVisitors extends Context.Reference<OpenToVisitors>()("@lectern/http/OpenToVisitors", {
  defaultValue: (): "site" | "space" | undefined => undefined
}) {}
