/** How callers authenticate. */
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "@effect/platform"
import { UnauthenticatedError } from "../errors/WireError.js"

/** Every operation needs an access token as a bearer token. */
export class Authorization extends HttpApiMiddleware.Tag<Authorization>()("@lectern/http/Authorization", {
  failure: UnauthenticatedError,
  security: {
    bearer: HttpApiSecurity.bearer.pipe(
      HttpApiSecurity.annotate(OpenApi.Description, "An API token: `Authorization: Bearer <token>`.")
    )
  }
}) {}
