/** Reads front matter in TOML and JSON, which Hugo has besides YAML, as YAML. */

const toml = /^\uFEFF?\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n\+\+\+[ \t]*(?:\r?\n|$)/
const json = /^\uFEFF?(\{[ \t]*\r?\n[\s\S]*?\r?\n\}[ \t]*)(?:\r?\n[ \t]*(?:\r?\n|$)|$)/

/** The maximum length of front matter, in characters. */
const limit = 100_000

const pair = /^[ \t]*("?)([\w-]+)\1[ \t]*=[ \t]*(.*?)[ \t]*$/

/** The pairs of keys and values before the first table, which no importer needs. Their values are those of YAML, too. */
const pairsOf = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const line of text.split(/\r?\n/)) {
    if (/^[ \t]*\[/.test(line)) break
    const [, , key, value = ""] = pair.exec(line) ?? []
    if (key !== undefined && !/^(?:"""|''')/.test(value)) found.push(`${key}: ${value}`)
  }
  return found
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A text whose front matter is YAML; the text itself if it has none in TOML or JSON. */
export const withYaml = (text: string): string => {
  const head = text.slice(0, limit)
  const inToml = /^\uFEFF?\+\+\+/.test(head) ? toml.exec(head) : null
  if (inToml !== null) return ["---", ...pairsOf(inToml[1]!), "---", text.slice(inToml[0].length)].join("\n")
  const inJson = /^\uFEFF?\{/.test(head) ? json.exec(head) : null
  if (inJson === null || !isJson(inJson[1]!)) return text
  return ["---", inJson[1]!.trim(), "---", text.slice(inJson[0].length)].join("\n")
}
