import { Effect } from "effect"
import { startChild, stopChild } from "./Child.js"

/** The servers that can be put under load, and a website that can be imported. */
export type ServerKind = "lectern" | "lectern-traced" | "node:http" | "fastify" | "website"

/** Starts a server on a database file (a website: of so many pages) in a process of its own and gives its address; it ends with the scope. */
export const startServer = (kind: ServerKind, filename: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startChild("./Serve.js", "port", [kind, filename])),
      ({ child }) => Effect.promise(() => stopChild(child))
    ),
    ({ told: port }) => ({ address: `http://127.0.0.1:${port}` })
  )
