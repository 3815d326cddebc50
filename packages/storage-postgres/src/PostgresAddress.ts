/** The URL of a database, and its parameters for the connection. */
import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import * as Effect from "effect/Effect"
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
  if (sslmode === undefined && sslrootcert !== undefined)
    throw wrong("sslrootcert needs an sslmode such as verify-full")
  if (sslmode === undefined || sslmode === "disable") return false
  const isSystem = sslrootcert === "system"
  const [ca, cert, key] = [isSystem ? undefined : file(sslrootcert), file(sslcert), file(sslkey)]
  const files: ConnectionOptions = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) }
  const anyName = { ...files, checkServerIdentity: () => undefined }
  if (sslmode === "verify-full") return files
  if (isSystem) throw wrong("sslrootcert=system needs sslmode=verify-full")
  if (sslmode === "require") return ca === undefined ? { ...files, rejectUnauthorized: false } : anyName
  if (sslmode !== "verify-ca") {
    throw wrong(`sslmode: expected disable, require, verify-ca or verify-full, got ${sslmode}`)
  }
  if (ca === undefined) throw wrong("sslmode=verify-ca needs sslrootcert, the file with the CA of the server")
  return anyName
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
  // The rest of a password would count as the name of the database, which messages show.
  if (/[@/]/.test(url.pathname.slice(1)) || url.search.includes("@") || url.hash !== "") {
    throw wrong("the password in the address of a database must be percent-encoded, with %2F for a slash")
  }
  const parameters: { [K in (typeof own)[number]]?: string } = {}
  for (const name of own) {
    const value = url.searchParams.get(name)
    if (value !== null) parameters[name] = value
    url.searchParams.delete(name)
  }
  for (const name of url.searchParams.keys()) {
    if (name.startsWith("ssl")) throw wrong(`${name} is not supported; encryption is set by sslmode`)
  }
  const host = url.host || url.searchParams.get("host") || "localhost"
  const tls = tlsOf(parameters)
  return {
    url: url.toString(),
    name: `database ${decodeURIComponent(url.pathname.slice(1)) || "(none)"} on ${host}`,
    // As in libpq, a Unix socket is never encrypted.
    tls: /^(\/|%2f)/i.test(host) ? false : tls,
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
