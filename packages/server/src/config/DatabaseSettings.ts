/** The PostgreSQL database that keeps a workspace, and the limits of its connections. */
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type { SettingKey } from "./SettingNames.js"

/** The connections of one process to its database. Times are in milliseconds. */
export interface DatabaseLimits {
  readonly connections: number
  readonly connectTimeout: number
  readonly statementTimeout: number
  readonly lockTimeout: number
}

type Parsed<A> = Either.Either<A, string>
type Parse<A> = (text: string) => Parsed<A>
type Read = <A>(name: SettingKey, parse: Parse<A>, fallback: A) => Parsed<A>

/** Parses the address of a database. */
export const databaseAddress: Parse<Redacted.Redacted> = (text) =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
    ? Either.right(Redacted.make(text))
    : Either.left("expected the address of a PostgreSQL database, such as postgres://user:password@host:5432/name")

const whole = (least: number, most: number, unit: string) => (text: string) =>
  /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Either.right(Number(text))
    : Either.left(`expected a number of ${unit} from ${least} to ${most}`)

const connections = whole(2, 1000, "connections")

const seconds: Parse<number> = (text) => Either.map(whole(1, 3600, "seconds")(text), (number) => number * 1000)

/** Parses the settings of the database; its address is absent if the workspace is kept elsewhere. */
export const parseDatabase = (read: Read) => ({
  database: read<Redacted.Redacted | undefined>("database", databaseAddress, undefined),
  databaseLimits: Either.all({
    connections: read("databaseConnections", connections, 10),
    connectTimeout: read("databaseConnectTimeout", seconds, 10_000),
    statementTimeout: read("databaseStatementTimeout", seconds, 30_000),
    lockTimeout: read("databaseLockTimeout", seconds, 10_000)
  }) satisfies Parsed<DatabaseLimits>
})
