/** Finds the mutants of a source text, and writes a text that has all of them, each behind a switch. */
import { parseSync } from "oxc-parser"
import { bare, replacements } from "./operators.mjs"

const functions = new Set(["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"])
/** Nodes whose `test` decides between branches. A loop whose test is always true would not end. */
const branching = new Set(["IfStatement", "ConditionalExpression"])
/** The nodes of types that have an expression in them. */
const typed = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "TSInstantiationExpression"])

/** Options that only decide whether a result is kept that nothing reads. */
const unobserved = new Set(["discard"])

const children = (node) =>
  Object.entries(node).flatMap(([key, value]) => {
    const nodes = Array.isArray(value) ? value : [value]
    return nodes.filter((each) => typeof each?.type === "string").map((each) => [key, each])
  })

/** The names of the functions that a module declares for itself. */
const functionsOf = ({ body }) =>
  new Set(
    body
      .map((node) => node.declaration ?? node)
      .flatMap(({ declarations = [] }) => declarations)
      .flatMap(({ id, init }) => (functions.has(bare(init)?.type) ? [id.name] : []))
  )

/**
 * The position of a child: below a function, in a test or an operand of one, or in the middle of a chain with `?.`. A
 * function that a module passes to a function of its own, while it is loaded, is called then, and makes a value like
 * any other.
 */
const placeOf = (parent, key, child, place, own) => {
  const isCalled = parent.type === "CallExpression" && key === "arguments" && own.has(parent.callee.name)
  const isTest = branching.has(parent.type) && key === "test"
  const wraps = parent.type === "ParenthesizedExpression"
  const passesOn = wraps || parent.type === "LogicalExpression"
  const onward = key === "callee" || key === "object" || key === "expression"
  return {
    inFunction: place.inFunction || (functions.has(parent.type) && !place.isLoaded),
    isLoaded: place.isLoaded || (isCalled && !place.inFunction),
    isTest: isTest || (wraps && place.isTest),
    tested: isTest || (place.tested && passesOn),
    isSpread: parent.type === "SpreadElement" || (place.isSpread && passesOn),
    inChain: parent.type === "ChainExpression" || (place.inChain && onward && !functions.has(child.type)),
    isCallee: key === "callee"
  }
}

/**
 * Every place of a source text that has mutants: its range and the texts that may replace it. An empty text removes a
 * statement. Only the code in functions is mutated: schemas, tables and other values of a module are made once, before
 * any test.
 */
const sitesOf = (file, source) => {
  const parsed = parseSync(file, source)
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0].message}`)
  const text = (node) => source.slice(node.start, node.end)
  const own = functionsOf(parsed.program)
  const sites = []
  const visit = (node, place) => {
    if (node.type.startsWith("TS") && !typed.has(node.type)) return
    if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") return
    if (place.inFunction && node.type === "ExpressionStatement") sites.push({ node, texts: [""] })
    else if (place.inFunction && !place.inChain && !place.isCallee && node.type !== "ParenthesizedExpression") {
      const texts = replacements(node, text, place)
      if (texts.length > 0) sites.push({ node, texts })
    }
    if (node.type === "Property" && unobserved.has(node.key.name)) return
    for (const [key, child] of children(node)) {
      const isName = (key === "property" || key === "key") && !node.computed
      if (!isName) visit(child, placeOf(node, key, child, place, own))
    }
  }
  visit(parsed.program, { isLoaded: false })
  return sites
}

const oneLine = (text) => text.replace(/\s+/g, " ").trim()

/**
 * The mutants of a source text, in the order of the text. `original` and `mutated` are on one line, and `nth` counts the
 * mutants of the file that read alike, so that a mutant keeps its name while the file changes around it.
 */
export const mutantsOf = (file, source) => {
  const counts = new Map()
  return sitesOf(file, source).flatMap(({ node, texts }) =>
    texts.map((text) => {
      const original = oneLine(source.slice(node.start, node.end))
      const mutated = oneLine(text)
      const alike = JSON.stringify([original, mutated])
      const nth = (counts.get(alike) ?? 0) + 1
      counts.set(alike, nth)
      const line = source.slice(0, node.start).split("\n").length
      return { file, line, original, mutated, nth, start: node.start, end: node.end, text }
    })
  )
}

/** The name of a mutant, which stays when lines move. */
export const nameOf = ({ file, mutated, nth, original }) => JSON.stringify([file, original, mutated, nth])

const switchName = "__mutant"

/**
 * The source text with the given mutants in place. The mutant whose `id` makes the global function `__mutant` return
 * true is active; without that function, none is.
 */
export const instrument = (source, mutants) => {
  const byRange = new Map()
  for (const mutant of mutants) {
    const range = `${mutant.start}:${mutant.end}:${mutant.text === ""}`
    byRange.set(range, [...(byRange.get(range) ?? []), mutant])
  }
  const sites = [...byRange.values()].sort(([one], [other]) => one.start - other.start || other.end - one.end)
  let next = 0
  const write = (start, end) => {
    let written = ""
    let at = start
    while (next < sites.length && sites[next][0].start < end) {
      const site = sites[next++]
      const [{ start: from, end: to }] = site
      written += source.slice(at, from)
      const inner = write(from, to)
      // The braces outside keep an `else` that follows with its own `if`.
      if (site[0].text === "") written += `{ if (!${switchName}(${site[0].id})) { ${inner} } }`
      else {
        const choices = site.map(({ id, text }) => `${switchName}(${id}) ? (${text}) : `).join("")
        written += `(${choices}(${inner}))`
      }
      at = to
    }
    return written + source.slice(at, end)
  }
  return `const ${switchName} = globalThis.${switchName} ?? (() => false);${write(0, source.length)}`
}
