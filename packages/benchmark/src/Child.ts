/** Runs programs of this package in child processes that each report a number to their parent. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/** A child process and the number that it reported. */
export interface Child {
  readonly child: ChildProcess
  readonly told: number
}

const numberIn = (message: unknown, name: string): number => {
  const found: unknown = typeof message === "object" && message !== null ? Reflect.get(message, name) : undefined
  if (typeof found === "number") return found
  throw new Error(`the process told no ${name}: ${JSON.stringify(message)}`)
}

const started = async (program: string, args: ReadonlyArray<string>, flags: ReadonlyArray<string>) => {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...args], { execArgv: [...flags] })
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`${program} ${args.join(" ")} ended with ${code} before it told anything`)
    })
  ])
  return { child, message }
}

/**
 * Starts the program in a file next to this one and waits for the number that it reports under `name`. Fails if the
 * process exits first.
 */
export const startChild = async (
  program: string,
  name: string,
  args: ReadonlyArray<string>,
  flags: ReadonlyArray<string> = []
): Promise<Child> => {
  const { child, message } = await started(program, args, flags)
  return { child, told: numberIn(message, name) }
}

/** Like {@link startChild}, but also waits for the process to exit, and returns the number. */
export const runChild = async (...given: Parameters<typeof startChild>): Promise<number> => {
  const { child, told } = await startChild(...given)
  if (child.exitCode === null) await once(child, "exit")
  return told
}

/** Like {@link runChild}, for several numbers, which are returned by name. */
export const childNumbers = async <Name extends string>(
  program: string,
  names: ReadonlyArray<Name>,
  args: ReadonlyArray<string>
): Promise<Readonly<Record<Name, number>>> => {
  const { child, message } = await started(program, args, [])
  if (child.exitCode === null) await once(child, "exit")
  return Object.fromEntries(names.map((name) => [name, numberIn(message, name)])) as Record<Name, number>
}

/** Stops a process if it is still running, and waits for it to exit. */
export const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill()
  await ended
}
