/** The processor time of processes on Linux, and the statements that go to a PostgreSQL server. */
import { readdirSync, readFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import * as Effect from "effect/Effect"

/** The microseconds of a clock tick, in which the kernel counts processor time. */
const tick = 10_000

/** The fields of `/proc/PID/stat` from the parent on, which is number 4. */
const statOf = (pid: number): ReadonlyArray<string> => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    return text.slice(text.lastIndexOf(")") + 4).split(" ")
  } catch {
    return []
  }
}

const fields = (stat: ReadonlyArray<string>, ...numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, number) => sum + Number(stat[number - 4] ?? 0), 0)

/** The parent of a process. */
export const parentOf = (pid: number): number => fields(statOf(pid), 4)

/** The processor time of a process with its threads, in microseconds. */
export const timeOf = (pid: number): number => fields(statOf(pid), 14, 15) * tick

/** The processor time of a process and all of its children, including ended ones, in microseconds. */
export const timeOfAll = (pid: number): number => {
  const children = readdirSync("/proc")
    .map(Number)
    .filter((each) => each > 0 && parentOf(each) === pid)
  return timeOf(pid) + fields(statOf(pid), 16, 17) * tick + children.reduce((sum, child) => sum + timeOf(child), 0)
}

/** Counts the answers of a server. Each statement has one: the message that it is ready for the next. */
const counter = () => {
  let count = 0
  let head: Buffer = Buffer.alloc(0)
  let skip = 0
  return {
    count: () => count,
    add: (chunk: Buffer): void => {
      let at = Math.min(skip, chunk.length)
      skip -= at
      while (at < chunk.length) {
        const missing = 5 - head.length
        head = Buffer.concat([head, chunk.subarray(at, at + missing)])
        at += missing
        if (head.length < 5) return
        if (head[0] === 0x5a) count++
        const body = head.readInt32BE(1) - 4
        head = Buffer.alloc(0)
        const here = Math.min(body, chunk.length - at)
        at += here
        skip = body - here
      }
    }
  }
}

/** A port of this machine that leads to the socket of a PostgreSQL server, and the number of statements since. */
export const counted = (socket: string) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly statements: () => number; readonly close: () => void }>((resume) => {
      const counters: Array<ReturnType<typeof counter>> = []
      const proxy = createServer((client) => {
        const server = connect(socket)
        const answers = counter()
        counters.push(answers)
        server.on("data", answers.add)
        client.pipe(server).pipe(client)
        for (const [one, other] of [
          [client, server],
          [server, client]
        ] as const) {
          one.on("error", () => other.destroy())
          one.on("close", () => other.destroy())
        }
      })
      proxy.listen(0, "127.0.0.1", () => {
        const address = proxy.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const statements = () => counters.reduce((sum, { count }) => sum + count(), 0)
        resume(Effect.succeed({ port, statements, close: () => proxy.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
