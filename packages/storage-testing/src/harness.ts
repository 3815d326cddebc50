/** The definition of suites, and how they are run. */

import { describe, it } from "@effect/vitest"
import type { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage, StorageService } from "@lectern/core/storage/Storage"
import type { Row } from "@lectern/core/storage/Table"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Declarations } from "./declarations.js"
import { runs } from "./runs.js"

/** The ports that an adapter provides. */
export type Ports = Storage | SearchIndex | BlobStore

/**
 * The tests of one concern. Each test builds `layer` anew, and every build must provide an empty storage that has the
 * `tables` of `./tables.js`.
 */
export interface Suite<P = Ports> {
  <E>(name: string, layer: Layer.Layer<P, E>, declared?: Declarations): void
  /** Registers the tests with another runner. */
  readonly define: Define<P>
}

/** Registers the tests of a concern for an adapter that declares this. */
export type Define<P = Ports> = (runner: Runner<P>, declared: Declarations) => void

/** Registers the tests of a concern. */
export interface Runner<P = Ports> {
  readonly test: <A, E>(title: string, effect: Effect.Effect<A, E, P | Scope.Scope>) => void
  /** `usual` is the number of inputs tried, 60 unless given; `LECTERN_RUNS` can raise it. */
  readonly property: <I, A, E>(
    title: string,
    input: FastCheck.Arbitrary<I>,
    effect: (input: I) => Effect.Effect<A, E, P | Scope.Scope>,
    usual?: number
  ) => void
}

const timeout = 120_000 + runs(0) * 1_000

/** A suite that runs the tests that `define` registers, over the ports that it needs. */
export const concern = <P = Ports>(title: string, define: Define<P>): Suite<P> => {
  const suite = <E>(name: string, layer: Layer.Layer<P, E>, declared: Declarations = {}): void => {
    const isolated = <A, E2>(effect: Effect.Effect<A, E2, P | Scope.Scope>) =>
      effect.pipe(Effect.scoped, Effect.provide(layer))
    const runner: Runner<P> = {
      test: (title, effect) => it.live(title, () => isolated(effect), timeout),
      property: (title, input, effect, usual = 60) =>
        it(
          title,
          () =>
            FastCheck.assert(
              FastCheck.asyncProperty(input, (value) => Effect.runPromise(Effect.asVoid(isolated(effect(value))))),
              { numRuns: runs(usual) }
            ),
          timeout
        )
    }
    describe(`${name}: ${title}`, () => define(runner, declared))
  }
  return Object.assign(suite, { define })
}

/** Lets everything else that is ready run first. */
export const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Enough turns for anything that does not wait for a network or a lock. */
export const turns = Effect.repeatN(turn, 20)

/** Dies with `problem` if an effect that must not wait takes so long that it does. */
export const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>, problem: string): Effect.Effect<A, E, R> =>
  Effect.timeoutFailCause(effect, { duration: "30 seconds", onTimeout: () => Cause.die(new Error(problem)) })

/** The generation of a storage that has one. */
export const generationOf = ({ generation }: StorageService): NonNullable<StorageService["generation"]> =>
  generation ?? Effect.dieMessage("the storage has no generation")

/** The ids of some notes, in their order. */
export const ids = (rows: ReadonlyArray<Row>): ReadonlyArray<unknown> => rows.map((row) => row.columns.id)
