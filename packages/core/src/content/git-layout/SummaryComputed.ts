/** Computed pages in a table of contents: a list item that is a fenced block of YAML. */
import * as Schema from "effect/Schema"
import { parse, stringify } from "yaml"
import { Computed, ComputedInput, specOf } from "../pages/Computed.js"

/** A computed page with its title, which is the slug of its specification if the block has none. */
export interface ComputedEntry {
  readonly title: string
  readonly computed: Computed
}

const isInput = Schema.is(ComputedInput)
const isComputed = Schema.is(Computed)
const hasTitle = Schema.is(Schema.Struct({ title: Schema.NonEmptyString }))

const readYaml = (text: string): unknown => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** The page that a fenced block is, with its keys in their order; `undefined` for any other block. */
export const readComputed = (info: string, text: string): ComputedEntry | undefined => {
  if (info.trim() !== "yaml") return undefined
  const value = readYaml(text)
  const given = typeof value === "object" && value !== null && !("props" in value) ? { ...value, props: {} } : value
  if (!isInput(given) || !isComputed(given)) return undefined
  const { title: _, ...computed } = { title: "", ...given }
  return { title: hasTitle(value) ? value.title : specOf(given), computed }
}

/** The list item of a computed page, indented for its depth. */
export const writeComputed = ({ computed, title }: ComputedEntry, depth: number): string => {
  const indent = "  ".repeat(depth + 1)
  const yaml = stringify(title === specOf(computed) ? computed : { title, ...computed }, { lineWidth: 0 })
  const lines = ["```yaml", ...yaml.trimEnd().split("\n"), "```"]
  return `${"  ".repeat(depth)}* ${lines.join(`\n${indent}`)}\n`
}
