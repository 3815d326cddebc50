/** The URL of a database, and its parameters for the connection. */
import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import { Effect } from "effect"
import { messageOf, PostgresOpenError } from "./PostgresOpenError.js"

/** A parsed database URL. */
export interface PostgresAddress {
  /** The URL in the form that `pg` accepts. */
  readonly url: string
  /** The name for messages, without the password. */
  readonly name: string
  readonly tls: ConnectionOptions | false
  /** Whether to use named prepared statements. */
  readonly prepare: boolean
}

const wrong = (message: string, cause?: unknown) => new PostgresOpenError({ reason: "address", message, cause })

const file = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : readFileSync(path, "utf8")

/** The parameters that Lectern reads itself, with libpq's meaning: `pg` treats several modes as the strictest. */
const own = ["sslmode", "sslrootcert", "sslcert", "sslkey", "prepare"] as const

type Parameters = { readonly [K in (typeof own)[number]]?: string }

const tlsOf = ({ sslcert, sslkey, sslmode, sslrootcert }: Parameters): ConnectionOptions | false => {
  if (sslmode === undefined || sslmode === "disable") return false
  const [ca, cert, key] = [file(sslrootcert), file(sslcert), file(sslkey)]
  const files: ConnectionOptions = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) }
  switch (sslmode) {
    case "require":
      return { ...files, rejectUnauthorized: false }
    case "verify-ca":
      return { ...files, checkServerIdentity: () => undefined }
    case "verify-full":
      return files
    default:
      throw wrong(`sslmode: expected disable, require, verify-ca or verify-full, got ${sslmode}`)
  }
}

const prepareOf = ({ prepare = "on" }: Parameters): boolean => {
  if (prepare !== "on" && prepare !== "off") throw wrong(`prepare: expected on or off, got ${prepare}`)
  return prepare === "on"
}

const read = (text: string): PostgresAddress => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw wrong("the address of a database has the form postgres://user:password@host:5432/name")
  }
  const parameters: { [K in (typeof own)[number]]?: string } = {}
  for (const name of own) {
    const value = url.searchParams.get(name)
    if (value !== null) parameters[name] = value
    url.searchParams.delete(name)
  }
  const host = url.host || url.searchParams.get("host") || "localhost"
  return {
    url: url.toString(),
    name: `database ${decodeURIComponent(url.pathname.slice(1)) || "(none)"} on ${host}`,
    tls: tlsOf(parameters),
    prepare: prepareOf(parameters)
  }
}

/**
 * Reads `postgres://user:password@host:port/database`. Of its parameters, `sslmode`, `sslrootcert`, `sslcert` and
 * `sslkey` have the same meaning as in libpq, and `prepare=off` is for poolers that do not support named statements.
 */
export const addressOf = (text: string): Effect.Effect<PostgresAddress, PostgresOpenError> =>
  Effect.try({
    try: () => read(text),
    catch: (cause) => (cause instanceof PostgresOpenError ? cause : wrong(messageOf(cause), cause))
  })
