/**
 * Expressions over a visitor's claims. They look like JavaScript but are never run as such: a parser makes a syntax
 * tree, of which only the constructs listed here are compiled to functions of the claims. There are no calls but
 * `includes`, no names but `visitor`, and no properties but a value's own.
 */
import { type Node, parse, type Expression as Syntax, tokenizer } from "acorn"
import * as Either from "effect/Either"
import { characterCount } from "../../foundation/schema/Text.js"
import type { Claims, ClaimValue } from "./Claims.js"

/** The value of anything that is missing: it makes the whole expression have no value. */
const absent = Symbol("absent")

type Value = ClaimValue | typeof absent

/** The value of an expression for a visitor with these claims. */
type Evaluate = (visitor: Claims) => Value

/**
 * A parsed expression: returns its value for a visitor with these claims, `undefined` if it needs a claim that is
 * missing.
 */
export type Expression = (claims: Claims) => ClaimValue | undefined

/** The error in a text, and its position: the offset, in code units. */
class Refused extends Error {
  constructor(
    message: string,
    readonly offset: number
  ) {
    super(message)
  }
}

const refuse = (message: string, { start }: Node): never => {
  throw new Refused(message, start)
}

/** The maximum nesting of brackets. */
const maxNesting = 32

/** The maximum number of characters that `+` may produce. */
const maxLength = 10_000

type Primitive = null | boolean | number | string

const isPrimitive = (value: ClaimValue): value is Primitive => value === null || typeof value !== "object"

/** An own property of a value: never one of its prototype. */
const ownProperty = (value: ClaimValue, key: ClaimValue): Value => {
  if (value === null || typeof value === "boolean" || typeof value === "number") return absent
  if (typeof key !== "string" && typeof key !== "number") return absent
  const own = Object.getOwnPropertyDescriptor(Object(value), key)
  return own === undefined || own.value === undefined ? absent : own.value
}

const orderOf = <A extends number | string>(a: A, b: A): number => {
  if (a < b) return -1
  if (a > b) return 1
  return a === b ? 0 : Number.NaN
}

/** Compares strings by their code units and everything else as numbers; never true for arrays and objects. */
const ordered =
  (test: (order: number) => boolean) =>
  (a: ClaimValue, b: ClaimValue): boolean => {
    if (!isPrimitive(a) || !isPrimitive(b)) return false
    return test(typeof a === "string" && typeof b === "string" ? orderOf(a, b) : orderOf(Number(a), Number(b)))
  }

const isLoosely = (a: ClaimValue, b: ClaimValue): boolean =>
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the operator of the expression means
  isPrimitive(a) && isPrimitive(b) ? a == b : a === b

const sum = (a: ClaimValue, b: ClaimValue): Value => {
  if (!isPrimitive(a) || !isPrimitive(b)) return absent
  if (typeof a !== "string" && typeof b !== "string") return Number(a) + Number(b)
  const text = `${a}${b}`
  return text.length > maxLength ? absent : text
}

const isIn = (key: ClaimValue, value: ClaimValue): Value =>
  isPrimitive(value) ? absent : ownProperty(value, key) !== absent

const comparisons: ReadonlyMap<string, (a: ClaimValue, b: ClaimValue) => Value> = new Map([
  ["==", isLoosely],
  ["!=", (a, b) => !isLoosely(a, b)],
  ["===", (a, b) => a === b],
  ["!==", (a, b) => a !== b],
  ["<", ordered((order) => order < 0)],
  ["<=", ordered((order) => order <= 0)],
  [">", ordered((order) => order > 0)],
  [">=", ordered((order) => order >= 0)],
  ["in", isIn],
  ["+", sum]
] satisfies ReadonlyArray<readonly [string, (a: ClaimValue, b: ClaimValue) => Value]>)

const binary =
  (combine: (a: ClaimValue, b: ClaimValue) => Value, left: Evaluate, right: Evaluate): Evaluate =>
  (visitor) => {
    const a = left(visitor)
    if (a === absent) return absent
    const b = right(visitor)
    return b === absent ? absent : combine(a, b)
  }

const includes = (value: ClaimValue, part: ClaimValue): Value => {
  if (typeof value === "string") return typeof part === "string" && value.includes(part)
  return Array.isArray(value) ? value.includes(part) : absent
}

const compileArray = (elements: ReadonlyArray<Node | null>, node: Node): Evaluate => {
  const compiled = elements.map((element) =>
    element === null ? refuse("an array may not have holes", node) : compile(element)
  )
  return (visitor) => {
    const values: Array<ClaimValue> = []
    for (const element of compiled) {
      const value = element(visitor)
      if (value === absent) return absent
      values.push(value)
    }
    return values
  }
}

/** The function of a syntax tree; throws {@link Refused} for syntax that expressions do not allow. */
const compile = (any: Node): Evaluate => {
  const node = any as Syntax
  switch (node.type) {
    case "ParenthesizedExpression":
      return compile(node.expression)
    case "Literal": {
      const { value } = node
      if (value === undefined || typeof value === "bigint" || value instanceof RegExp || node.regex !== undefined) {
        return refuse("expected a string, a number, true, false or null", node)
      }
      return () => value
    }
    case "Identifier":
      if (node.name !== "visitor") {
        return refuse(`"${node.name.slice(0, 40).toWellFormed()}" is not known, only "visitor" is`, node)
      }
      return (claims) => ({ claims })
    case "MemberExpression": {
      if (node.optional) return refuse('"?." is not allowed: a missing claim makes the condition false', node)
      const { property } = node
      if (node.computed) return binary(ownProperty, compile(node.object), compile(property))
      const name = property.type === "Identifier" ? property.name : refuse("expected a name", property)
      return binary(ownProperty, compile(node.object), () => name)
    }
    case "CallExpression": {
      const { arguments: parts, callee } = node
      const [part] = parts
      const isIncludes =
        callee.type === "MemberExpression" &&
        !callee.computed &&
        !callee.optional &&
        callee.property.type === "Identifier" &&
        callee.property.name === "includes"
      if (!isIncludes || node.optional) return refuse('nothing can be called but "includes"', node)
      if (part === undefined || parts.length !== 1) return refuse('"includes" takes one value', node)
      return binary(includes, compile(callee.object), compile(part))
    }
    case "ArrayExpression":
      return compileArray(node.elements, node)
    case "UnaryExpression": {
      const operand = compile(node.argument)
      if (node.operator === "-" && node.argument.type === "Literal" && typeof node.argument.value === "number") {
        const value = -node.argument.value
        return () => value
      }
      if (node.operator !== "!") return refuse(`the operator "${node.operator}" is not allowed`, node)
      return (visitor) => {
        const value = operand(visitor)
        return value === absent ? absent : !value
      }
    }
    case "BinaryExpression": {
      const combine = comparisons.get(node.operator)
      if (combine === undefined) return refuse(`the operator "${node.operator}" is not allowed`, node)
      return binary(combine, compile(node.left), compile(node.right))
    }
    case "LogicalExpression": {
      const { operator } = node
      if (operator === "??") return refuse('the operator "??" is not allowed', node)
      const left = compile(node.left)
      const right = compile(node.right)
      return (visitor) => {
        const value = left(visitor)
        if (value === absent) return absent
        return Boolean(value) === (operator === "||") ? value : right(visitor)
      }
    }
    case "ConditionalExpression": {
      const test = compile(node.test)
      const consequent = compile(node.consequent)
      const alternate = compile(node.alternate)
      return (visitor) => {
        const value = test(visitor)
        if (value === absent) return absent
        return value ? consequent(visitor) : alternate(visitor)
      }
    }
    default:
      return refuse("expected claims, literals, arrays and operators only", node)
  }
}

const options = { ecmaVersion: 2022, sourceType: "module", preserveParens: true } as const
const opening = new Set(["(", "[", "{", "${"])
const closing = new Set([")", "]", "}"])

/** Counts brackets before parsing, since the parser recurses for each of them. */
const checkNesting = (text: string) => {
  let depth = 0
  for (const { start, type } of tokenizer(text, options)) {
    if (opening.has(type.label)) depth++
    else if (closing.has(type.label)) depth--
    if (depth > maxNesting) throw new Refused(`expected at most ${maxNesting} nested brackets`, start)
  }
}

const read = (text: string): Evaluate => {
  checkNesting(text)
  const { body } = parse(text, options)
  const [statement, second] = body
  if (statement === undefined) throw new Refused("expected an expression", 0)
  if (statement.type !== "ExpressionStatement") return refuse("expected an expression", statement)
  if (second !== undefined) return refuse("expected one expression", second)
  const { expression } = statement
  if (expression.end !== statement.end) throw new Refused("expected one expression", expression.end)
  return compile(expression)
}

const sentence = (text: string, message: string, offset: number): string => {
  const before = text.slice(0, offset).split("\n")
  const plain = message.replace(/ \(\d+:\d+\)$/, "")
  const column = characterCount(before.at(-1) ?? "") + 1
  return `${plain.charAt(0).toLowerCase()}${plain.slice(1)}, at line ${before.length}, column ${column}`
}

const offsetOf = (failure: unknown): number | undefined => {
  if (failure instanceof Refused) return failure.offset
  return failure instanceof SyntaxError && "pos" in failure && typeof failure.pos === "number" ? failure.pos : undefined
}

/**
 * Parses an expression of at most some thousand characters; otherwise returns a sentence that states the error and its
 * position.
 */
export const parseExpression = (text: string): Either.Either<Expression, string> => {
  try {
    const evaluate = read(text)
    return Either.right((claims) => {
      const value = evaluate(claims)
      return value === absent ? undefined : value
    })
  } catch (failure) {
    const offset = offsetOf(failure)
    if (offset === undefined || !(failure instanceof Error)) throw failure
    return Either.left(sentence(text, failure.message, offset))
  }
}
