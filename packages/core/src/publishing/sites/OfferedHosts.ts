/**
 * The host names that a server offers to all of its sites.
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * Host names such as `docs.example.com`, and patterns such as `*.docs.example.com`, whose first label may be any. A
 * manager of a site may give it one of these; every other name needs an administrator of the server. None by default.
 */
export class OfferedHosts extends Context.Reference<OfferedHosts>()("@lectern/core/OfferedHosts", {
  defaultValue: (): ReadonlyArray<string> => []
}) {}
