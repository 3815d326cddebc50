/**
 * Runs a server without the code of telemetry: `node --import` this module, and the expressions that check for
 * telemetry while a request is processed are removed as their modules are loaded.
 */
import { type LoadHook, register } from "node:module"
import { isMainThread } from "node:worker_threads"

/** The expressions of each module, with their replacements. Both are valid in TypeScript and in its compiled form. */
export const removed: Readonly<Record<string, ReadonlyArray<readonly [expression: string, replacement: string]>>> = {
  "http/foundation/dispatcher/Dispatcher": [
    ["const measured = telemetry?.begin(request, method)", "const measured = undefined"],
    ["measured?.end(route.operation, answer.status)", "undefined"],
    ["if (measured === undefined)", "if (true)"]
  ],
  "http/foundation/dispatcher/RequestFiber": [
    ["Context.add(Telemetry, Context.get(context, Telemetry))", "(made) => made"]
  ],
  "core/people/access/StampedCache": [
    ['watch?.(confirmed ? "confirmed" : "miss")', "undefined"],
    ['watch?.("hit")', "undefined"]
  ]
}

/**
 * The text of a module without the code of telemetry. Throws if the module does not have every expression exactly once.
 */
export const withoutTelemetry = (module: string, text: string): string =>
  (removed[module] ?? []).reduce((left, [expression, replacement]) => {
    const [before, after, ...more] = left.split(expression)
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`${module} has not exactly once: ${expression}`)
    }
    return before + replacement + after
  }, text)

const moduleOf = (url: string): string | undefined => {
  const found = /\/packages\/([a-z-]+)\/dist\/(.*)\.js$/.exec(url)
  return found === null ? undefined : `${found[1]}/${found[2]}`
}

/** The hook of Node's module loader. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context)
  const module = moduleOf(url)
  if (module === undefined || !(module in removed)) return loaded
  return { ...loaded, source: withoutTelemetry(module, new TextDecoder().decode(loaded.source as Uint8Array)) }
}

if (isMainThread && process.execArgv.some((flag) => flag.endsWith("/WithoutTelemetry.js"))) register(import.meta.url)
