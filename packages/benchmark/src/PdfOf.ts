/**
 * Makes the PDF of a space in a separate process and reports the number of sheets, the processor time in seconds and
 * the peak memory in megabytes of this process and its children, and for how many milliseconds of its processor time
 * the thread that answers callers was blocked. Reads `/proc`, so it needs Linux.
 */
import { readdirSync, readFileSync } from "node:fs"
import { Actor, system } from "@lectern/core/access/Actor"
import * as Lectern from "@lectern/core/Lectern"
import { Pdfs } from "@lectern/core/pdf/Pdfs"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { readFile } from "@lectern/node/internal/pdf/join/Objects"
import * as TypstPdf from "@lectern/node/pdf/TypstPdf"
import * as WorkerPool from "@lectern/node/workers/WorkerPool"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const [filename = "", space = ""] = process.argv.slice(2)

/** The fields of a process or thread in `/proc` after its name, beginning with the third. */
const statOf = (id: string): ReadonlyArray<string> => {
  const text = readFileSync(`/proc/${id}/stat`, "utf8")
  return text.slice(text.lastIndexOf(")") + 2).split(" ")
}

/** Clock ticks per second and kilobytes per memory page, as on all usual Linux machines. */
const ticks = 100
const pageKilobytes = 4

const sumOf = (fields: ReadonlyArray<string>, ...numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, number) => sum + Number(fields[number]), 0)

/** The processes below this one. */
const descendants = (): ReadonlyArray<ReadonlyArray<string>> => {
  const all = new Map<string, ReadonlyArray<string>>()
  for (const id of readdirSync("/proc")) {
    if (!/^\d+$/.test(id)) continue
    try {
      all.set(id, statOf(id))
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (id: string): boolean => {
    const parent = all.get(id)?.[1]
    return parent !== undefined && (parent === String(process.pid) || isBelow(parent))
  }
  return [...all].flatMap(([id, fields]) => (isBelow(id) ? [fields] : []))
}

/** The processor time of this process and of all below it, those that have ended included, in seconds. */
const processorTime = (): number =>
  [statOf("self"), ...descendants()].reduce((sum, fields) => sum + sumOf(fields, 11, 12, 13, 14), 0) / ticks

/** The processor time of this thread, in milliseconds. */
const threadTime = (): number => (sumOf(statOf(`self/task/${process.pid}`), 11, 12) * 1000) / ticks

/** The memory of this process and of all below it, in megabytes. */
const memory = (): number =>
  ([statOf("self"), ...descendants()].reduce((sum, fields) => sum + Number(fields[21]), 0) * pageKilobytes) / 1024

/**
 * Starts watching the memory, and how long this thread is blocked; the returned function stops and returns the maxima.
 */
const watch = () => {
  const most = { memory: 0, hold: 0 }
  let turn = threadTime()
  const holds = setInterval(() => {
    const now = threadTime()
    most.hold = Math.max(most.hold, now - turn)
    turn = now
  }, 5)
  const sizes = setInterval(() => {
    most.memory = Math.max(most.memory, memory())
    turn = threadTime()
  }, 50)
  return () => {
    clearInterval(holds)
    clearInterval(sizes)
    return most
  }
}

const measured = Effect.gen(function* () {
  const pdfs = yield* Pdfs
  const before = processorTime()
  const ended = watch()
  const { url } = yield* pdfs.ofSpace(space as SpaceId, {})
  const most = ended()
  const time = processorTime() - before
  const [, , , key = "", until = "", signature = ""] = new URL(url).pathname.split("/")
  const { bytes } = yield* pdfs.download(space as SpaceId, key, until, signature)
  const { sheets } = yield* Effect.promise(() => readFile(bytes))
  return { sheets: sheets.length, time, ...most }
})

const layer = Lectern.layer(SqliteStorage.layer({ filename }), { pdf: TypstPdf.layer(), workers: WorkerPool.layer() })

process.once("disconnect", () => process.exit())
const told = await Effect.runPromise(
  measured.pipe(Effect.provideService(Actor, system), Effect.provide(Layer.orDie(layer)))
)
process.send?.(told)
process.disconnect()
