/** What an endpoint's declaration tells the dispatcher beyond what HttpApi knows. */
import { Context } from "effect"
import { defaultBodyLimit } from "./JsonBody.js"

/** How many bytes the body of a request may have. */
export class BodyLimit extends Context.Reference<BodyLimit>()("@lectern/http/BodyLimit", {
  defaultValue: () => defaultBodyLimit
}) {}

/** Whether the last parameter of the path takes the rest of the address, slashes included. */
export class TakesRestOfPath extends Context.Reference<TakesRestOfPath>()("@lectern/http/TakesRestOfPath", {
  defaultValue: () => false as boolean
}) {}
