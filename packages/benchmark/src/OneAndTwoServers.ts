/** What is measured on one server over SQLite, and on two that share a workspace in PostgreSQL. */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { installedServer } from "./InstalledServer.js"
import { newServer } from "./postgres/Server.js"

/** Measures with the addresses of the one server, and then with those of the two. */
export const onOneAndTwoServers = <A, E, R>(
  settings: Readonly<Record<string, string>>,
  measure: (addresses: ReadonlyArray<string>) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const alone = yield* Effect.scoped(Effect.flatMap(installedServer(settings), ({ address }) => measure([address])))
    const { urlOf } = yield* newServer([])
    const shared = { ...settings, LECTERN_DATABASE_URL: urlOf("postgres") }
    const one = yield* installedServer(shared)
    const other = yield* installedServer({ ...shared, LECTERN_KEY_FILE: join(one.data, "keys") })
    return { alone, together: yield* measure([one.address, other.address]) }
  })
