/** Where the bytes of files are stored: the settings of a bucket, with the standard variables of AWS. */
import { resolve } from "node:path"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type { SettingKey } from "./SettingNames.js"

/** The credentials of a bucket, as environment variables have them. */
export interface BucketCredentials {
  readonly keyId: string
  readonly secret: Redacted.Redacted
  readonly sessionToken: Redacted.Redacted | undefined
}

/** A bucket, and how to reach it. */
export interface BucketSettings {
  readonly bucket: string
  /** The prefix of the names of its objects, without a slash at the end; empty for none. */
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string | undefined
  readonly addressing: "path" | "host" | undefined
  /** The credentials, or the absolute path of the file that has them. */
  readonly credentials: BucketCredentials | string
}

/** The way to reach buckets: their credentials, or why there are none. */
export interface BucketAccess extends Omit<BucketSettings, "bucket" | "prefix" | "credentials"> {
  readonly credentials: Either.Either<BucketSettings["credentials"], string>
}

/** The place of new bytes: the database, the folder next to it, or a bucket. */
export type BlobsPlace = "database" | "folder" | BucketSettings

type Parsed<A> = Either.Either<A, string>
type Parse<A> = (text: string) => Parsed<A>

/** Parses the value of a setting, or else of a variable of AWS; if both are empty, yields the fallback. */
type Read = <A>(name: SettingKey, parse: Parse<A>, fallback: A, standard?: string) => Parsed<A>

type Address = Pick<BucketSettings, "bucket" | "prefix">

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w.-]+\/)*[\w.-]*))?$/

/** A bucket and a prefix by their address, such as `s3://bucket/prefix`. */
export const parseBucket = (text: string): Address | undefined => {
  const [, bucket, prefix = ""] = bucketAddress.exec(text) ?? []
  return bucket === undefined ? undefined : { bucket, prefix: prefix.replace(/\/$/, "") }
}

const place: Parse<"database" | "folder" | Address> = (text) => {
  if (text === "database" || text === "folder") return Either.right(text)
  const address = parseBucket(text)
  return address === undefined
    ? Either.left("expected database, folder, or a bucket such as s3://bucket/prefix")
    : Either.right(address)
}

const endpoint: Parse<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const fits = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return fits
    ? Either.right(url.origin)
    : Either.left("expected an http or https address without a path or credentials")
}

const region: Parse<string> = (text) =>
  /^[a-z0-9-]{1,63}$/.test(text) ? Either.right(text) : Either.left("expected a region such as eu-west-1")

const addressing: Parse<"path" | "host"> = (text) =>
  text === "path" || text === "host" ? Either.right(text) : Either.left("expected path or host")

const file: Parse<string> = (text) =>
  text.includes("\u0000") ? Either.left("expected a path") : Either.right(resolve(text))

const keyId: Parse<string> = (text) =>
  /^[\x21-\x7e]{1,256}$/.test(text)
    ? Either.right(text)
    : Either.left("expected a key id of printable ASCII characters")

const secret: Parse<Redacted.Redacted> = (text) =>
  /^[\x21-\x7e]{1,4096}$/.test(text)
    ? Either.right(Redacted.make(text))
    : Either.left("expected printable ASCII characters without spaces")

/** Reads a variable that only AWS has. */
type ReadStandard = <A>(variable: string, parse: Parse<A>, fallback: A) => Parsed<A>

const credentialsOf = (standard: ReadStandard, credentialsFile: string | undefined): BucketAccess["credentials"] =>
  Either.gen(function* () {
    if (credentialsFile !== undefined) return credentialsFile
    const given = {
      keyId: yield* standard<string | undefined>("AWS_ACCESS_KEY_ID", keyId, undefined),
      secret: yield* standard<Redacted.Redacted | undefined>("AWS_SECRET_ACCESS_KEY", secret, undefined),
      sessionToken: yield* standard<Redacted.Redacted | undefined>("AWS_SESSION_TOKEN", secret, undefined)
    }
    if (given.keyId === undefined || given.secret === undefined) {
      return yield* Either.left("a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or --s3-credentials-file")
    }
    return { ...given, keyId: given.keyId, secret: given.secret }
  })

/** Parses the settings for reaching buckets. */
const parseAccess = (read: Read, standard: ReadStandard): Parsed<BucketAccess> =>
  Either.gen(function* () {
    const reached = {
      endpoint: yield* read<string | undefined>("s3Endpoint", endpoint, undefined, "AWS_ENDPOINT_URL_S3"),
      region: yield* read<string | undefined>("s3Region", region, undefined, "AWS_REGION"),
      addressing: yield* read<"path" | "host" | undefined>("s3Addressing", addressing, undefined)
    }
    const credentialsFile = yield* read<string | undefined>("s3CredentialsFile", file, undefined)
    return { ...reached, credentials: credentialsOf(standard, credentialsFile) }
  })

/** Parses the place of bytes, and the settings for reaching buckets. */
export const parseBlobs = (
  read: Read,
  standard: ReadStandard
): { readonly blobs: Parsed<BlobsPlace>; readonly buckets: Parsed<BucketAccess> } => {
  const buckets = parseAccess(read, standard)
  const blobs = Either.gen(function* () {
    const where = yield* read<"database" | "folder" | Address>("blobs", place, "database")
    if (typeof where === "string") return where
    const access = yield* buckets
    const credentials = yield* Either.mapLeft(access.credentials, (problem) =>
      problem.startsWith("a bucket needs") ? `--blobs: ${problem}` : problem
    )
    return { ...where, ...access, credentials }
  })
  return { blobs, buckets }
}
