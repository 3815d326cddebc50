/** Samples of values and bodies: as their schemas ask, in the direction in which they are sent. */
import { bodySample } from "@lectern/core/text/openapi/BodyTexts"
import type { Json, JsonObject } from "@lectern/core/text/openapi/Json"
import { parameterText } from "@lectern/core/text/openapi/ParameterTexts"
import type { Direction } from "@lectern/core/text/openapi/SchemaParts"
import { sampleOf } from "@lectern/core/text/openapi/SchemaSamples"
import { serversOf } from "@lectern/core/text/openapi/Servers"
import { runs } from "@lectern/storage-testing/runs"
import { Ajv2020 } from "ajv/dist/2020.js"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const bound = fc.integer({ min: -20, max: 20 })
const number = fc
  .record({
    type: fc.constantFrom("integer", "number"),
    low: fc.option(bound, { nil: undefined }),
    room: fc.integer({ min: 2, max: 9 }),
    isOpen: fc.boolean(),
    hasHigh: fc.boolean()
  })
  .map(({ hasHigh, isOpen, low = 0, room, type }): JsonObject => {
    const [minimum, maximum] = isOpen ? ["exclusiveMinimum", "exclusiveMaximum"] : ["minimum", "maximum"]
    return { type, [minimum]: low, ...(hasHigh && { [maximum]: low + room }) }
  })
const text = fc
  .record({ minLength: fc.integer({ min: 0, max: 9 }), room: fc.integer({ min: 0, max: 9 }) })
  .map(({ minLength, room }): JsonObject => ({ type: "string", minLength, maxLength: minLength + room }))
const plain = fc.oneof(number, text, fc.constantFrom<JsonObject>({ type: "boolean" }, { enum: ["a", 1] }, { const: 3 }))
const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ readonly schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    plain,
    fc.record({ properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema")), isAll: fc.boolean() }).map(
      ({ isAll, properties }): JsonObject => ({
        type: "object",
        properties,
        required: isAll ? Object.keys(properties) : []
      })
    ),
    fc
      .record({ items: tie("schema"), minItems: fc.integer({ min: 0, max: 3 }) })
      .map((list): JsonObject => ({ type: "array", ...list })),
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 3 })
      .map((prefixItems): JsonObject => ({ type: "array", prefixItems, minItems: prefixItems.length, items: false })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((anyOf): JsonObject => ({ anyOf })),
    tie("schema").map((part): JsonObject => ({ allOf: [part], description: "composed" }))
  )
})).schema

it("a sample is valid by its schema", () => {
  const ajv = new Ajv2020({ strict: false })
  fc.assert(
    fc.property(schema, fc.boolean(), (given, isMinimal) => {
      const sample = sampleOf({}, given, { isMinimal })
      expect(ajv.validate(given, sample), JSON.stringify([given, sample, ajv.errors])).toBe(true)
    }),
    { numRuns: runs(150) }
  )
})

describe("a sample", () => {
  it("has no read-only field in a request and no write-only field in a response, however they are stated", () => {
    const mark = fc.constantFrom("readOnly", "writeOnly")
    const place = fc.constantFrom("beside", "behind", "composed")
    const stated = fc.constantFrom("generated", "example of the object", "example of the body")
    fc.assert(
      fc.property(
        mark,
        place,
        stated,
        fc.constantFrom<Direction>("request", "response"),
        (mark, place, stated, direction) => {
          const id: JsonObject =
            place === "beside"
              ? { $ref: "#/components/schemas/Id", [mark]: true }
              : place === "behind"
                ? { $ref: "#/components/schemas/Marked" }
                : { allOf: [{ $ref: "#/components/schemas/Id" }, { [mark]: true }] }
          const document: JsonObject = {
            components: { schemas: { Id: { type: "integer" }, Marked: { type: "integer", [mark]: true } } }
          }
          const inner: JsonObject = { type: "object", properties: { id, name: { type: "string" } } }
          const example = { list: [{ id: 1, name: "a" }] }
          const whole: JsonObject = {
            type: "object",
            properties: { list: { type: "array", items: inner } },
            ...(stated === "example of the object" && { example })
          }
          const content: JsonObject = { schema: whole, ...(stated === "example of the body" && { example }) }
          const { text = "" } = bodySample(document, "application/json", content, { direction }) ?? {}
          expect(text).toContain('"name"')
          expect(text.includes('"id"')).toBe((mark === "readOnly") !== (direction === "request"))
        }
      ),
      { numRuns: runs(60) }
    )
  })

  it("is within the bounds of 3.0", () => {
    expect(sampleOf({}, { type: "integer", minimum: 5, exclusiveMinimum: true, maximum: 6 })).toBe(6)
    expect(sampleOf({}, { type: "integer", maximum: -5, exclusiveMaximum: true })).toBe(-6)
  })

  it("names the kind that its discriminator chooses", () => {
    const document: JsonObject = {
      components: {
        schemas: {
          Pet: {
            type: "object",
            discriminator: { propertyName: "kind", mapping: { dog: "#/components/schemas/Dog" } },
            properties: { kind: { type: "string" } }
          },
          Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { bark: { type: "boolean" } } }] }
        }
      }
    }
    const pet = { $ref: "#/components/schemas/Pet" }
    expect(sampleOf(document, pet)).toEqual({ kind: "dog", bark: true })
  })
})

describe("a parameter", () => {
  // The table of styles in the OpenAPI Specification, percent-encoded.
  const [empty, string, array, object] = ["", "blue", ["blue", "black"], { R: 100, G: 200 }]
  it.each<readonly [string, string, boolean, ReadonlyArray<readonly [Json, string]>]>([
    [
      "path",
      "matrix",
      false,
      [
        [empty, ";color="],
        [string, ";color=blue"],
        [array, ";color=blue,black"],
        [object, ";color=R,100,G,200"]
      ]
    ],
    [
      "path",
      "matrix",
      true,
      [
        [string, ";color=blue"],
        [array, ";color=blue;color=black"],
        [object, ";R=100;G=200"]
      ]
    ],
    [
      "path",
      "label",
      false,
      [
        [string, ".blue"],
        [array, ".blue,black"],
        [object, ".R,100,G,200"]
      ]
    ],
    [
      "path",
      "label",
      true,
      [
        [string, ".blue"],
        [array, ".blue.black"],
        [object, ".R=100.G=200"]
      ]
    ],
    [
      "path",
      "simple",
      false,
      [
        [string, "blue"],
        [array, "blue,black"],
        [object, "R,100,G,200"]
      ]
    ],
    [
      "path",
      "simple",
      true,
      [
        [array, "blue,black"],
        [object, "R=100,G=200"]
      ]
    ],
    [
      "header",
      "simple",
      true,
      [
        [array, "blue,black"],
        [object, "R=100,G=200"],
        ["a\r\nb", "a b"]
      ]
    ],
    [
      "query",
      "form",
      false,
      [
        [empty, "color="],
        [string, "color=blue"],
        [array, "color=blue,black"],
        [object, "color=R,100,G,200"]
      ]
    ],
    [
      "query",
      "form",
      true,
      [
        [string, "color=blue"],
        [array, "color=blue&color=black"],
        [object, "R=100&G=200"]
      ]
    ],
    [
      "query",
      "spaceDelimited",
      false,
      [
        [array, "color=blue%20black"],
        [object, "color=R%20100%20G%20200"]
      ]
    ],
    [
      "query",
      "pipeDelimited",
      false,
      [
        [array, "color=blue%7Cblack"],
        [object, "color=R%7C100%7CG%7C200"]
      ]
    ],
    ["query", "deepObject", true, [[object, "color%5BR%5D=100&color%5BG%5D=200"]]],
    [
      "cookie",
      "form",
      true,
      [
        [string, "color=blue"],
        [array, "color=blue; color=black"]
      ]
    ]
  ])("in a %s of the style %s, exploded: %s, is written as the format says", (place, style, explode, values) => {
    for (const [value, expected] of values) {
      expect(parameterText({ name: "color", in: place, style, explode, schema: {} }, value)).toBe(expected)
    }
  })

  it.each([
    ["csv", "color=blue,black"],
    ["ssv", "color=blue%20black"],
    ["tsv", "color=blue%09black"],
    ["pipes", "color=blue%7Cblack"],
    ["multi", "color=blue&color=black"]
  ])("of Swagger 2 has the format %s", (collectionFormat, expected) => {
    expect(parameterText({ name: "color", in: "query", type: "array", collectionFormat }, array)).toBe(expected)
  })

  it("has the usual style of its place, and JSON where it has content", () => {
    const schema = {}
    expect(parameterText({ name: "a", in: "path", schema }, array)).toBe("blue,black")
    expect(parameterText({ name: "a", in: "query", schema }, array)).toBe("a=blue&a=black")
    expect(parameterText({ name: "a", in: "query", content: { "application/json": {} } }, array)).toBe(
      `a=${encodeURIComponent('["blue","black"]')}`
    )
  })
})

describe("a body", () => {
  const textOf = (media: string, content: JsonObject, document: JsonObject = {}) =>
    bodySample(document, media, content, { direction: "request" })?.text

  it.each<readonly [string, JsonObject, Json, string]>([
    ["elements", { properties: { a: {} } }, { a: "<&>" }, "<root>\n  <a>&lt;&amp;&gt;</a>\n</root>"],
    ["a name", { xml: { name: "pet" } }, { a: 1 }, "<pet>\n  <a>1</a>\n</pet>"],
    [
      "an attribute",
      { properties: { id: { xml: { attribute: true } } } },
      { id: 7, a: 1 },
      '<root id="7">\n  <a>1</a>\n</root>'
    ],
    ["a prefix and a namespace", { xml: { prefix: "p", namespace: "http://x" } }, {}, '<p:root xmlns:p="http://x"/>'],
    [
      "a list",
      { properties: { a: { items: { xml: { name: "b" } } } } },
      { a: [1, 2] },
      "<root>\n  <b>1</b>\n  <b>2</b>\n</root>"
    ],
    [
      "a wrapped list",
      { properties: { a: { items: { xml: { name: "b" } }, xml: { wrapped: true } } } },
      { a: [1] },
      "<root>\n  <a>\n    <b>1</b>\n  </a>\n</root>"
    ]
  ])("in XML has %s", (_, schema, example, expected) => {
    expect(textOf("application/xml", { schema, example })).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${expected}\n`)
  })

  it("of a form is encoded as the content says", () => {
    const example = { a: ["x y", "z"], b: { c: 1 }, d: { e: 2 } }
    const encoding = { b: { style: "deepObject" } }
    expect(textOf("application/x-www-form-urlencoded", { example, encoding })).toBe(
      `a=x%20y&a=z&b%5Bc%5D=1&d=${encodeURIComponent('{"e":2}')}`
    )
  })

  it("of several parts is cut by a boundary that is nowhere in it", () => {
    const schema = { properties: { file: { type: "string", format: "binary" }, meta: { type: "object" }, tags: {} } }
    const example = { file: "--sample-boundary", meta: { a: 1 }, tags: ["x", "y"] }
    const sample = bodySample({}, "multipart/form-data", { schema, example }, {})
    expect(sample?.contentType).toBe("multipart/form-data; boundary=sample-boundary-")
    expect(sample?.parts).toEqual([
      { name: "file", value: "--sample-boundary", fileName: "file.bin" },
      { name: "meta", value: '{"a":1}', contentType: "application/json" },
      { name: "tags", value: "x" },
      { name: "tags", value: "y" }
    ])
    expect(sample?.text.split("--sample-boundary-")).toHaveLength(6)
  })

  it.each([
    ["*/*", "application/json"],
    ["text/*", "text/plain"],
    ["image/*", "image/octet-stream"]
  ])("has a type in place of the range %s", (media, type) => {
    expect(bodySample({}, media, { example: "a" }, {})?.contentType).toBe(type)
  })
})

describe("the servers", () => {
  const urls = (document: JsonObject) => serversOf(document, {}, {}).map(({ url }) => url)
  const region = { enum: ["us", "eu"], default: "eu" }
  it.each<readonly [string, JsonObject, ReadonlyArray<string>]>([
    [
      "have the defaults of their variables",
      { servers: [{ url: "https://{r}.x.example/{v}", variables: { r: region } }] },
      ["https://eu.x.example/{v}"]
    ],
    [
      "are all of them, without a slash at the end",
      { servers: [{ url: "https://a.example/" }, { url: "https://b.example" }] },
      ["https://a.example", "https://b.example"]
    ],
    [
      "are relative to the document",
      { servers: [{ url: "../v2" }, { url: "/" }], "x-address": "https://a.example/docs/v1/api.json" },
      ["https://a.example/docs/v2", "https://a.example"]
    ],
    [
      "are at the root of the document's server where there are none",
      { "x-address": "https://a.example/x/api.json" },
      ["https://a.example"]
    ],
    ["stay relative where the document has no address", { servers: [{ url: "/v1" }] }, ["/v1"]],
    [
      "of Swagger 2 have each scheme",
      { host: "a.example", basePath: "/v1", schemes: ["https", "http"] },
      ["https://a.example/v1", "http://a.example/v1"]
    ],
    [
      "of Swagger 2 are where the document is",
      { basePath: "/v1", "x-address": "https://a.example/api.json" },
      ["https://a.example/v1"]
    ]
  ])("%s", (_, document, expected) => {
    expect(urls(document)).toEqual(expected)
  })
})
