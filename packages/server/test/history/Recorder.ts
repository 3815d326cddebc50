/** Records the actions of clients, in the order in which they begin and end. */
import type { Answer, Fleet, Request } from "./Fleet.js"
import type { Event, Outcome, Time } from "./History.js"

/** A call, with when it began and ended. */
export interface Called extends Time {
  readonly answer: Answer
}

/** Records events. */
export interface Recorder {
  readonly events: ReadonlyArray<Event>
  readonly record: (event: Event) => void
  /** Counts on: the time now. */
  readonly tick: () => number
  /** Calls a server, and records a failure unless the status is one of those expected. */
  readonly call: (server: number, request: Request, ...expected: ReadonlyArray<number>) => Promise<Called>
  /** Resolves when so many more calls have ended. */
  readonly progress: (calls: number) => Promise<void>
  /** Whether clients are to stop. */
  readonly isOver: () => boolean
  /** Asks the clients to stop; nobody waits for progress any more. */
  readonly end: () => void
}

/** The outcome of a change. The status `acknowledged` acknowledges it. */
export const outcomeOf = ({ answer }: Called, acknowledged: number): Outcome => {
  if (answer.kind !== "answer") return answer.kind === "unsent" ? "refused" : "unknown"
  if (answer.status === acknowledged) return "done"
  return answer.status < 500 || (answer.status === 503 && !/may or may not/.test(answer.body.error.message))
    ? "refused"
    : "unknown"
}

/** A recorder of calls of a fleet. */
export const makeRecorder = (fleet: Fleet): Recorder => {
  const events: Array<Event> = []
  let time = 0
  let calls = 0
  let watchers: Array<{ readonly at: number; readonly resolve: () => void }> = []
  let over = false
  const tick = (): number => ++time
  const tell = (): void => {
    for (const { at, resolve } of watchers) if (over || at <= calls) resolve()
    watchers = watchers.filter(({ at }) => !over && at > calls)
  }
  return {
    events,
    record: (event) => void events.push(event),
    tick,
    call: async (server, request, ...expected) => {
      const invoked = tick()
      const answer = await fleet.call(server, request)
      const completed = tick()
      if (answer.kind === "answer") calls++
      tell()
      if (answer.kind !== "answer" || !expected.includes(answer.status)) {
        const told = answer.kind === "answer" ? `${answer.status} ${answer.body.error?.message}` : answer.message
        events.push({ kind: "failure", invoked, completed, message: `${request.method} ${request.path}: ${told}` })
      }
      return { answer, invoked, completed }
    },
    progress: (more) =>
      new Promise((resolve) => {
        watchers.push({ at: calls + more, resolve })
        tell()
      }),
    isOver: () => over,
    end: () => {
      over = true
      tell()
    }
  }
}
