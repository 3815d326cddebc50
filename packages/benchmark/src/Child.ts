/** Programs of this package in processes of their own, each of which tells its parent a number. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/** A process, and the number that it told. */
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
 * Starts the program of a file next to this one, and waits for the number that it tells under a name. Fails if it ends
 * before.
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

/** Like {@link startChild}, but waits for its end as well, and returns what it told. */
export const runChild = async (...given: Parameters<typeof startChild>): Promise<number> => {
  const { child, told } = await startChild(...given)
  if (child.exitCode === null) await once(child, "exit")
  return told
}

/** Like {@link runChild}, for several numbers, by their names. */
export const childNumbers = async <Name extends string>(
  program: string,
  names: ReadonlyArray<Name>,
  args: ReadonlyArray<string>
): Promise<Readonly<Record<Name, number>>> => {
  const { child, message } = await started(program, args, [])
  if (child.exitCode === null) await once(child, "exit")
  return Object.fromEntries(names.map((name) => [name, numberIn(message, name)])) as Record<Name, number>
}

/** Stops a process, if it still runs, and waits for its end. */
export const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill()
  await ended
}
