import { Invalid } from "@lectern/core/errors/Errors"
import { parser } from "@lectern/core/foundation/schema/Input"
import type { Claims, ClaimValue } from "@lectern/core/text/conditions/Claims"
import { Condition, holds } from "@lectern/core/text/conditions/Condition"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"

const parse = parser(Schema.Struct({ condition: Condition }))
const parsed = (condition: string) => Effect.runSync(Effect.either(parse({ condition })))
const problem = (condition: string): string => {
  const result = parsed(condition)
  if (Either.isRight(result)) throw new Error(`"${condition}" parses`)
  expect(result.left).toBeInstanceOf(Invalid)
  expect(result.left.field).toBe("condition")
  return result.left.message
}

const claims: Claims = {
  plan: "pro",
  seats: 12,
  beta: true,
  off: false,
  none: null,
  groups: ["staff", "writers", 7],
  toString: "own",
  "with-dash": 1,
  unsigned: { language: "fr", nested: { deep: [1, { x: "y" }] } }
}
const of = (condition: string): boolean => {
  expect(parsed(condition)).toEqual(Either.right({ condition }))
  return holds(condition, claims)
}

describe("conditions", () => {
  it.each([
    "visitor.claims.beta",
    "!visitor.claims.off",
    "visitor.claims.plan == 'pro' && visitor.claims.seats > 10",
    'visitor.claims["with-dash"] === 1',
    'visitor.claims.plan != "free" || visitor.claims.nothing',
    "visitor.claims.off || visitor.claims.beta",
    "visitor.claims.seats >= 12 && visitor.claims.seats <= 12 && !(visitor.claims.seats < 12)",
    "visitor.claims.seats > -1",
    '"plan" in visitor.claims',
    '!("nothing" in visitor.claims)',
    '"nothing" in visitor.claims ? visitor.claims.nothing : true',
    '["free", "pro"].includes(visitor.claims.plan)',
    'visitor.claims.groups.includes("staff") && visitor.claims.groups.includes(7)',
    'visitor.claims.plan.includes("r")',
    'visitor.claims.plan + "-" + visitor.claims.seats == "pro-12"',
    "visitor.claims.seats + 1 === 13",
    "visitor.claims.groups.length == 3 && visitor.claims.plan.length == 3",
    'visitor.claims.groups[0] == "staff"',
    'visitor.claims.unsigned.nested.deep[1].x == "y"',
    "visitor.claims.none == null",
    'visitor.claims.toString == "own"',
    "visitor.claims.unsigned",
    "  ( true )\n// said in words\n"
  ])("%s is true", (condition) => {
    expect(of(condition)).toBe(true)
  })

  it.each([
    "visitor.claims.off",
    "visitor.claims.nothing",
    "!visitor.claims.nothing",
    "visitor.claims.nothing == null",
    "visitor.claims.nothing || visitor.claims.beta",
    "visitor.claims.nothing.more",
    "visitor.claims.plan.more",
    "visitor.claims.none.more",
    "visitor.nothing",
    "visitor.claims.groups.includes",
    "visitor.claims.__proto__",
    "!visitor.claims.__proto__",
    "visitor.claims.constructor",
    'visitor.claims["constructor"]["constructor"]',
    "visitor.claims.hasOwnProperty",
    '"toString" in visitor',
    '"x" in visitor.claims.plan',
    "visitor.__proto__.__proto__",
    "visitor.claims.groups.__proto__",
    '"".constructor',
    "visitor.claims.seats.includes(1)",
    "visitor.claims == visitor.claims.plan",
    "visitor.claims + visitor.claims",
    "visitor.claims < 1 || visitor.claims >= 1",
    "[] == ''",
    "0"
  ])("%s is false", (condition) => {
    expect(of(condition)).toBe(false)
  })

  it.each([
    "visitor.claims.plan =",
    "visitor.claims.plan = 'pro'",
    "visitor.claims.beta;",
    "visitor; visitor",
    "1, 2",
    "",
    " ",
    "// nothing",
    "x => x",
    "(() => 1)()",
    "function () {}",
    "class A {}",
    "import('fs')",
    "import.meta",
    "await visitor",
    "globalThis",
    "process.exit()",
    "constructor",
    "undefined",
    "this",
    "eval('1')",
    "Function('return 1')()",
    "visitor.claims.constructor('x')",
    "visitor.claims.groups.map(visitor)",
    "visitor.claims.groups['includes'](1)",
    "visitor.claims.groups.includes()",
    "visitor.claims.groups.includes(1, 2)",
    "visitor.claims.groups.includes(...visitor.claims.groups)",
    "visitor.claims.groups.includes.call(1)",
    "includes(1)",
    "visitor.claims?.plan",
    "visitor.claims.plan?.includes('a')",
    "visitor.claims.plan.includes?.('a')",
    "visitor.claims.plan ?? 1",
    "visitor.claims.seats * 2",
    "visitor.claims.seats - 2",
    "visitor instanceof visitor",
    "-visitor.claims.seats",
    "+visitor.claims.seats",
    "typeof visitor",
    "void 0",
    "delete visitor.claims.plan",
    "visitor.claims.seats++",
    "new visitor()",
    "`a`",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is refused
    "`${visitor}`",
    "visitor`a`",
    "/a/",
    "/(a+)+$/",
    "10n",
    "({})",
    "{}",
    "({ a: 1 }).a",
    "[...visitor.claims.groups]",
    "[1,,2]",
    "#x in visitor",
    "010",
    "'unterminated",
    "<!-- x",
    "visitor..claims",
    "debugger",
    "yield",
    "super.x",
    "new.target",
    "visitor.claims.plan == 'pro' and true"
  ])("%s is refused", (condition) => {
    expect(problem(condition)).toMatch(/^condition: [^\n]{3,150}$/)
    expect(holds(condition, claims)).toBe(false)
  })

  it("says where the problem is, in lines and characters", () => {
    expect(problem("visitor.claims.plan ==")).toBe("condition: unexpected token, at line 1, column 23")
    expect(problem("true &&\n  '😀' == process")).toBe(
      'condition: "process" is not known, only "visitor" is, at line 2, column 10'
    )
    expect(problem("visitor.claims.seats * 2")).toBe('condition: the operator "*" is not allowed, at line 1, column 1')
  })

  it("has 1 to 1,024 characters", () => {
    const long = (length: number) => `'${"😀".repeat(length - 2)}'`
    expect(of(long(1024))).toBe(true)
    expect(problem(long(1025))).toBe("condition: expected at most 1024 characters, got 1025")
    expect(problem("")).toBe("condition: expected at least 1 character, got 0")
  })

  it("bounds what it makes and how deep it nests", () => {
    expect(of(`${"(".repeat(32)}true${")".repeat(32)}`)).toBe(true)
    expect(problem(`${"(".repeat(33)}true${")".repeat(33)}`)).toBe(
      "condition: expected at most 32 nested brackets, at line 1, column 33"
    )
    expect(problem("[".repeat(1024))).toContain("at most 32 nested brackets")
    expect(of(`${"!".repeat(1000)}true`)).toBe(true)
    expect(of(`${"1+".repeat(511)}1`)).toBe(true)
    expect(of(`${"true?".repeat(100)}true${":true".repeat(100)}`)).toBe(true)
    expect(of(`'${"(".repeat(100)}'`)).toBe(true)
    const x = "x".repeat(4000)
    expect(holds("visitor.claims.x + visitor.claims.x", { x })).toBe(true)
    expect(holds("visitor.claims.x + visitor.claims.x + visitor.claims.x", { x })).toBe(false)
  })
})

const tokens = [
  ..."()[]{}.,:;?!+-*/<>=&|'\"`$#\\\n ",
  "visitor",
  ".claims",
  ".a",
  "['a']",
  "==",
  "&&",
  "||",
  " in ",
  "?.",
  "??",
  "=>",
  "...",
  ".includes(",
  "__proto__",
  ".constructor",
  ".length",
  "toString",
  "1",
  "'a'",
  "null",
  "true",
  "this",
  "new ",
  "await ",
  "function"
]
const texts = fc.oneof(
  fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((parts) => parts.join("")),
  fc.string({ maxLength: 60, unit: "grapheme" }),
  fc.string({ maxLength: 60, unit: "binary" })
)
const values: fc.Arbitrary<ClaimValue> = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<ClaimValue>
const names = fc.constantFrom("a", "length", "__proto__", "constructor", "toString", "valueOf", "includes")
const someClaims = fc.array(fc.tuple(names, values)).map((entries): Claims => Object.fromEntries(entries))

/** Expressions that parse. */
const expressions = fc.letrec<{ readonly expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom("visitor", "visitor.claims", "visitor.claims.a", "1", "-2", "'a'", "null", "true", "[]"),
    fc.tuple(tie("expression"), names).map(([of, name]) => `(${of}).${name}`),
    fc.tuple(tie("expression"), tie("expression")).map(([of, key]) => `(${of})[${key}]`),
    fc
      .tuple(
        tie("expression"),
        fc.constantFrom("&&", "||", "==", "!=", "===", "!==", "<", "<=", ">", ">=", " in ", "+"),
        tie("expression")
      )
      .map(([a, operator, b]) => `(${a})${operator}(${b})`),
    tie("expression").map((of) => `!(${of})`),
    fc.tuple(tie("expression"), tie("expression")).map(([of, part]) => `(${of}).includes(${part})`),
    fc.tuple(tie("expression"), tie("expression"), tie("expression")).map(([a, b, c]) => `(${a})?(${b}):(${c})`),
    fc.array(tie("expression"), { maxLength: 3 }).map((items) => `[${items.join()}]`)
  )
})).expression

describe("whatever the text", () => {
  it("parsing gives the condition or Invalid, and evaluation a boolean", () => {
    fc.assert(
      fc.property(texts, someClaims, (condition, given) => {
        const result = parsed(condition)
        if (Either.isLeft(result)) expect(result.left.field).toBe("condition")
        expect(typeof holds(condition, given)).toBe("boolean")
      }),
      { numRuns: runs(500) }
    )
  })

  it("what is on the list parses, and evaluation only reads", () => {
    fc.assert(
      fc.property(expressions, someClaims, (condition, given) => {
        const before = JSON.stringify(given)
        if (condition.length <= 1024) expect(Either.isRight(parsed(condition))).toBe(true)
        expect(typeof holds(condition, given)).toBe("boolean")
        expect(JSON.stringify(given)).toBe(before)
      }),
      { numRuns: runs(300) }
    )
  })
})
