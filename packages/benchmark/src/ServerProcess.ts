import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"

/** The servers that can be put under load, and a website that can be imported. */
export type ServerKind = "lectern" | "lectern-traced" | "node:http" | "fastify" | "website"

const program = fileURLToPath(new URL("./Serve.js", import.meta.url))

const portOf = (message: unknown): number => {
  if (typeof message === "object" && message !== null && "port" in message && typeof message.port === "number") {
    return message.port
  }
  throw new Error("the server sent no port")
}

/** Starts a server on a database file (a website: of so many pages) in a process of its own and gives its address; it ends with the scope. */
export const startServer = (kind: ServerKind, filename: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = fork(program, [kind, filename])
      const [message] = await Promise.race([
        once(child, "message"),
        once(child, "exit").then(([code]) => {
          throw new Error(`the ${kind} server ended with ${code} before it listened`)
        })
      ])
      return { child, address: `http://127.0.0.1:${portOf(message)}` }
    }),
    ({ child }) =>
      Effect.promise(async () => {
        const ended = once(child, "exit")
        child.kill()
        await ended
      })
  )
