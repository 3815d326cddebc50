import * as Effect from "effect/Effect"
import { startChild, stopChild } from "./Child.js"

/** The servers that can be put under load, and a website that can be imported. */
export type ServerKind =
  | "lectern"
  | "lectern-traced"
  | "lectern-without-telemetry"
  | "node:http"
  | "fastify"
  | "recorded-edits"
  | "website"

const flagsOf = (kind: ServerKind): ReadonlyArray<string> =>
  kind === "lectern-without-telemetry" ? ["--import", new URL("./WithoutTelemetry.js", import.meta.url).href] : []

/** The URL of a server, and the id of its process. */
export interface RunningServer {
  readonly address: string
  readonly process: number
}

/**
 * Starts a server on a database file in a separate process. A website gets the number of its pages instead of a file.
 * The server stops when the scope closes.
 */
export const startServer = (kind: ServerKind, filename: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startChild("./Serve.js", "port", [kind, filename], flagsOf(kind))),
      ({ child }) => Effect.promise(() => stopChild(child))
    ),
    ({ child, told: port }): RunningServer => ({ address: `http://127.0.0.1:${port}`, process: child.pid ?? 0 })
  )
