/** Why a request to the store failed, in words for logs: they contain neither credentials nor signatures. */
import { Unavailable } from "@lectern/core/errors/Errors"
import * as Data from "effect/Data"
import { fieldIn } from "./Xml.js"

/** The headers of an answer. */
type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** A failed request. `passing` says whether the same one may succeed later. */
export class S3Failure extends Data.TaggedError("S3Failure")<{
  readonly code: string
  readonly passing: boolean
  readonly message: string
}> {
  /** Whether the store answers that there is no such object or upload. */
  get absent(): boolean {
    return this.code === "NoSuchKey" || this.code === "NoSuchUpload"
  }
}

/** The codes that ask for a retry, whatever their status. */
const passingCodes = new Set([
  "InternalError",
  "OperationAborted",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "TooManyRequests"
])

const passingStatus = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** Explanations of codes that the configuration can fix. */
const explanations: Readonly<Record<string, string>> = {
  AccessDenied: "the credentials do not permit this",
  AllAccessDisabled: "the credentials do not permit this",
  ExpiredToken: "the session token has expired",
  InvalidAccessKeyId: "it does not know the key id",
  InvalidToken: "the session token is not valid",
  NoSuchBucket: "there is no such bucket",
  SignatureDoesNotMatch: "the secret does not belong to the key id, or a proxy changes requests"
}

const codeOfStatus = (status: number): string => {
  if (status === 404) return "NoSuchKey"
  return status === 403 ? "AccessDenied" : `status ${status}`
}

const only = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

/** The failure of a request that was answered; `what` is the operation, such as `PutObject to the bucket docs`. */
export const refused = (what: string, status: number, headers: Headers, text: string): S3Failure => {
  const code = fieldIn(text, "Code") ?? codeOfStatus(status)
  const region = only(headers["x-amz-bucket-region"]) ?? fieldIn(text, "Region")
  const explained = (): string => {
    if (code === "RequestTimeTooSkewed") {
      return `the clocks differ too much: there it is ${only(headers.date) ?? "another time"}`
    }
    const elsewhere = status === 301 || code === "AuthorizationHeaderMalformed" || code === "PermanentRedirect"
    if (elsewhere && region !== undefined) return `the bucket is in the region ${region}`
    return explanations[code] ?? (fieldIn(text, "Message") ?? "it gives no reason").slice(0, 200)
  }
  return new S3Failure({
    code,
    passing: passingCodes.has(code) || passingStatus(status),
    message: `${what} was refused: ${explained()} (${code})`
  })
}

/** The failure of a request that was not answered, or not completely. */
export const broken = (what: string, cause: unknown): S3Failure => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "broken"
  const reason = cause instanceof Error && cause.message !== "" ? cause.message : code
  return new S3Failure({ code, passing: true, message: `${what} failed: ${reason}` })
}

/** The store does not behave as it should. */
export const wrong = (what: string, problem: string): S3Failure =>
  new S3Failure({ code: "wrong", passing: false, message: `${what} got an invalid answer: ${problem}` })

/** A failure in the form of the ports. */
export const unavailable = ({ message }: S3Failure): Unavailable =>
  new Unavailable({ message: "storage failed", cause: new Error(message) })
