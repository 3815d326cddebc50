/** The processor time and memory of processes and of all below them. Reads `/proc`, so it needs Linux. */
import { readdirSync, readFileSync } from "node:fs"

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

/** The processes below one. */
const descendants = (ancestor = process.pid): ReadonlyArray<ReadonlyArray<string>> => {
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
    return parent !== undefined && (parent === String(ancestor) || isBelow(parent))
  }
  return [...all].flatMap(([id, fields]) => (isBelow(id) ? [fields] : []))
}

const megabytesOf = (processes: ReadonlyArray<ReadonlyArray<string>>): number =>
  (processes.reduce((sum, fields) => sum + Number(fields[21]), 0) * pageKilobytes) / 1024

/** The processor time of a process and of all processes below it, including ended ones, in seconds. */
export const processorTimeOf = (id: number): number =>
  [statOf(String(id)), ...descendants(id)].reduce((sum, fields) => sum + sumOf(fields, 11, 12, 13, 14), 0) / ticks

/** The processor time of this process and of all processes below it, including ended ones, in seconds. */
export const processorTime = (): number => processorTimeOf(process.pid)

/** The processor time of the processes below this one that have ended, in seconds. */
export const endedTime = (): number => sumOf(statOf("self"), 13, 14) / ticks

/** The processor time of this thread, in milliseconds. */
export const threadTime = (): number => (sumOf(statOf(`self/task/${process.pid}`), 11, 12) * 1000) / ticks

/** The memory of this process and of all below it, in megabytes. */
export const memory = (): number => megabytesOf([statOf("self"), ...descendants()])

/** The memory of a process, in megabytes. */
export const memoryOf = (process: number): number => megabytesOf([statOf(String(process))])

/** The most memory that a process has had, in megabytes. */
export const peakOf = (process: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, "utf8"))?.[1]) / 1024

/** The start address of a process's stack, which is random: only a copy that has not run its program yet shares it. */
const stackOf = (fields: ReadonlyArray<string>): string | undefined => fields[25]

/** The memory of all processes below this one, in megabytes. */
export const memoryBelow = (): number => {
  const own = stackOf(statOf("self"))
  return megabytesOf(descendants().filter((fields) => stackOf(fields) !== own))
}
