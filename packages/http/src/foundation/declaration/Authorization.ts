/** How callers authenticate. */
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as OpenApi from "@effect/platform/OpenApi"
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
