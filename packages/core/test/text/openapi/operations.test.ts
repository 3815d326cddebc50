/** What a page says of an operation: everything that its specification says, on the page or where a reader asks. */
import type { PdfBlocks } from "@lectern/core/pdf/PdfDocument"
import { type AskedFields, readText } from "@lectern/core/publishing/site-reading/ReadingTask"
import type { Json, JsonObject } from "@lectern/core/text/openapi/Json"
import { specPages } from "@lectern/core/text/openapi/SpecPages"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const tag = '{% openapi-operation spec="api" path="/a" method="post" %}\n{% endopenapi-operation %}'

const shown = (document: JsonObject, asked?: AskedFields | "everything"): PdfBlocks =>
  readText(tag, "en", () => document, asked).operations[0] ?? []

/** The texts of blocks, in order. */
const textsOf = (value: unknown, key = ""): ReadonlyArray<string> => {
  if (typeof value === "string") return key === "type" || key === "marks" ? [] : [value]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, Array.isArray(value) ? key : name))
}

/** All blocks of a page, and those that a reader can ask for there. */
const everything = (document: JsonObject): PdfBlocks => {
  const found = [...shown(document)]
  const places = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    if ("type" in value && value.type === "more" && "place" in value) {
      const direction = "direction" in value && value.direction === "request" ? "request" : "response"
      const place = String(value.place)
      if (places.has(`${direction} ${place}`)) return
      places.add(`${direction} ${place}`)
      const part = shown(document, { operation: 0, place, direction })
      found.push(...part)
      visit(part)
    } else for (const each of Object.values(value)) visit(each)
  }
  visit(shown(document))
  return found
}

const withBody = (schema: Json, more: JsonObject = {}): JsonObject => ({
  paths: { "/a": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } } },
  ...more
})
const withAnswer = (schema: Json, more: JsonObject = {}): JsonObject => ({
  paths: { "/a": { post: { responses: { 200: { content: { "application/json": { schema } } } } } } },
  ...more
})

describe("a schema", () => {
  const named = (schemas: JsonObject) => ({ components: { schemas } })
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const pets = {
    Pet: {
      type: "object",
      discriminator: { propertyName: "kind", mapping: { dog: "#/components/schemas/Dog", cat: "Cat" } },
      properties: { kind: { type: "string" } }
    },
    Dog: { allOf: [ref("Pet"), { properties: { bark: { type: "boolean" } } }] },
    Cat: { allOf: [ref("Pet"), { title: "A cat", properties: { purr: { type: "boolean" } } }] },
    Fish: { title: "A fish", allOf: [ref("Pet")] }
  }
  const cases: ReadonlyArray<readonly [string, Json, ReadonlyArray<string>, JsonObject?]> = [
    [
      "bounds of 3.0",
      { type: "integer", minimum: 5, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      ["> 5", "≤ 9"]
    ],
    ["bounds of 3.1", { type: "integer", exclusiveMinimum: 5, exclusiveMaximum: 9 }, ["> 5", "< 9"]],
    [
      "long integers",
      { type: "integer", maximum: 9223372036854775807n, default: -9223372036854775808n },
      ["≤ 9223372036854775807", "-9223372036854775808"]
    ],
    [
      "the number of properties",
      { type: "object", minProperties: 1, maxProperties: 4 },
      ["properties ≥ 1", "properties ≤ 4"]
    ],
    ["unique items", { type: "array", items: {}, uniqueItems: true }, ["unique items"]],
    [
      "first items",
      { prefixItems: [{ type: "string", description: "The first." }, { type: "integer" }], items: false },
      ["[string, integer]", "[0]", "The first.", "[1]"]
    ],
    [
      "first items and others",
      { prefixItems: [{ type: "string" }], items: { type: "integer" } },
      ["[string, …integer]"]
    ],
    [
      "names that match a pattern",
      { patternProperties: { "^x-": { type: "string", description: "An extension." } } },
      ["/^x-/", "An extension."]
    ],
    [
      "alternatives of items",
      { type: "array", items: { oneOf: [{ type: "string" }, { type: "integer" }] } },
      ["(string | integer)[]"]
    ],
    [
      "values of items",
      { type: "array", items: { type: "string", enum: ["red"], description: "A colour." } },
      ["string[]", "red", "A colour."]
    ],
    [
      "titles of alternatives",
      {
        oneOf: [
          { title: "Card", type: "object", properties: { number: {} } },
          { title: "Cash", type: "object" }
        ]
      },
      ["Card | Cash", "Card", "number", "Cash"]
    ],
    [
      "what alternatives say",
      {
        oneOf: [
          { const: 1, description: "One." },
          { const: 2, description: "Two." }
        ]
      },
      ["One.", "Two."]
    ],
    [
      "the kinds of a base",
      ref("Pet"),
      [
        "Discriminator: ",
        "kind",
        "Dog",
        "kind = dog",
        "bark",
        "Cat",
        "kind = cat",
        "purr",
        "Fish",
        "A fish, kind = Fish"
      ],
      named(pets)
    ],
    [
      "the kinds of a mapping",
      { oneOf: [ref("Dog"), ref("Cat")], discriminator: { propertyName: "kind", mapping: { d: "Dog" } } },
      ["Dog", "kind = d", "Cat", "kind = Cat"],
      named(pets)
    ],
    [
      "the type of a named value",
      { properties: { id: ref("Id") } },
      ["Id, string (uuid)"],
      named({ Id: { type: "string", format: "uuid" } })
    ],
    [
      "what its parts say",
      { properties: { id: { allOf: [ref("Id"), { readOnly: false }] } } },
      ["An id.", "a1"],
      named({ Id: { type: "string", description: "An id.", example: "a1" } })
    ],
    [
      "what several parts say of a property",
      { allOf: [{ properties: { a: { description: "First." } } }, { properties: { a: { maxLength: 3 } } }] },
      ["First.", "length ≤ 3"]
    ],
    [
      "what holds under a condition",
      {
        properties: { a: {} },
        if: {},
        ...JSON.parse('{"then": {"properties": {"b": {}}}}'),
        else: { properties: { c: {} } },
        dependentSchemas: { a: { properties: { d: {} } } }
      },
      ["b", "c", "d"]
    ],
    [
      "keywords beside a reference",
      { properties: { id: { ...ref("Id"), deprecated: true, default: "x" } } },
      ["deprecated", "x"],
      named({ Id: { type: "string" } })
    ],
    [
      "deprecated items",
      { type: "array", items: { type: "object", deprecated: true, properties: { a: {} } } },
      ["deprecated"]
    ]
  ]
  it.each(cases.map(([title, schema, texts, more = {}]) => ({ title, schema, texts, more })))(
    "shows $title",
    ({ more, schema, texts }) => {
      expect(textsOf(shown(withBody(schema, more)))).toEqual(expect.arrayContaining([...texts]))
    }
  )

  it("has each field on the page or where a reader asks, and all on a page that nobody can ask, however it nests", () => {
    const names = ["A", "B", "C"]
    const leaf = fc.constantFrom<JsonObject>({ type: "string" }, ...names.map(ref))
    const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ readonly schema: JsonObject }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 9, depthSize: "large" },
        leaf,
        fc.record({ properties: fc.dictionary(fc.constantFrom("p", "q", "r"), tie("schema"), { minKeys: 1 }) }),
        tie("schema").map((items): JsonObject => ({ type: "array", items })),
        fc.tuple(tie("schema"), leaf).map(([one, other]): JsonObject => ({ anyOf: [one, other] }))
      )
    })).schema
    /** Gives each property a name of its own. */
    const numbered = (value: Json, counter: { next: number }): Json => {
      if (Array.isArray(value)) return value.map((each) => numbered(each, counter))
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [
          /^[pqr]$/.test(key) ? `field${counter.next++}` : key,
          numbered(each as Json, counter)
        ])
      )
    }
    fc.assert(
      fc.property(fc.tuple(schema, schema, schema), (three) => {
        const counter = { next: 0 }
        const schemas = Object.fromEntries(three.map((each, at) => [names[at], numbered(each, counter)])) as JsonObject
        const all = { properties: Object.fromEntries(names.map((name) => [name, ref(name)])) }
        const document = withBody(all, named(schemas))
        const fields = Array.from({ length: counter.next }, (_, at) => `field${at}`)
        const missingIn = (blocks: PdfBlocks) => {
          const texts = new Set(textsOf(blocks))
          return fields.filter((name) => !texts.has(name))
        }
        expect(missingIn(everything(document)), JSON.stringify(schemas)).toEqual([])
        // Up to so many fields, each of which is once in a document.
        if (fields.length <= 1_000)
          expect(missingIn(shown(document, "everything")), JSON.stringify(schemas)).toEqual([])
      }),
      { numRuns: runs(15) }
    )
  })

  it("ends on a page that nobody can ask after 24 levels and 1,000 fields, and says so", () => {
    const deep = (level: number): JsonObject => ({
      properties: { [`deep${level}`]: level < 40 ? deep(level + 1) : {} }
    })
    const fieldsIn = (schema: Json) =>
      textsOf(shown(withBody(schema), "everything")).filter((text) => /^(?:deep|wide)\d+$|^Further/.test(text))
    const levels = Array.from({ length: 24 }, (_, at) => `deep${at + 1}`)
    expect(fieldsIn(deep(1))).toEqual([...levels, "Further fields are left out here."])
    const wide = Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`wide${at}`, { type: "string" }]))
    expect(fieldsIn({ properties: wide })).toEqual([
      ...Object.keys(wide).slice(0, 1_000),
      "Further fields are left out here."
    ])
  })

  it("has only the fields of its direction, and all of them again in the other", () => {
    const pet = { properties: { id: { readOnly: true }, secret: { writeOnly: true }, name: {} } }
    const more = named({ Pet: pet })
    const fieldsIn = (document: JsonObject) =>
      textsOf(shown(document)).filter((text) => /^(?:id|secret|name)$/.test(text))
    expect(fieldsIn(withBody(ref("Pet"), more))).toEqual(["secret", "name"])
    expect(fieldsIn(withAnswer(ref("Pet"), more))).toEqual(["id", "name"])
    const both = withBody(ref("Pet"), more)
    const answer = (withAnswer(ref("Pet")) as { readonly paths: { readonly "/a": { readonly post: JsonObject } } })
      .paths["/a"].post
    const { post } = (both as { readonly paths: { readonly "/a": { readonly post: JsonObject } } }).paths["/a"]
    const document = { ...both, paths: { "/a": { post: { ...answer, ...post, responses: answer.responses ?? {} } } } }
    expect(fieldsIn(document)).toEqual(["secret", "name", "id", "name"])
  })
})

describe("an operation", () => {
  const components = {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key", description: "Ask support for one." },
      login: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://x.example/token", scopes: {} } } }
    }
  }
  const operation = (post: JsonObject, more: JsonObject = {}) =>
    textsOf(shown({ components, paths: { "/a": { post: { responses: {}, ...post } } }, ...more }))

  it("says that its security is optional, what its schemes are, and nothing where it needs none", () => {
    const texts = operation({ security: [{}, { key: [] }, { login: ["read"] }] })
    expect(texts).toEqual(
      expect.arrayContaining([
        "no authorization",
        "key (apiKey, header, X-Key)",
        "Ask support for one.",
        "login (oauth2): read",
        "clientCredentials https://x.example/token"
      ])
    )
    expect(operation({ security: [{ key: [] }] })).not.toContain("no authorization")
    for (const security of [[], [{}]]) expect(operation({ security })).not.toContain("Authorization")
  })

  it("names all of its servers and their variables", () => {
    const servers = [
      {
        url: "https://{region}.x.example",
        variables: { region: { default: "eu", enum: ["eu", "us"], description: "Where." } }
      },
      { url: "https://test.example", description: "For tests." }
    ]
    expect(operation({}, { servers })).toEqual(
      expect.arrayContaining(["https://eu.x.example", "region", "us", "Where.", "https://test.example", "For tests."])
    )
    expect(operation({}, { servers: [{ url: "https://x.example" }] })).not.toContain("Servers")
  })

  it("has all examples of a parameter", () => {
    const parameters = [{ name: "a", in: "query", schema: {}, examples: { one: { value: 1 }, two: { value: 2 } } }]
    expect(operation({ parameters })).toEqual(expect.arrayContaining(["1", "2"]))
  })

  it("is under each of its tags, once", () => {
    const document = { paths: { "/a": { get: { summary: "Get", tags: ["one", "two", "one"], responses: {} } } } }
    const { pages } = specPages(document, "api", false)
    expect(pages.map(({ markdown, title }) => [title, markdown.split("## Get").length - 1])).toEqual([
      ["one", 1],
      ["two", 1]
    ])
  })
})
