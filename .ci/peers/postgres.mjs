/** A database without a server is refused immediately, with an error that a caller can tell from others. */
import { equal, match, ok } from "node:assert/strict"
import * as Lectern from "@lectern/core"
import * as PostgresStorage from "@lectern/storage-postgres"

const storage = PostgresStorage.open({ url: "postgres://127.0.0.1:9/lectern?user=lectern" })
const error = await Lectern.open({ storage }).then(
  () => undefined,
  (cause) => cause
)
ok(error instanceof Lectern.OpenError, String(error))
equal(error._tag, "OpenError")
match(error.message, /127\.0\.0\.1/)
