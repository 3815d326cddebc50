/** Calls in-process, one after another, each with a token and its answer as JSON: Lectern here, Payload in a child process. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Actor } from "@lectern/core/access/Actor"
import type * as Engine from "@lectern/core/engine/Engine"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import * as Effect from "effect/Effect"
import { stopChild } from "../Child.js"
import { requested } from "../postgres/Workspace.js"
import { openFile } from "../Workspace.js"
import { fieldOf, found } from "./ContentServer.js"
import { copyOf, type FilledFile } from "./Lectern.js"
import type { Wanted } from "./Operations.js"
import { payloadCopy, payloadEnvironment, payloadName } from "./Payload.js"

/** The times that some calls took, both in seconds. */
export interface Taken {
  readonly seconds: number
  readonly processor: number
}

/** An engine that makes calls in its process. */
export interface InProcess {
  readonly name: string
  /** Makes calls one after another. */
  readonly perform: (calls: ReadonlyArray<Wanted>) => Promise<Taken>
}

const callOf = (
  { groups, pages, space }: FilledFile,
  wanted: Wanted
): Effect.Effect<unknown, unknown, Engine.Services | Actor> => {
  const page = (id: FilledFile["pages"][number]) => Effect.flatMap(Contents, (contents) => contents.page(space, id))
  switch (wanted.of) {
    case "get":
      return page(pages[wanted.i]!)
    case "list":
      return page(groups[wanted.section]!)
    case "search":
      return Effect.flatMap(Search, (search) => search.space(space, { query: wanted.word, limit: found }))
    case "update": {
      const change = { operation: "update_page" as const, page: pages[wanted.i]!, document: { markdown: wanted.body } }
      return Effect.flatMap(ContentEdits, (edits) => edits.apply(space, { changes: [change] }))
    }
    case "create": {
      const { body, section, slug, title } = wanted.document
      const inserted = { operation: "insert_page" as const, title, slug, document: { markdown: body } }
      return Effect.flatMap(ContentEdits, (edits) =>
        edits.apply(space, { changes: [{ ...inserted, into: groups[section]! }] })
      )
    }
  }
}

/** Opens Lectern in this process, on a copy of a filled file. */
export const openLectern = Effect.fnUntraced(function* (filled: FilledFile) {
  const services = yield* openFile(yield* copyOf(filled))
  const workspace = { services, token: filled.token }
  const engine: InProcess = {
    name: "Lectern",
    perform: async (calls) => {
      const before = process.cpuUsage()
      const started = performance.now()
      await Effect.runPromise(
        Effect.forEach(
          calls,
          (wanted) => Effect.map(requested(workspace, callOf(filled, wanted)), (answer) => void JSON.stringify(answer)),
          { discard: true }
        )
      )
      const { system, user } = process.cpuUsage(before)
      return { seconds: (performance.now() - started) / 1_000, processor: (system + user) / 1e6 }
    }
  }
  return engine
})

/** Waits for the next message of a child process. */
const told = async (child: ChildProcess, what: string): Promise<unknown> => {
  const stop = new AbortController()
  const { signal } = stop
  try {
    const [message] = await Promise.race([
      once(child, "message", { signal }),
      once(child, "exit", { signal }).then(([code]) => {
        throw new Error(`Payload ended with ${code} before it ${what}`)
      })
    ])
    return message
  } finally {
    stop.abort()
  }
}

/** Opens Payload, installed in a folder, in a child process, on a copy of a filled database. */
export const openPayload = Effect.fnUntraced(function* (installed: string, filled: string) {
  const env = { ...process.env, ...payloadEnvironment(yield* payloadCopy(filled)) }
  const folder = join(installed, "payload")
  const child = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const started = fork(join(folder, "in-process.mjs"), [], { cwd: folder, env, silent: true })
      started.stderr?.pipe(process.stderr)
      started.stdout?.resume()
      await told(started, "was ready")
      return started
    }),
    (started) => Effect.promise(() => stopChild(started))
  )
  const engine: InProcess = {
    name: payloadName(installed),
    perform: async (calls) => {
      child.send(calls)
      const message = await told(child, "had made its calls")
      const error = fieldOf(message, "error")
      if (error !== undefined) throw new Error(`Payload in-process: ${error}`)
      return { seconds: Number(fieldOf(message, "seconds")), processor: Number(fieldOf(message, "processor")) }
    }
  }
  return engine
})
