/** How fast a server tells of events, and what clients cost it that only wait for some. */
import { Agent, get, type IncomingMessage } from "node:http"
import { setTimeout } from "node:timers/promises"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import { clock, type Family, type Measure, type Prepared, type Row, subjectAtMost } from "../Harness.js"
import { memoryOf, processorTimeOf } from "../ProcessTree.js"
import { startServer } from "../ServerProcess.js"
import { newWorkspace, type Workspace, within } from "../Workspace.js"

const eventCount = 20_000
const listeners = 1_000
/** A caller may have 64 streams. */
const perToken = 50
/** How long the processor time of waiting listeners is measured, in seconds: comments are sent meanwhile. */
const watched = 30

/** A space that was renamed so often. */
const renamed = (workspace: Workspace) =>
  within(
    workspace,
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const { id } = yield* spaces.create(workspace.organization, { title: "Renamed" })
      for (let i = 0; i < eventCount; i++) yield* spaces.update(id, { title: `Title ${i}` })
      return id
    })
  )

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })

/** The answer of a stream, once it has begun. */
const opened = (url: string, token: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" }
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      else resolve(response)
    }).once("error", reject)
  })

/** A stream that is read and does nothing else. */
const waiting = async (url: string, token: string): Promise<IncomingMessage> => (await opened(url, token)).resume()

/** The microseconds for each event of a stream. */
const streaming = (url: string, token: string, process: number): Measure =>
  Effect.promise(async () => {
    const stop = clock(process)
    const response = await opened(url, token)
    let [count, text] = [0, ""]
    for await (const chunk of response) {
      const frames = `${text}${chunk}`.split("\n\n")
      text = frames.pop() ?? ""
      count += frames.filter((frame) => frame.includes("data: ")).length
      if (count >= eventCount) break
    }
    response.destroy()
    return stop(eventCount)
  })

/** The same events by the list, a hundred at a time. */
const listing = (url: string, token: string, process: number): Measure =>
  Effect.promise(async () => {
    const stop = clock(process)
    let count = 0
    for (let after = "000000000"; count < eventCount; ) {
      const answer = await fetch(`${url}?limit=100&after=${after}`, { headers: { authorization: `Bearer ${token}` } })
      const { items, next } = (await answer.json()) as { items: ReadonlyArray<unknown>; next: { after: string } }
      count += items.length
      after = next.after
    }
    return stop(eventCount)
  })

/** Streaming the events of a space, compared with listing them. */
export const eventStream: Row = {
  name: "event-stream",
  subject: `stream of ${eventCount.toLocaleString("en-US")} events, each`,
  baseline: "list of 100 at a time",
  unit: "µs",
  target: subjectAtMost(200),
  onlyAsked: true,
  rounds: 5,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const space = yield* renamed(workspace)
    const { address, process } = yield* startServer("lectern", workspace.filename)
    const url = `${address}/v1/spaces/${space}/events`
    return {
      subject: streaming(`${url}?after=000000000`, workspace.token, process),
      baseline: listing(url, workspace.token, process)
    }
  })
}

/** The memory and the processor time of a server with listeners to whom nothing is told, compared with those of one without. */
export const eventListeners: Family = {
  name: "event-listeners",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const tokens = yield* within(
      workspace,
      Effect.forEach(Array.from({ length: listeners / perToken }), (_, i) =>
        Effect.flatMap(ServiceTokens, (all) => all.create(workspace.organization, { label: `Listener ${i}` }))
      )
    )
    const { id: space } = yield* within(
      workspace,
      Effect.flatMap(Spaces, (spaces) => spaces.create(workspace.organization, { title: "Followed" }))
    )
    const { address, process } = yield* startServer("lectern", workspace.filename)
    const url = `${address}/v1/spaces/${space}/events`
    const idle = Effect.promise(async () => {
      const before = processorTimeOf(process)
      await setTimeout(watched * 1000)
      return ((processorTimeOf(process) - before) * 1000) / watched
    })
    const [memory, time] = [memoryOf(process), yield* idle]
    const all: Array<IncomingMessage> = []
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        for (const each of all) each.destroy()
      })
    )
    // A few at a time: what opening them at once takes is garbage.
    for (let i = 0; i < perToken; i++) {
      all.push(...(yield* Effect.promise(() => Promise.all(tokens.map(({ token }) => waiting(url, token))))))
    }
    const row = (name: string, unit: string, most: number, subject: Measure, baseline: number): Prepared => ({
      name,
      subject: `server with ${listeners.toLocaleString("en-US")} idle listeners`,
      baseline: "without",
      unit,
      target: subjectAtMost(most),
      rounds: 1,
      cold: true,
      pair: { subject, baseline: Effect.succeed(baseline) }
    })
    return [
      row(
        "event-listeners-processor",
        "ms a second more",
        10,
        Effect.map(idle, (withListeners) => withListeners - time),
        time
      ),
      row(
        "event-listeners-memory",
        "MB more",
        100,
        Effect.sync(() => memoryOf(process) - memory),
        memory
      )
    ]
  })
}
