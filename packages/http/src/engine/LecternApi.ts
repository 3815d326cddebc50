/**
 * The whole API, declared once: the server, the document and the client all derive from it.
 * @since 0.1.0
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Authorization } from "../foundation/declaration/Authorization.js"
import { RateLimitedError, UnavailableError } from "../foundation/errors/WireError.js"
import { groups } from "./Groups.js"

/** The version of the API's shapes. */
export const version = "0.1.0"

/** When this version was released, or for one that is not, when it was last changed. */
export const released = "2026-11-29T00:00:00.000Z"

/** An API without the library's own error for malformed input, which this server never sends: see `InvalidError`. */
const blank: HttpApi.HttpApi<"lectern"> = Object.assign(HttpApi.make("lectern"), { errorSchema: Schema.Never }) as never

type Group = (typeof groups)[number]["api"]

const all = groups.reduce<HttpApi.HttpApi<"lectern", Group>>((api, { api: each }) => api.add(each), blank)

/** Every operation under `/v1`. */
export const LecternApi = all
  .addError(RateLimitedError)
  .addError(UnavailableError)
  .middleware(Authorization)
  .annotateContext(
    OpenApi.annotations({
      title: "Lectern",
      version,
      description: [
        "Documentation workspaces over HTTP: JSON in, JSON out.",
        "Every request carries `Authorization: Bearer <token>`; what is published to a visitor is read without it.",
        "Failures have one shape, `{error: {code, message}}`.",
        "Lists take `page` and `limit` and answer `{next, count, items}`."
      ].join(" "),
      license: { name: "MIT", url: "https://opensource.org/license/mit" }
    })
  )
