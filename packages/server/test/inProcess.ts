/**
 * Runs the program in the process of the tests, which takes a fraction of the time of a process of its own. Tests of
 * processes (signals, exits, permissions, several of them on one workspace) run real ones, from `program.ts`.
 */
import { Effect, Exit, Fiber } from "effect"
import { Invocation } from "../src/Invocation.js"
import { interruptedCode, main } from "../src/main.js"
import { type Finished, ready } from "./program.js"

interface Begun {
  readonly stdout: () => string
  readonly stderr: () => string
  readonly finished: Promise<Finished>
  readonly interrupt: () => void
  /** Calls a function whenever there is more on stdout. */
  readonly onStdout: (look: () => void) => void
}

const begin = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Begun => {
  const written = { stdout: "", stderr: "" }
  const watchers: Array<() => void> = []
  const stream = (name: keyof typeof written) => ({
    write: (text: string, done?: () => void) => {
      written[name] += text
      for (const look of watchers) look()
      done?.()
    }
  })
  const invocation = { env, stdout: stream("stdout"), stderr: stream("stderr") }
  const fiber = Effect.runFork(Effect.provideService(main(args), Invocation, invocation))
  const finished = new Promise<Finished>((resolve) => {
    fiber.addObserver((exit) =>
      resolve({ code: Exit.isSuccess(exit) ? exit.value : interruptedCode(args[0] ?? "start"), ...written })
    )
  })
  return {
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    finished,
    interrupt: () => void Effect.runFork(Fiber.interrupt(fiber)),
    onStdout: (look) => watchers.push(look)
  }
}

/** Runs a command of the `lectern` program to its end, in an environment with only `env`. */
export const lecternHere = (
  args: ReadonlyArray<string>,
  options: { readonly env?: Readonly<Record<string, string>> } = {}
): Promise<Finished> => begin(args, options.env ?? {}).finished

/** A server that is ready, and that no signal reaches. */
export interface ServerHere {
  readonly base: string
  readonly banner: string
  /** Stops it as a signal would, and waits for its end. */
  readonly stop: () => Promise<Finished>
}

/** A server whose log can be read while it runs. */
export interface LoggingServer extends ServerHere {
  readonly log: () => string
}

/** Starts a server on a free port and waits until it is ready. */
export const startServerHere = async (
  dataDir: string,
  args: ReadonlyArray<string> = [],
  env: Readonly<Record<string, string>> = {}
): Promise<LoggingServer> => {
  const { finished, interrupt, onStdout, stderr, stdout } = begin(
    ["start", "--port", "0", "--data-dir", dataDir, ...args],
    env
  )
  await new Promise<void>((resolve, reject) => {
    onStdout(() => {
      if (ready.test(stdout())) resolve()
    })
    void finished.then(({ stderr }) => reject(new Error(`ended before it was ready: ${stderr}`)))
  })
  const banner = stdout()
  return {
    base: /Lectern serves (\S+)/.exec(banner)?.[1] ?? "",
    banner,
    log: stderr,
    stop: () => {
      interrupt()
      return finished
    }
  }
}
