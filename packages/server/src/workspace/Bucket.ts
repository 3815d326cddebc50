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

/** The credentials in a file: those of its first profile. */
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

/** The options of the store: parts are so large that 10,000 of them hold the largest file. */
const optionsOf = ({ credentials, ...reached }: BucketSettings, maxFileBytes: number): S3Options => ({
  ...reached,
  credentials: typeof credentials === "string" ? fromFile(credentials) : credentials,
  partSize: Math.max(8, Math.ceil(maxFileBytes / 10_000 / mega)) * mega
})

/** How a bucket at an address is reached, with its credentials. Fails if there are none. */
export const bucketOptions = (
  address: { readonly bucket: string; readonly prefix: string },
  { buckets: { credentials, ...reached } }: Pick<Settings, "buckets">
): Effect.Effect<S3Options, WrongUsage> =>
  Effect.mapBoth(credentials, {
    onFailure: (message) => new WrongUsage({ message }),
    onSuccess: (given) => ({
      ...address,
      ...reached,
      credentials: typeof given === "string" ? fromFile(given) : given
    })
  })

/** The blob store in the configured bucket, if one is configured. Fails if it cannot be reached. */
export const bucketBlobs = ({
  blobs,
  maxFileBytes
}: Pick<Settings, "blobs" | "maxFileBytes">): Effect.Effect<BlobStoreService | undefined, Failed> =>
  Effect.gen(function* () {
    if (typeof blobs === "string") return undefined
    const S3BlobStore = yield* Effect.promise(() => import("@lectern/node/blobs/S3BlobStore"))
    const options = optionsOf(blobs, maxFileBytes)
    const { credentials } = options
    // What is wrong with a file of credentials is said at once: later, requests are tried again until it is mended.
    if (typeof credentials === "function") {
      yield* Effect.tryPromise({
        try: async () => credentials(),
        catch: (cause) => new Failed({ message: reasonOf(cause) })
      })
    }
    yield* Effect.mapError(S3BlobStore.reach(options), ({ cause }) => new Failed({ message: reasonOf(cause) }))
    return S3BlobStore.make(options)
  })
