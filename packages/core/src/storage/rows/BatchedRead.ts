/** Reads with the functions that decode their answers. Asks combine, so that several become one call of the storage. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Answer, Read } from "./Reads.js"
import type { StorageService } from "./Storage.js"

/** The answers of reads that may be more than one ask returns. */
type AllAnswers = ReadonlyArray<Answer<Read>>

/**
 * Reads, and the function that decodes their answers, the first of which is at `from`. Without reads, the value is
 * known.
 */
export interface BatchedRead<out A> {
  readonly reads: ReadonlyArray<Read>
  readonly take: (answers: AllAnswers, from: number) => A
}

/** The answers of several asks. */
type Taken<A extends ReadonlyArray<BatchedRead<unknown>>> = {
  readonly [K in keyof A]: A[K] extends BatchedRead<infer B> ? B : never
}

const noReads: ReadonlyArray<Read> = []

/** A known value, which needs no read. */
export const knownRead = <A>(value: A): BatchedRead<A> => ({ reads: noReads, take: () => value })

/** An ask whose answer is mapped. */
export const mappedRead = <A, B>({ reads, take }: BatchedRead<A>, f: (answer: A) => B): BatchedRead<B> => ({
  reads,
  take: (answers, from) => f(take(answers, from))
})

/** Several asks as one. */
export const combinedReads = <const A extends ReadonlyArray<BatchedRead<unknown>>>(asks: A): BatchedRead<Taken<A>> => {
  const all: Array<Read> = []
  for (const { reads } of asks) for (const read of reads) all.push(read)
  return {
    reads: all,
    take: (answers, from) => {
      const taken: Array<unknown> = []
      let at = from
      for (const { reads, take } of asks) {
        taken.push(take(answers, at))
        at += reads.length
      }
      return taken as Taken<A>
    }
  }
}

/** Does a single read. */
export const readOne = (
  storage: Pick<StorageService, "get" | "scan" | "count" | "counter">,
  read: Read
): Effect.Effect<Answer<Read>, Unavailable> => {
  switch (read.kind) {
    case "get":
      return storage.get(read.table, read.key)
    case "scan":
      return storage.scan(read.table, read.scan)
    case "count":
      return storage.count(read.table, read.range)
    case "counter":
      return storage.counter(read.counter)
  }
}

/** Asks a storage, in one call. */
export const readBatched = <A>(
  storage: StorageService,
  { reads, take }: BatchedRead<A>
): Effect.Effect<A, Unavailable> => {
  const first = reads[0]
  if (first === undefined) return Effect.succeed(take([], 0))
  return reads.length === 1
    ? Effect.map(readOne(storage, first), (answer) => take([answer], 0))
    : Effect.map(storage.reads(reads), (answers) => take(answers, 0))
}
