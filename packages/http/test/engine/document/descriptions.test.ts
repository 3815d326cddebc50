import { array, isObject, type Json, object, string } from "@lectern/http/engine/document/Json"
import { document } from "@lectern/http/OpenApiDocument"
import { describe, expect, it } from "vitest"
import { readRecorded } from "../../support/recorded.js"

const recorded = readRecorded()
const complete = object(document(recorded))
const schemas = object(object(complete.components).schemas)
const responses = object(object(complete.components).responses)
const operations = Object.values(object(complete.paths)).flatMap((methods) =>
  Object.values(object(methods)).map(object)
)

const words = (text: string): ReadonlyArray<string> =>
  text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")

const empty = new Set("a an the of this that its it is are was to for in on".split(" "))

/** The problem of a description that says nothing, or is missing; `undefined` for a good one. */
const problem = (name: string, description: unknown): string | undefined => {
  if (typeof description !== "string") return `${name}: no description`
  if (!/^[A-Z0-9`].*[.]$/s.test(description)) return `${name}: no sentence: ${description}`
  const said = words(description).filter((word) => !empty.has(word))
  const known = new Set(words(name.split(".").at(-1) ?? ""))
  const isNew = said.some((word) => !known.has(word))
  return words(description).length < 2 || !isNew ? `${name}: only repeats its name: ${description}` : undefined
}

const problemsOf = (described: ReadonlyArray<readonly [string, unknown]>) =>
  described.flatMap(([name, description]) => problem(name, description) ?? [])

/** Every schema inside a schema, with where it is. */
const within = (name: string, schema: Json): ReadonlyArray<readonly [string, Json]> => [
  [name, schema],
  ...Object.entries(object(schema.properties)).flatMap(([key, child]) => within(`${name}.${key}`, object(child))),
  ...["items", "additionalProperties"].flatMap((key) =>
    isObject(schema[key]) ? within(`${name}[]`, object(schema[key])) : []
  ),
  ...["anyOf", "oneOf", "allOf"].flatMap((key) => array(schema[key]).flatMap((one) => within(name, object(one))))
]

const contents = operations.flatMap((operation) =>
  [object(operation.requestBody), ...Object.values(object(operation.responses)).map(object)].flatMap(({ content }) =>
    Object.values(object(content)).map(
      (media) => [string(operation.operationId), object(object(media).schema)] as const
    )
  )
)
const everySchema = [
  ...Object.entries(schemas).flatMap(([name, schema]) => within(name, object(schema))),
  ...contents.flatMap(([name, schema]) => within(name, schema))
]

describe("every description says something", () => {
  it("of the API and of its groups", () => {
    const groups = array(complete.tags).map((tag) => [string(object(tag).name), object(tag).description] as const)
    expect(groups.length).toBeGreaterThan(20)
    expect(problemsOf([["info", object(complete.info).description], ...groups])).toEqual([])
  })

  it("of an operation", () => {
    expect(operations.length).toBeGreaterThan(200)
    expect(problemsOf(operations.map(({ description, operationId }) => [string(operationId), description]))).toEqual([])
    const summaries = operations.map(({ summary }) => string(summary))
    expect(summaries.filter((summary) => !/^[A-Z][^.]{5,80}$/.test(summary))).toEqual([])
    const verbs = new Set(summaries.map((summary) => summary.split(" ")[0]))
    expect([...verbs].filter((verb) => ["A", "An", "The", "Who", "What", "Where", "How"].includes(verb!))).toEqual([])
  })

  it("of a parameter", () => {
    const shared = Object.entries(object(object(complete.components).parameters))
    const parameters = [
      ...shared.map(([name, one]) => [name, object(one).description] as const),
      ...operations.flatMap(({ operationId, parameters }) =>
        array(parameters)
          .filter((one) => !("$ref" in object(one)))
          .map((one) => [`${operationId}.${object(one).name}`, object(one).description] as const)
      )
    ]
    expect(parameters.length).toBeGreaterThan(300)
    expect(problemsOf(parameters)).toEqual([])
  })

  it("of an answer, and of its headers", () => {
    const answers = operations.flatMap(({ operationId, responses: own }) =>
      Object.entries(object(own)).flatMap(([status, one]) =>
        "$ref" in object(one) ? [] : [[`${operationId}.${status}`, object(one).description] as const]
      )
    )
    const failures = Object.entries(responses).flatMap(([name, response]) => [
      [name, object(response).description] as const,
      ...Object.entries(object(object(response).headers)).map(
        ([header, one]) => [header, object(one).description] as const
      )
    ])
    expect(failures.length).toBeGreaterThan(12)
    expect(problemsOf([...answers, ...failures])).toEqual([])
  })

  it("of a schema", () => {
    const described = Object.entries(schemas).map(([name, schema]) => [name, object(schema).description] as const)
    expect(described.length).toBeGreaterThan(180)
    expect(problemsOf(described)).toEqual([])
  })

  it("of a property", () => {
    const properties = everySchema.flatMap(([name, schema]) =>
      Object.entries(object(schema.properties)).map(
        ([key, property]) => [`${name}.${key}`, object(property).description] as const
      )
    )
    expect(properties.length).toBeGreaterThan(700)
    expect(problemsOf(properties)).toEqual([])
  })
})

describe("unions", () => {
  const hasTag = (member: unknown): boolean => {
    const { $ref } = object(member)
    const schema = $ref === undefined ? object(member) : object(schemas[string($ref).split("/").at(-1)!])
    return Object.entries(object(schema.properties)).some(
      ([name, property]) =>
        name !== "object" && array(object(property).enum).length === 1 && array(schema.required).includes(name)
    )
  }

  it("of tagged alternatives have a discriminator", () => {
    const tagged = everySchema.filter(([, { anyOf, oneOf }]) => {
      const members = array(anyOf ?? oneOf)
      return members.length > 1 && members.every(hasTag)
    })
    expect(tagged.length).toBeGreaterThan(10)
    expect(tagged.filter(([, schema]) => schema.discriminator === undefined).map(([name]) => name)).toEqual([])
  })

  it("have a schema for each value of their discriminator", () => {
    const found = everySchema.flatMap(([name, schema]) =>
      schema.discriminator === undefined ? [] : [[name, schema, object(schema.discriminator)] as const]
    )
    for (const [name, schema, { mapping, propertyName }] of found) {
      const references = array(schema.oneOf).map((one) => object(one).$ref)
      expect(Object.values(object(mapping)).sort(), name).toEqual([...references].sort())
      for (const [value, reference] of Object.entries(object(mapping))) {
        const member = object(schemas[string(reference).split("/").at(-1)!])
        expect(object(object(member.properties)[string(propertyName)]).enum, name).toEqual([value])
      }
    }
  })
})

describe("examples", () => {
  const lacking = (pick: (operation: Json) => unknown) =>
    operations.flatMap((operation) => {
      const media = object(object(object(pick(operation)).content)["application/json"])
      return "schema" in media && !("example" in media) ? [string(operation.operationId)] : []
    })

  it("are there for every body and every success", () => {
    expect(lacking(({ requestBody }) => requestBody)).toEqual([])
    const status = ({ operationId }: Json) => recorded.operations[string(operationId)]?.status ?? 0
    expect(lacking((operation) => object(operation.responses)[status(operation)])).toEqual([])
    expect(operations.map(status).filter((one) => one < 200 || one > 299)).toEqual([])
  })

  it("are there for every failure", () => {
    for (const [name, response] of Object.entries(responses)) {
      expect(object(object(object(response).content)["application/json"]), name).toHaveProperty("example")
    }
  })
})
