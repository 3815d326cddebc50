/** The markdown of a page with its expressions and includes replaced. */
import { type BlockTag, tagAt } from "./BlockTag.js"
import { split } from "./FrontMatter.js"
import { escapeInline } from "./Heading.js"
import { unescape } from "./Parser.js"
import { opaqueRanges } from "./ReferenceSearch.js"
import { type Replacement, rewrite } from "./References.js"

/** Named strings that expressions use. */
export type Variables = Readonly<Record<string, string>>

/** The values that expressions can use, and the targets of includes. */
export interface EvaluationContext {
  readonly space: Variables
  readonly page: Variables
  /** The text that a destination of `{% include %}` leads to; `undefined` if it leads nowhere. */
  readonly include: (destination: string) => string | undefined
}

const opening = /<code\b[^<>]*\bclass=(?:"expression"|'expression'|expression)[^<>]*>/gi
const ending = "</code>"

/** A pattern found in every text in which something is replaced. */
const mayReplace = /\bclass=(?:"expression"|'expression'|expression)|\{%-?\s*include\b/i

/** The maximum length of an expression, in characters. */
const expressionLimit = 2_000

const variable = /^(space|page)\.vars(?:\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(?:"([^"]*)"|'([^']*)')\])$/u
const literal = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')$/
const term = /\s*((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^"'+])+)(?:\+|$)/y

const read = (variables: Variables, name: string): string => (Object.hasOwn(variables, name) ? variables[name]! : "")

const evaluateTerm = (text: string, context: EvaluationContext): string | undefined => {
  const quoted = literal.exec(text)
  if (quoted !== null) return (quoted[1] ?? quoted[2]!).replaceAll(/\\(.)/g, "$1")
  const named = variable.exec(text)
  if (named === null) return undefined
  return read(named[1] === "space" ? context.space : context.page, named[2] ?? named[3] ?? named[4]!)
}

/**
 * The value of an expression: a variable (`space.vars.name`, `page.vars.name`), a quoted string, or several of these
 * joined by `+`. An unset variable, or any other expression, is empty.
 */
const evaluateExpression = (source: string, context: EvaluationContext): string => {
  let value = ""
  term.lastIndex = 0
  while (term.lastIndex < source.length) {
    const match = term.exec(source)
    const part = match === null ? undefined : evaluateTerm(match[1]!.trim(), context)
    if (part === undefined) return ""
    value += part
  }
  return value
}

const inline = (value: string): string => escapeInline(value).replaceAll(/(?<!\\)\|/g, "\\|")

/** The maximum number of includes in one page, including the ones in included texts. */
const includeLimit = 1_000

interface Expansion {
  readonly context: EvaluationContext
  readonly open: ReadonlyArray<string>
  readonly budget: { left: number }
}

const expand = (markdown: string, expansion: Expansion): string => {
  if (!mayReplace.test(markdown)) return markdown
  const inside = opaqueRanges(markdown)
  const replacements: Array<Replacement> = []
  let close = 0
  for (const { 0: tag, index } of markdown.matchAll(opening)) {
    const from = index + tag.length
    if (close >= 0 && close < from) close = markdown.indexOf(ending, from)
    if (close < 0 || close - from > expressionLimit || inside(index)) continue
    const source = markdown.slice(from, close)
    if (source.includes("<code")) continue
    const value = evaluateExpression(unescape(source).trim(), expansion.context)
    replacements.push({ start: index, end: close + ending.length, text: inline(value) })
  }
  for (let at = markdown.indexOf("{%"); at >= 0; at = markdown.indexOf("{%", at + 2)) {
    const tag = inside(at) ? undefined : tagAt(markdown, at)
    const text = tag?.name === "include" ? included(tag, expansion) : undefined
    if (tag !== undefined && text !== undefined) replacements.push({ start: tag.start, end: tag.end, text })
  }
  replacements.sort((left, right) => left.start - right.start)
  return rewrite(markdown, replacements)
}

const included = (tag: BlockTag, { context, open, budget }: Expansion): string | undefined => {
  const destination = tag.arguments.find((argument) => argument.key === "")?.value
  if (destination === undefined) return undefined
  if (open.includes(destination)) return ""
  const text = context.include(destination)
  if (text === undefined || budget.left-- <= 0) return undefined
  return expand(text.slice(split(text).bodyStart).trim(), { context, open: [...open, destination], budget })
}

/**
 * Replaces `<code class="expression">…</code>` by its value and `{% include "…" %}` by the text it leads to, without
 * front matter. Includes nest; a circular one is empty, and one that leads nowhere stays. Code is left untouched.
 */
export const evaluate = (markdown: string, context: EvaluationContext): string =>
  expand(markdown, { context, open: [], budget: { left: includeLimit } })
