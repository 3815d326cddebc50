/**
 * The maximum size of files, and the quotas of pending uploads, that is, uploads that are not used yet.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Conflict, type LecternError, TooLarge, Unavailable } from "../../foundation/errors/Errors.js"

/** The maximum number of pending uploads, and of their bytes together. */
export interface UploadQuota {
  readonly uploads: number
  readonly bytes: number
}

/** The limits of an engine. */
export interface FileLimitsValue {
  /** The maximum size of one file in bytes, however it arrives. */
  readonly maxFileBytes: number
  /** The quota of one caller's pending uploads. */
  readonly perCaller: UploadQuota
  /** The quota of all pending uploads to one organization. */
  readonly perOrganization: UploadQuota
  /** The number of bytes of disk space that files must leave free. */
  readonly diskReserve: number
  /** The number of free bytes where files are stored; `undefined` if unknown. */
  readonly freeBytes: Effect.Effect<number | undefined>
  /** The location of the files, as logs and commands name it: never part of an answer. */
  readonly place?: string
}

const mega = 1024 * 1024

/**
 * 1 GB a file; 100 pending uploads with 4 GB in total for each caller, 1,000 with 16 GB for each organization; 512 MB
 * of disk left free.
 */
export const defaultFileLimits: FileLimitsValue = {
  maxFileBytes: 1024 * mega,
  perCaller: { uploads: 100, bytes: 4096 * mega },
  perOrganization: { uploads: 1000, bytes: 16_384 * mega },
  diskReserve: 512 * mega,
  freeBytes: Effect.succeed(undefined)
}

/** The limits of the engine: {@link defaultFileLimits} where no others are provided. */
export class FileLimits extends Context.Reference<FileLimits>()("@lectern/core/FileLimits", {
  defaultValue: () => defaultFileLimits
}) {}

/** Limits, with {@link defaultFileLimits} for absent ones. */
export const make = (limits: Partial<FileLimitsValue> = {}): FileLimitsValue => ({ ...defaultFileLimits, ...limits })

/** {@link make} as a layer. */
export const layer = (limits: Partial<FileLimitsValue>): Layer.Layer<FileLimits> =>
  Layer.succeed(FileLimits, make(limits))

/** The refusal of a file above the maximum size; `field` is its position in the input. */
export const fileTooLarge = (field: string, limit: number): TooLarge =>
  new TooLarge({ message: `${field}: expected at most ${limit} bytes`, limit })

/** Fails with `Unavailable` if storing this many more bytes would leave too little of the disk free. */
export const requireRoom = (
  { diskReserve, freeBytes, place = "the disk" }: FileLimitsValue,
  bytes: number
): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(freeBytes, (free) =>
    free === undefined || free - bytes >= diskReserve
      ? Effect.void
      : new Unavailable({
          message: `the server's disk is nearly full: it has no room for ${bytes} more bytes`,
          cause: new Error(
            `${place} has no room for ${bytes} more bytes: the disk is nearly full, ${free} bytes are free and ${diskReserve} of them are reserved`
          )
        })
  )

/** Fails with `Conflict` if more uploads are pending than a quota allows; `whose` begins the sentence. */
export const requireQuota = (
  { bytes, uploads }: UploadQuota,
  used: UploadQuota,
  whose: string
): Effect.Effect<void, LecternError> => {
  if (used.uploads > uploads) {
    return new Conflict({ message: `${whose} has ${uploads} unused uploads already: use or delete some of them first` })
  }
  return used.bytes > bytes
    ? new Conflict({
        message: `the unused uploads of ${whose} would have ${used.bytes} bytes, and may have ${bytes}: use or delete some of them first`
      })
    : Effect.void
}
