/** The small changes that make a mutant: for a node of the syntax tree, the texts that may replace it. */

const boundaries = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" }
const opposites = { "===": "!==", "!==": "===", "==": "!=", "!=": "==" }
const arithmetic = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" }

/** Methods whose call returns something like the object that it is called on. */
const refinements = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "trim", "toLowerCase"])

/** Methods and functions with a counterpart that takes the same arguments. */
const counterparts = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
  isSome: "isNone",
  isNone: "isSome",
  isLeft: "isRight",
  isRight: "isLeft"
}

/** Functions of Effect and Option that guard or follow up their first argument, which has the same type without them. */
const guards = new Set([
  "catchAll",
  "catchTag",
  "ensuring",
  "filter",
  "filterOrFail",
  "ignore",
  "onError",
  "onExit",
  "onInterrupt",
  "orElse",
  "tap",
  "uninterruptible",
  "unless",
  "when",
  "zipLeft"
])

const isText = (node) => node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string")
const isComparison = ({ operator, type }) =>
  type === "BinaryExpression" && (operator in boundaries || operator in opposites)

/** The expression itself, without the parentheses around it. */
export const bare = (node) => (node?.type === "ParenthesizedExpression" ? bare(node.expression) : node)

const ofCall = (node, text) => {
  const callee = bare(node.callee)
  if (callee.type !== "MemberExpression" || callee.computed) return []
  const called = text(callee.object)
  const { name } = callee.property
  const given = node.arguments.map(text)
  if (name === "pipe" && given.length > 0) {
    return given.map((_, removed) => {
      const others = given.filter((_, index) => index !== removed)
      return others.length === 0 ? called : `${called}.pipe(${others.join(", ")})`
    })
  }
  const changed = []
  const [first] = node.arguments
  const isGuarded = given.length > 1 && !isText(bare(first)) && first.type !== "ArrowFunctionExpression"
  if (guards.has(name) && /^[A-Z]\w*$/.test(called) && isGuarded) changed.push(given[0])
  if (called === "Effect" && name === "zipRight" && given.length === 2) changed.push(given[1])
  if (refinements.has(name) && !/^[A-Z]\w*$/.test(called)) changed.push(called)
  if (Object.hasOwn(counterparts, name)) changed.push(`${called}.${counterparts[name]}(${given.join(", ")})`)
  return changed
}

const ofTest = (node, text) => {
  const test = bare(node)
  if (test.type === "LogicalExpression") return [test.operator === "&&" ? "false" : "true"]
  if (test.type === "UnaryExpression" && test.operator === "!") return [text(bare(test.argument)), "true", "false"]
  return test.type === "Literal" ? [] : ["true", "false"]
}

const byType = {
  LogicalExpression: (node, text, { isSpread }) => {
    const { left, operator, right } = node
    // `...(value !== undefined && { value })`: a property that is undefined is the same as none.
    if (operator === "??" || isSpread) return [text(left)]
    const [one, other] = [left, right].map((each) => (each.type === node.type ? `(${text(each)})` : text(each)))
    return [`${one} ${operator === "&&" ? "||" : "&&"} ${other}`, text(left), text(right)]
  },
  BinaryExpression: ({ left, operator, right }, text, { isSpread, tested }) => {
    if (operator in boundaries) return [`${text(left)} ${boundaries[operator]} ${text(right)}`]
    if (operator in opposites) return tested || isSpread ? [] : [`${text(left)} ${opposites[operator]} ${text(right)}`]
    if (!(operator in arithmetic) || isText(bare(left)) || isText(bare(right))) return []
    return [`${text(left)} ${arithmetic[operator]} ${text(right)}`]
  },
  UnaryExpression: ({ argument, operator }, text, { tested }) =>
    operator === "!" && !tested && !isComparison(bare(argument)) ? [text(argument)] : [],
  Literal: ({ value }) => (typeof value === "boolean" ? [String(!value)] : []),
  ArrayExpression: ({ elements }) => (elements.length > 0 ? ["[]"] : []),
  CallExpression: ofCall
}

/**
 * The texts that may replace an expression. `text` returns the source of a node. `isTest` says that the expression is
 * the test of a statement or of `?:`, `tested` also that it is an operand of one, and `isSpread` that an object spreads
 * it, or an expression that it is an operand of.
 */
export const replacements = (node, text, place) => {
  const found = byType[node.type]?.(node, text, place) ?? []
  return [...new Set(place.isTest ? [...ofTest(node, text), ...found] : found)]
}
