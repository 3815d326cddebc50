/** Declaring kinds of jobs, next to the resource whose work it does. */
import * as Schema from "effect/Schema"
import type { Job } from "./Jobs.js"

/** A kind of job; `A` is what its jobs work on. */
export interface JobKind<A extends Job["payload"]> {
  /** The name that its jobs are recorded under. It never changes. */
  readonly name: string
  /** The names of the fields of its payload. */
  readonly fields: ReadonlyArray<string>
  /** The job for something. */
  readonly of: (payload: A) => Job
  /** What a recorded job works on. */
  readonly read: (payload: unknown) => A
}

/** Declares a kind of job by its name, its payload, and the key by which two of its jobs are the same. */
export const jobKind = <A extends Job["payload"], E>(
  name: string,
  payload: Schema.Schema<A, E> & { readonly fields: object },
  keyOf: (payload: A) => string
): JobKind<A> => ({
  name,
  fields: Object.keys(payload.fields),
  of: (given) => ({ kind: name, key: keyOf(given), payload: given }),
  read: Schema.decodeUnknownSync(payload)
})
