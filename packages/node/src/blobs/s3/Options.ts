/** @since 0.1.0 */
import type * as Redacted from "effect/Redacted"

/** Who requests are signed by. */
export interface S3Credentials {
  readonly keyId: string
  readonly secret: Redacted.Redacted
  /** The token of temporary credentials. */
  readonly sessionToken?: Redacted.Redacted | undefined
}

/** A bucket, and the way to reach it. */
export interface S3Options {
  readonly bucket: string
  /** The prefix of the names of all objects, such as `lectern/`. It is for this store alone. */
  readonly prefix?: string | undefined
  /** `us-east-1` unless given. */
  readonly region?: string | undefined
  /** The address of a store other than Amazon's, such as `https://minio.example.com:9000`. */
  readonly endpoint?: string | undefined
  /**
   * The place of the bucket's name in requests: in the path or in the host. Unless given, it is in the host for Amazon
   * and in the path for an `endpoint`.
   */
  readonly addressing?: "path" | "host" | undefined
  /** The credentials, or a function that returns them for every request, for credentials that expire. */
  readonly credentials: S3Credentials | (() => S3Credentials | Promise<S3Credentials>)
  /**
   * The bytes of a part of an upload, 8 MB unless given. Longer streams are uploaded in up to 10,000 parts, with four
   * of them in memory.
   */
  readonly partSize?: number | undefined
  /** The milliseconds before the first of up to five repetitions of a failed request, 200 unless given. */
  readonly retryDelay?: number | undefined
}
