import { parser } from "@lectern/core/foundation/schema/Input"
import { fitClaims, readUnsigned } from "@lectern/core/publishing/sites/adaptive-content/FittingClaims"
import { templateConditions } from "@lectern/core/publishing/sites/adaptive-content/TemplateConditions"
import {
  type AdaptiveJsonSchema,
  type ClaimSchema,
  SetAdaptiveSchema
} from "@lectern/core/sites/adaptive-content/AdaptiveSchema"
import { fromPaths } from "@lectern/core/text/conditions/ClaimPaths"
import type { Claims, ClaimValue } from "@lectern/core/text/conditions/Claims"
import { Condition, holds } from "@lectern/core/text/conditions/Condition"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"

const parse = (jsonSchema: unknown) => Effect.runSync(Effect.either(parser(SetAdaptiveSchema)({ jsonSchema })))
const problem = (jsonSchema: unknown) => Either.getOrThrow(Either.flip(parse(jsonSchema))).message

const boolean = { type: "boolean", description: "Is it?" } as const
const plan = { type: "string", enum: ["free", 'p"ro'], description: "Plan" } as const
const objectOf = (properties: Readonly<Record<string, ClaimSchema>>) =>
  ({ type: "object", description: "Things", properties, additionalProperties: false }) as const
const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "https://example.com/visitor.json",
  type: "object",
  properties: {
    unsigned: {
      type: "object",
      description: "Unsigned claims of the site visitor.",
      properties: { beta: boolean, seats: { type: "number", description: "Seats" } },
      additionalProperties: false
    },
    "is beta": { ...boolean, description: "" },
    plan,
    name: { type: "string", description: "Name" },
    account: objectOf({ trial: boolean, deep: objectOf({ plan }) }),
    groups: { type: "array", description: "Groups", items: plan }
  },
  additionalProperties: false
} as const satisfies AdaptiveJsonSchema

describe("a schema of claims", () => {
  it("is a JSON Schema of the forms that claims have", () => {
    expect(parse(schema)).toEqual(Either.right({ jsonSchema: schema }))
    const empty = { type: "object", properties: {}, additionalProperties: false }
    expect(parse(empty)).toEqual(Either.right({ jsonSchema: empty }))
  })

  const without = ({ type: _, ...rest }: typeof boolean) => rest
  it.each([
    ["jsonSchema", undefined],
    ["jsonSchema", []],
    ["jsonSchema", true],
    ["jsonSchema.type", { ...schema, type: "string" }],
    ["jsonSchema.$schema", { ...schema, $schema: "https://json-schema.org/draft/2020-12/schema" }],
    ["jsonSchema.additionalProperties", { ...schema, additionalProperties: true }],
    ["jsonSchema.required", { ...schema, required: ["plan"] }],
    ["jsonSchema.properties.beta.type", { ...schema, properties: { beta: without(boolean) } }],
    ["jsonSchema.properties.beta.type", { ...schema, properties: { beta: { ...boolean, type: "banana" } } }],
    ["jsonSchema.properties.beta.description", { ...schema, properties: { beta: { type: "boolean" } } }],
    ["jsonSchema.properties.beta.pattern", { ...schema, properties: { beta: { ...boolean, pattern: "a" } } }],
    ["jsonSchema.properties.plan.enum.1", { ...schema, properties: { plan: { ...plan, enum: ["a", 1] } } }],
    [
      "jsonSchema.properties.a.items.type",
      { ...schema, properties: { a: { ...schema.properties.groups, items: objectOf({}) } } }
    ],
    ["jsonSchema.properties.unsigned.description", { ...schema, properties: { unsigned: objectOf({}) } }],
    [
      "jsonSchema.properties.a.properties.b.type",
      { ...schema, properties: { a: { ...objectOf({}), properties: { b: {} } } } }
    ]
  ])("is refused at %s", (path, jsonSchema) => {
    expect(problem(jsonSchema)).toMatch(new RegExp(`^${path.replaceAll(".", "\\.").replace("$", "\\$")}: `))
  })

  it("nests to a bound, however deep the input", () => {
    const nested = (levels: number): unknown => {
      let claim: ClaimSchema = boolean
      for (let level = 0; level < levels; level++) claim = objectOf({ a: claim })
      return { type: "object", properties: { a: claim }, additionalProperties: false }
    }
    expect(Either.isRight(parse(nested(4)))).toBe(true)
    expect(problem(nested(5))).toMatch(/^jsonSchema(\.properties\.a){5}\.type: .* got "object"$/)
    expect(problem(nested(5000))).toBe("expected at most 100 levels of nesting")
  })

  it("suggests a condition for each boolean and for each value of an enumeration", () => {
    const conditions = templateConditions(schema)
    expect(conditions).toEqual([
      { description: "Is it?", condition: "visitor.claims.unsigned.beta == true" },
      { description: 'visitor.claims["is beta"]', condition: 'visitor.claims["is beta"] == true' },
      { description: "Plan: free", condition: 'visitor.claims.plan == "free"' },
      { description: 'Plan: p"ro', condition: 'visitor.claims.plan == "p\\"ro"' },
      { description: "Is it?", condition: "visitor.claims.account.trial == true" },
      { description: "Plan: free", condition: 'visitor.claims.account.deep.plan == "free"' },
      { description: 'Plan: p"ro', condition: 'visitor.claims.account.deep.plan == "p\\"ro"' },
      { description: "Groups: free", condition: 'visitor.claims.groups.includes("free")' },
      { description: 'Groups: p"ro', condition: 'visitor.claims.groups.includes("p\\"ro")' }
    ])
    const everything: Claims = {
      unsigned: { beta: true },
      "is beta": true,
      plan: "free",
      account: { trial: true, deep: { plan: "free" } },
      groups: ["free"]
    }
    for (const { condition } of conditions) expect(holds(condition, everything)).toBe(!condition.includes("p\\"))
  })

  it("suggests nothing that is no condition", () => {
    const names = fc.string({ minLength: 1, maxLength: 200, unit: "binary" }).filter((name) => name.isWellFormed())
    const claims = fc.dictionary(
      names,
      fc.array(names).map((values) => ({ ...plan, enum: values })),
      { maxKeys: 5 }
    )
    const isCondition = Schema.is(Condition)
    fc.assert(
      fc.property(claims, (properties) => {
        const jsonSchema: AdaptiveJsonSchema = { type: "object", properties, additionalProperties: false }
        for (const { condition } of templateConditions(jsonSchema)) expect(isCondition(condition)).toBe(true)
      }),
      { numRuns: runs(100) }
    )
    const long: AdaptiveJsonSchema = {
      ...schema,
      properties: { plan: { ...plan, enum: ["x".repeat(999), "x".repeat(1000)] } }
    }
    expect(templateConditions(long)).toHaveLength(1)
  })
})

describe("claims", () => {
  it("that do not fit the schema are dropped", () => {
    expect(
      fitClaims(schema, {
        unsigned: { beta: "true", seats: 3, other: true },
        "is beta": true,
        plan: "gold",
        name: "Ada",
        account: { trial: 1, deep: { plan: "free", more: {} } },
        groups: ["free", "gold"],
        other: true,
        __proto__: { beta: true },
        constructor: true
      })
    ).toEqual({
      unsigned: { seats: 3 },
      "is beta": true,
      name: "Ada",
      account: { deep: { plan: "free" } }
    })
    expect(fitClaims(schema, { account: [], unsigned: null, groups: ["free"] })).toEqual({ groups: ["free"] })
  })

  it("fit once they are fitted, whatever they were", () => {
    const value = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<ClaimValue>
    const claims = fc.dictionary(fc.constantFrom(...Object.keys(schema.properties), "other", "__proto__"), value)
    fc.assert(
      fc.property(claims, (given) => {
        const fitted = fitClaims(schema, given)
        expect(fitClaims(schema, fitted)).toEqual(fitted)
      }),
      { numRuns: runs(100) }
    )
  })

  it("that nobody signed are read from texts as the schema has them", () => {
    const texts = { beta: "true", seats: "3", "a.b": "x", "a.c": ["1", "y"] }
    expect(readUnsigned(schema, texts)).toEqual({ beta: true, seats: 3, a: { b: "x", c: [1, "y"] } })
    const asText: AdaptiveJsonSchema = {
      ...schema,
      properties: {
        unsigned: {
          ...schema.properties.unsigned,
          properties: {
            beta: schema.properties.name,
            list: { ...schema.properties.groups, items: schema.properties.name }
          }
        }
      }
    }
    expect(readUnsigned(asText, { beta: "true", list: "1" })).toEqual({ beta: "true", list: ["1"] })
    expect(readUnsigned(undefined, { a: "007", b: "1e3", c: "", d: "-1.5", e: "true" })).toEqual({
      a: "007",
      b: "1e3",
      c: "",
      d: -1.5,
      e: true
    })
    const deep = Array.from({ length: 20_000 }, () => "a").join(".")
    expect(readUnsigned(undefined, { [deep]: "1", b: "2" })).toEqual({ b: 2 })
  })

  it("by path come together in any order, and touch no prototype", () => {
    const paths = [
      ["a.b", 1],
      ["a", 2],
      ["a.c.d", 3]
    ] as const
    expect(fromPaths(paths)).toEqual({ a: { b: 1, c: { d: 3 } } })
    expect(fromPaths(paths.toReversed())).toEqual({ a: { c: { d: 3 }, b: 1 } })
    const made = fromPaths([
      ["__proto__.polluted", true],
      ["constructor.prototype.polluted", true]
    ])
    expect(Object.keys(made)).toEqual(["__proto__", "constructor"])
    expect("polluted" in {}).toBe(false)
  })
})
