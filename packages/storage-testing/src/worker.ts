/**
 * The program of a process that writes while others do, or until it is killed. A worker script provides its adapter for
 * the file it is given and runs this; it imports no test library.
 * @since 0.1.0
 */
import { Storage } from "@lectern/core/storage/Storage"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { note, notes } from "./tables.js"

/**
 * The task of a worker. `increment`: that many transactions, each of which adds 1 to a shared counter and inserts a row
 * of the new value. `pairs`: transactions without end, each of which inserts two rows that belong together.
 */
export type Mode = "increment" | "pairs"

/** The counter that workers share. */
export const counterName = "contract_workers"

/** The shelves of the rows that workers insert. */
export const shelves = { increment: "increments", left: "left", right: "right" } as const

/** The worker was started with other arguments than a mode and a count. */
export class WrongArguments extends Data.TaggedError("WrongArguments")<{ readonly message: string }> {}

const acknowledge = (value: number) =>
  Effect.async<void>((resume) => {
    process.stdout.write(`ack ${value}\n`, () => resume(Effect.void))
  })

const increment = (storage: Storage["Type"]) =>
  storage.transaction(
    Effect.gen(function* () {
      const value = yield* storage.increment(counterName)
      yield* storage.insert(notes, note(String(value), { shelf: shelves.increment, order: value }), "{}")
      return value
    })
  )

const pair = (storage: Storage["Type"]) =>
  storage.transaction(
    Effect.gen(function* () {
      const value = yield* storage.increment(counterName)
      const json = JSON.stringify({ filler: "x".repeat(2000) })
      yield* storage.insert(notes, note(String(value), { shelf: shelves.left, order: value }), json)
      yield* storage.insert(notes, note(String(value), { shelf: shelves.right, order: value }), json)
      return value
    })
  )

/** Runs a mode and prints `ack <n>`, `n` being the shared counter's value, once for each transaction that committed. */
export const work = (mode: string | undefined, count: string | undefined) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    if (mode === "increment" && count !== undefined) {
      for (let i = 0; i < Number(count); i++) yield* acknowledge(yield* increment(storage))
    } else if (mode === "pairs") {
      for (;;) yield* acknowledge(yield* pair(storage))
    } else {
      return yield* new WrongArguments({ message: `expected "increment <count>" or "pairs 0", got "${mode} ${count}"` })
    }
  })
