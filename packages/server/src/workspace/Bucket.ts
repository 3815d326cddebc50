/** The blob store in the configured bucket. */
import { readFile, stat } from "node:fs/promises"
import type { BlobStoreService } from "@lectern/core/blobs/BlobStore"
import type { S3Credentials, S3Options } from "@lectern/node/blobs/S3BlobStore"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { BucketSettings } from "../config/BlobSettings.js"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"
import { hideSecret } from "../output/Redaction.js"

const mega = 1024 * 1024

/** The credentials in a file, from its first profile. */
const credentialsIn = (file: string, text: string): S3Credentials => {
  const valueOf = (name: string): string | undefined =>
    new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(\\S+)[ \\t]*$`, "m").exec(text)?.[1]
  const [keyId, secret] = [valueOf("aws_access_key_id"), valueOf("aws_secret_access_key")]
  const sessionToken = valueOf("aws_session_token")
  if (keyId === undefined || secret === undefined) {
    throw new Error(`${file} has no aws_access_key_id and aws_secret_access_key`)
  }
  for (const each of [secret, sessionToken]) if (each !== undefined) hideSecret(each)
  return {
    keyId,
    secret: Redacted.make(secret),
    ...(sessionToken !== undefined && { sessionToken: Redacted.make(sessionToken) })
  }
}

/** Reads credentials from a file, again whenever it has changed. */
const fromFile = (file: string): (() => Promise<S3Credentials>) => {
  let read: { readonly changedAt: number; readonly credentials: S3Credentials } | undefined
  return async () => {
    const { mtimeMs: changedAt } = await stat(file)
    if (read?.changedAt !== changedAt) {
      read = { changedAt, credentials: credentialsIn(file, await readFile(file, "utf8")) }
    }
    return read.credentials
  }
}

/**
 * The credentials of a store. Fails if they are in a file that is invalid now; later, requests are retried until it is
 * corrected.
 */
const readable = (given: BucketSettings["credentials"]): Effect.Effect<S3Options["credentials"], Failed> => {
  if (typeof given !== "string") return Effect.succeed(given)
  const read = fromFile(given)
  return Effect.as(Effect.tryPromise({ try: read, catch: (cause) => new Failed({ message: reasonOf(cause) }) }), read)
}

/**
 * The way to reach a bucket at an address, with its credentials. Fails if there are none, or if they cannot be read.
 */
export const bucketOptions = (
  address: { readonly bucket: string; readonly prefix: string },
  { buckets: { credentials, ...reached } }: Pick<Settings, "buckets">
): Effect.Effect<S3Options, Failed | WrongUsage> =>
  Effect.gen(function* () {
    const given = yield* Effect.mapError(credentials, (message) => new WrongUsage({ message }))
    return { ...address, ...reached, credentials: yield* readable(given) }
  })

/** The blob store in the configured bucket, if one is configured. Fails if it cannot be reached. */
export const bucketBlobs = ({
  blobs,
  maxFileBytes
}: Pick<Settings, "blobs" | "maxFileBytes">): Effect.Effect<BlobStoreService | undefined, Failed> =>
  Effect.gen(function* () {
    if (typeof blobs === "string") return undefined
    const S3BlobStore = yield* Effect.promise(() => import("@lectern/node/blobs/S3BlobStore"))
    const options: S3Options = {
      ...blobs,
      credentials: yield* readable(blobs.credentials),
      // So large that 10,000 parts hold the largest file.
      partSize: Math.max(8, Math.ceil(maxFileBytes / 10_000 / mega)) * mega
    }
    yield* Effect.mapError(S3BlobStore.reach(options), ({ cause }) => new Failed({ message: reasonOf(cause) }))
    return S3BlobStore.make(options)
  })
