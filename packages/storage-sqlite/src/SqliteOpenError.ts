/** Why a file could not be opened as a workspace. */
import { Data } from "effect"

/**
 * The file cannot be used. `message` is one sentence for whoever runs the program, and names the file. `reason`:
 * `memory` no file was named · `unreachable` it cannot be opened or created · `not-a-database` it is something else ·
 * `foreign` it is another program's database · `newer` a newer version of this program has written it · `busy` other
 * processes did not let go of it · `migration` bringing it up to date failed, and changed nothing · `older` it is of an
 * earlier version, and is only to be read · `damaged` its pages or its tables are not what they must be.
 */
export class SqliteOpenError extends Data.TaggedError("SqliteOpenError")<{
  readonly message: string
  readonly reason:
    | "memory"
    | "unreachable"
    | "not-a-database"
    | "foreign"
    | "newer"
    | "older"
    | "busy"
    | "migration"
    | "damaged"
  readonly cause?: unknown
}> {}
