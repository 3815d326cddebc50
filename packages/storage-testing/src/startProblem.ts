/** The reason why a program of another package cannot be used on a machine. */
import type { SpawnSyncReturns } from "node:child_process"

/** The reason why a program did not answer a request for its version, as part of a sentence; or `undefined`. */
export const startProblem = ({ error, signal, status, stderr }: SpawnSyncReturns<string>): string | undefined => {
  if (status === 0) return undefined
  const said = error?.message ?? stderr.trim().split("\n")[0]
  return `it does not start here (${said || `it ended with ${signal ?? status}`})`
}

/** The same for a program that could not even be unpacked, copied or found. */
export const preparationProblem = (error: unknown): string =>
  `it cannot be prepared here (${error instanceof Error ? error.message : error})`
