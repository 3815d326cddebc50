/**
 * Makes the PDF of a space in a separate process and reports the number of sheets, the processor time in seconds and
 * the peak memory in megabytes of this process and its children, and for how many milliseconds of its processor time
 * the thread that answers callers was blocked. Needs Linux.
 */
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
import { memory, processorTime, threadTime } from "./ProcessTree.js"

const [filename = "", space = ""] = process.argv.slice(2)

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
