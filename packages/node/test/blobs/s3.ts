/** Stores in a bucket of a server for tests. */
import * as S3BlobStore from "@lectern/node/blobs/S3BlobStore"
import { type S3Server, s3Server } from "@lectern/storage-testing/s3/server"
import { Effect, Layer, Redacted } from "effect"

/** The size of a part in these tests: that of a piece in the suite of blobs, so that it has blobs of several parts. */
export const partSize = 256 * 1024

/** The options of a store in the bucket of a server. */
export const optionsOf = ({ bucket, endpoint, keyId, region, secret }: S3Server): S3BlobStore.S3Options => ({
  bucket,
  endpoint,
  region,
  credentials: { keyId, secret: Redacted.make(secret) },
  prefix: "a/prefix",
  partSize,
  retryDelay: 1
})

/** A store in a new bucket, whose lists have short pages. */
export const s3 = Layer.unwrapScoped(
  Effect.map(s3Server({ pageSize: 7, smallestPart: partSize }), (server) => S3BlobStore.layer(optionsOf(server)))
)
