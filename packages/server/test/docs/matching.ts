/** Comparing the answers that the manual shows with the answers of a program. */

/** Whether a text matches the shown one, in which `…` stands for anything. */
export const matches = (shown: string, actual: string): boolean => {
  const parts = shown.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
  return new RegExp(`^${parts.join("[^]*")}$`).test(actual)
}

/**
 * The differences of an answer from the shown one: one line each. Fields that are not shown may exist; an array that
 * ends in `"…"` may go on; a text with `…` in it is a pattern.
 */
export const differences = (shown: unknown, actual: unknown, path = "answer"): ReadonlyArray<string> => {
  const differs = [`${path}: shown ${JSON.stringify(shown)}, got ${JSON.stringify(actual)}`]
  if (typeof shown === "string") return typeof actual === "string" && matches(shown, actual) ? [] : differs
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return differs
    const more = shown.at(-1) === "…"
    const items = more ? shown.slice(0, -1) : shown
    if (more ? actual.length < items.length : actual.length !== items.length) return differs
    return items.flatMap((item, i) => differences(item, actual[i], `${path}[${i}]`))
  }
  if (typeof shown === "object" && shown !== null) {
    if (typeof actual !== "object" || actual === null) return differs
    return Object.entries(shown).flatMap(([key, value]) =>
      key in actual
        ? differences(value, (actual as Record<string, unknown>)[key], `${path}.${key}`)
        : [`${path}.${key}: shown, but not there`]
    )
  }
  return shown === actual ? [] : differs
}

/** The lines that are shown but not printed, in the order shown. */
export const missingLines = (shown: string, printed: string): ReadonlyArray<string> => {
  const lines = printed.split("\n").map((line) => line.trim())
  return shown
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "…" && !lines.some((actual) => matches(line, actual)))
}

/** The head of an HTTP message, and its body. */
export interface HttpMessage {
  readonly start: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const startLine = /^(?:HTTP\/1\.1 \d{3}(?: [\w -]+)?|(?:GET|HEAD|POST|PATCH|PUT|DELETE|OPTIONS) \/\S* HTTP\/1\.1)$/

/** Parses an HTTP message; throws where it is malformed. */
export const parseHttp = (text: string): HttpMessage => {
  const [head = "", ...rest] = text.replaceAll("\r\n", "\n").split("\n\n")
  const [start = "", ...lines] = head.trimEnd().split("\n")
  if (!startLine.test(start)) throw new Error(`not the first line of an HTTP message: ${start}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const header = /^([\w-]+): (.*)$/.exec(line)
    if (header === null) throw new Error(`not a header: ${line}`)
    headers.set(header[1]!.toLowerCase(), header[2]!)
  }
  return { start, headers, body: rest.join("\n\n").trim() }
}

/** The differences of an HTTP message from the shown one; headers that are not shown may exist. */
export const httpDifferences = (shown: HttpMessage, actual: HttpMessage): ReadonlyArray<string> => [
  ...(matches(shown.start, actual.start) ? [] : [`shown ${shown.start}, got ${actual.start}`]),
  ...[...shown.headers].flatMap(([name, value]) =>
    matches(value, actual.headers.get(name) ?? "")
      ? []
      : [`${name}: shown ${value}, got ${actual.headers.get(name) ?? "nothing"}`]
  ),
  ...(shown.body === "" ? [] : differences(JSON.parse(shown.body), JSON.parse(actual.body)))
]
