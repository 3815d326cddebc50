/** The console of an engine of the tests. */
import { type ConsoleOptions, make } from "@lectern/console/Console"
import type { Lectern } from "@lectern/core/Lectern"
import type { ConsoleRoutes } from "@lectern/http/foundation/dispatcher/Route"

/** The option with which an engine is served with its console at an address; it sends no mail unless that is said. */
export const consoleOf = async (
  { runtime }: Lectern,
  baseUrl: string,
  options: Partial<ConsoleOptions> = {}
): Promise<{ readonly console: ConsoleRoutes }> => ({
  console: await runtime.runPromise(make({ mails: false, ...options, baseUrl }))
})
