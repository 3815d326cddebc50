/** Random programs against a storage and against the simplest model of one: a list of rows and a map of counters. */

import { expect } from "@effect/vitest"
import { Duplicate, type Scan, Storage, type StorageService, VersionMismatch } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { concern, type Suite } from "./harness.js"
import { Model } from "./naive.js"
import { type Ending, program, type Step, scans } from "./programs.js"
import { notes } from "./tables.js"

const end = (ending: Ending): Effect.Effect<void, string> => {
  if (ending === "commit") return Effect.void
  if (ending === "fail") return Effect.fail("failed on purpose")
  return ending === "die" ? Effect.die("died on purpose") : Effect.interrupt
}

const run = (storage: StorageService, model: Model, steps: ReadonlyArray<Step>): Effect.Effect<void> =>
  Effect.forEach(steps, (step) => runStep(storage, model, step), { discard: true })

const runStep = (storage: StorageService, model: Model, step: Step): Effect.Effect<void> =>
  Effect.gen(function* () {
    switch (step.kind) {
      case "insert": {
        const failure = yield* outcome(storage.insert(notes, step.columns, step.json))
        return expect(failure).toEqual(model.insert(step.columns, step.json))
      }
      case "update": {
        const version = step.stale ? 99 : (model.find([step.columns.shelf, step.columns.id])?.version ?? 1)
        const failure = yield* outcome(storage.update(notes, step.columns, step.json, version))
        return expect(failure).toEqual(model.update(step.columns, step.json, version))
      }
      case "delete":
        return expect(yield* Effect.orDie(storage.delete(notes, step.key))).toBe(model.delete(step.key))
      case "get":
        return expect(yield* Effect.orDie(storage.get(notes, step.key))).toEqual(model.find(step.key))
      case "scan": {
        expect(yield* Effect.orDie(storage.scan(notes, step.scan))).toEqual(model.scan(step.scan))
        const { after: _after, anyOf: _anyOf, limit: _limit, reverse: _reverse, skip: _skip, ...range } = step.scan
        return expect(yield* Effect.orDie(storage.count(notes, range))).toBe(model.scan(range).length)
      }
      case "increment":
        return expect(yield* Effect.orDie(storage.increment(step.counter, step.by))).toBe(
          model.increment(step.counter, step.by)
        )
      case "transaction": {
        const saved = model.save()
        const exit = yield* Effect.exit(
          storage.transaction(Effect.zipRight(run(storage, model, step.steps), end(step.ending)))
        )
        if (step.ending !== "commit") model.restore(saved)
        return expect(Exit.isSuccess(exit)).toBe(step.ending === "commit")
      }
    }
  })

const outcome = <E>(effect: Effect.Effect<void, E>) =>
  Effect.flatMap(Effect.either(effect), (result) => {
    if (result._tag === "Right") return Effect.succeed(undefined)
    const known = result.left instanceof Duplicate || result.left instanceof VersionMismatch
    return known ? Effect.succeed(result.left) : Effect.die(result.left)
  })

const whole: ReadonlyArray<Scan> = [{}, ...Object.keys(notes.indexes).map((index) => ({ index }))]

/** The suite of the model. */
export const suite: Suite<Storage> = concern("model", ({ property }) => {
  property(
    "a storage behaves as the model does, step by step, and ends in the same state",
    program,
    Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
      const storage = yield* Storage
      const model = new Model()
      yield* run(storage, model, steps)
      for (const scan of whole) {
        expect(yield* storage.scan(notes, scan)).toEqual(model.scan(scan))
        expect(yield* storage.scan(notes, { ...scan, reverse: true })).toEqual(model.scan({ ...scan, reverse: true }))
        expect(yield* storage.count(notes, scan)).toBe(model.scan(scan).length)
      }
      for (const [counter, value] of model.counters) expect(yield* storage.counter(counter)).toBe(value)
    }),
    80
  )

  property(
    "a scan of any kind finds the rows that it finds in the model",
    scans,
    (steps) => Effect.flatMap(Storage, (storage) => run(storage, new Model(), steps)),
    40
  )
})
