import type { PageId } from "@lectern/core/content/Page"
import type { PdfBlocks, PdfField, PdfInlines, PdfTarget } from "@lectern/core/pdf/PdfDocument"
import { toPages } from "@lectern/core/publishing/pdf/PdfPages"
import type { JsonObject } from "@lectern/core/text/openapi/Json"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const pagesOf = (texts: ReadonlyArray<string>, document: JsonObject): ReadonlyArray<PdfBlocks> =>
  toPages(
    texts.map((text, index) => ({ id: `p${index}` as PageId, title: "P", depth: 0, type: "document", text })),
    {
      outside: () => undefined,
      picture: () => ({}),
      spec: ({ kind, name }) => (kind === "slug" && name === "api" ? document : undefined)
    }
  ).map(({ children }) => children)

const blocks = (tag: string, document: JsonObject): PdfBlocks => pagesOf([tag], document)[0] ?? []

const operation = (path: string, method: string): string =>
  `{% openapi-operation spec="api" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`

const placeOf = (to: PdfTarget | undefined): string => (to?.kind === "place" ? ` -> ${to.place}` : "")

const inline = ({ children }: { readonly children: PdfInlines }): string =>
  children
    .map((each) => {
      if (each.type === "link") return `${inline(each)}${placeOf(each.to)}`
      return "text" in each ? each.text : each.type === "break" ? "; " : ""
    })
    .join("")

/** Blocks as lines, indented by how deep they stand. */
const lines = (all: PdfBlocks, depth = 0): ReadonlyArray<string> =>
  all.flatMap((block): ReadonlyArray<string> => {
    const indent = "  ".repeat(depth)
    switch (block.type) {
      case "paragraph":
        return [`${indent}${inline(block)}`]
      case "caption":
        return [`${indent}${"=".repeat(3 - block.level)} ${inline(block)}`]
      case "endpoint":
        return [`${indent}${block.method} ${block.path}${block.server === undefined ? "" : ` at ${block.server}`}`]
      case "code":
        return [`${indent}\`${block.text.replaceAll(/\s+/g, " ")}\``]
      case "list":
        return block.items.flatMap(({ children }) => lines(children, depth))
      case "heading":
        return [`${indent}# ${inline(block)}`]
      case "fields":
        return block.fields.flatMap((field: PdfField) => [
          `${indent}${[field.name, field.kind + placeOf(field.to), ...field.flags].filter(Boolean).join(" ")}`,
          ...lines(field.children, depth + 1)
        ])
      default:
        return [`${indent}${block.type}`]
    }
  })

describe("operations", () => {
  it("of OpenAPI 3 have their method, path, parameters, body, responses, schemas and examples", () => {
    const document = {
      openapi: "3.1.0",
      servers: [{ url: "https://api.example.com" }],
      security: [{ key: [] }],
      paths: {
        "/pets/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
          post: {
            summary: "Change a pet",
            description: "Changes *one*.",
            parameters: [{ name: "dry", in: "query", schema: { type: "boolean", default: false }, deprecated: true }],
            requestBody: {
              required: true,
              content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } }
            },
            responses: {
              200: {
                description: "The pet",
                content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } }
              },
              404: { $ref: "#/components/responses/Gone" }
            }
          }
        }
      },
      components: {
        securitySchemes: { key: { type: "http", scheme: "bearer" } },
        responses: { Gone: { description: "Not there", headers: { "Retry-After": { schema: { type: "integer" } } } } },
        schemas: {
          Pet: {
            type: "object",
            required: ["name"],
            properties: {
              name: { type: "string", minLength: 1, description: "What it is called.", example: "Rex" },
              kind: { enum: ["cat", "dog"] },
              friends: { type: "array", items: { $ref: "#/components/schemas/Pet" } }
            }
          }
        }
      }
    }
    expect(lines(blocks(operation("/pets/{id}", "post"), document))).toEqual([
      "POST /pets/{id} at https://api.example.com",
      "Changes one.",
      "== Authorization",
      "key (http, bearer)",
      "== Path parameters",
      "id string (uuid) required",
      "== Query parameters",
      "dry boolean deprecated",
      "  Default: false",
      "== Request body (required)",
      "application/json · Pet",
      "name string required",
      "  What it is called.",
      "  length ≥ 1; Example: Rex",
      "kind enum",
      "  Allowed values: cat, dog",
      "friends Pet[]",
      "  as above",
      '`{ "name": "Rex", "kind": "cat", "friends": [] }`',
      "== Responses",
      "= 200",
      "The pet",
      "application/json · Pet",
      "name string required",
      "  What it is called.",
      "  length ≥ 1; Example: Rex",
      "kind enum",
      "  Allowed values: cat, dog",
      "friends Pet[]",
      "  as above",
      '`{ "name": "Rex", "kind": "cat", "friends": [] }`',
      "= 404",
      "Not there",
      "Headers",
      "Retry-After integer"
    ])
  })

  it("show a long example up to the end of a line", () => {
    const example = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, "value"]))
    const responses = { 200: { description: "OK", content: { "application/json": { example } } } }
    const found = blocks(operation("/", "get"), { openapi: "3.1.0", paths: { "/": { get: { responses } } } })
    const [text = ""] = found.flatMap((block) => (block.type === "code" ? [block.text] : []))
    expect(text.length).toBeGreaterThan(5_000)
    expect(text).toMatch(/\n {2}"field\d+": "value",\n…$/)
  })

  it("of Swagger 2 are shown alike", () => {
    const document = {
      swagger: "2.0",
      host: "api.example.com",
      basePath: "/v2",
      paths: {
        "/pets": {
          put: {
            consumes: ["application/xml"],
            parameters: [
              { name: "limit", in: "query", type: "integer", maximum: 9 },
              { name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } }
            ],
            responses: { 200: { description: "Done", schema: { type: "array", items: { $ref: "#/definitions/Pet" } } } }
          }
        }
      },
      definitions: { Pet: { type: "object", properties: { name: { type: "string" } } } }
    }
    expect(lines(blocks(operation("/pets", "put"), document))).toEqual([
      "PUT /pets at https://api.example.com/v2",
      "== Query parameters",
      "limit integer",
      "  ≤ 9",
      "== Request body (required)",
      "application/xml · Pet",
      "name string",
      '`<?xml version="1.0" encoding="UTF-8"?> <Pet> <name>text</name> </Pet> `',
      "== Responses",
      "= 200",
      "Done",
      "application/json · Pet[]",
      "name string",
      '`[ { "name": "text" } ]`'
    ])
  })

  it("are shown where a page embeds them, and by what a tag says itself", () => {
    const document = { paths: { "/a": { get: { summary: "Get it", responses: {} } } } }
    for (const name of ["openapi", "swagger"]) {
      const tag = `{% ${name} src="/openapi/api" path="/a" method="get" %}\n{% end${name} %}`
      expect(lines(blocks(tag, document))).toEqual(["== Get it", "GET /a"])
    }
    const own = [
      '{% swagger method="get" path="/cakes" baseUrl="https://api.example.com" summary="Cakes" %}',
      "{% swagger-description %}\nAll of *them*.\n{% endswagger-description %}",
      '{% swagger-parameter in="query" name="q" type="string" required="true" %}\nWhich.\n{% endswagger-parameter %}',
      '{% swagger-response status="200: OK" description="Some" %}\nText\n{% endswagger-response %}',
      "{% endswagger %}"
    ]
    expect(lines(blocks(own.join("\n"), document))).toEqual([
      "== Cakes",
      "GET /cakes at https://api.example.com",
      "All of them.",
      "== Query parameters",
      "q string required",
      "  Which.",
      "== Responses",
      "= 200: OK Some",
      "Text"
    ])
  })

  it("link to a schema that the document has in a place of its own", () => {
    const pet = { $ref: "#/components/schemas/Pet" }
    const json = (schema: JsonObject) => ({ "application/json": { schema } })
    const document = {
      openapi: "3.1.0",
      paths: {
        "/pets": {
          get: {
            parameters: [{ name: "size", in: "query", schema: { $ref: "#/components/schemas/Size" } }],
            responses: { 200: { description: "All", content: json({ type: "array", items: pet }) } }
          },
          post: {
            requestBody: { content: json({ oneOf: [pet, { $ref: "#/components/schemas/Owner" }] }) },
            responses: {}
          }
        }
      },
      components: {
        schemas: {
          Pet: {
            type: "object",
            description: "An animal.",
            properties: {
              size: { $ref: "#/components/schemas/Size" },
              owner: { oneOf: [{ $ref: "#/components/schemas/Owner" }, { type: "null" }] },
              level: { anyOf: [{ type: "string", enum: ["low", "high"] }, { type: "null" }] },
              parents: { type: "array", description: "Both of them.", items: pet }
            }
          },
          Size: { enum: ["s", "l"], description: "How large it is." },
          Owner: { type: "object", properties: { name: { type: "string" }, pet: { ...pet, description: "One." } } }
        }
      }
    }
    const models = ["Pet", "Size"].map(
      (name) => `## ${name}\n\n{% openapi-schemas spec="api" schemas="${name}" %}\n{% endopenapi-schemas %}`
    )
    const [operations = [], schemas = []] = pagesOf(
      [`${operation("/pets", "get")}\n\n${operation("/pets", "post")}`, models.join("\n\n")],
      document
    )
    expect(lines(operations).filter((line) => !line.startsWith("`"))).toEqual([
      "GET /pets",
      "== Query parameters",
      "size Size -> p1#size",
      "  Allowed values: s, l",
      "== Responses",
      "= 200",
      "All",
      "application/json · Pet[] -> p1#pet",
      "POST /pets",
      "== Request body",
      "application/json · Pet | Owner",
      "One of: Pet -> p1#pet, Owner",
      "Owner",
      "  name string",
      "  pet Pet -> p1#pet",
      "    One."
    ])
    expect(lines(schemas).filter((line) => !line.startsWith("`"))).toEqual([
      "# Pet",
      "object",
      "An animal.",
      "size Size -> p1#size",
      "  Allowed values: s, l",
      "owner Owner | null",
      "  name string",
      "  pet Pet -> p1#pet",
      "    One.",
      "level string | null",
      "  Allowed values: low, high",
      "parents Pet[] -> p1#pet",
      "  Both of them.",
      "# Size",
      "enum",
      "How large it is.",
      "Allowed values: s, l"
    ])
  })

  it("show a schema below the title that its tag holds", () => {
    const document = { components: { schemas: { Cake: { type: "string" } } } }
    const tag = (title: string) =>
      `{% openapi-schemas src="/openapi/api" schemas="Cake" %}\n${title}\n{% endopenapi-schemas %}`
    expect(lines(blocks(tag("    The cake"), document))).toEqual(["== The cake", "string"])
    expect(lines(blocks(tag(""), document))).toEqual(["string"])
  })

  it("that a specification lacks are shown by their method and path", () => {
    for (const path of ["/none", "__proto__", "toString"]) {
      expect(blocks(operation(path, "get"), { paths: {} })).toEqual([{ type: "endpoint", method: "GET", path }])
    }
  })

  it("end, however their schemas lead to one another", () => {
    const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ readonly schema: JsonObject }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom(...["A", "B", "C", "none"].map((name) => ({ $ref: `#/components/schemas/${name}` })), {
          type: "string"
        }),
        fc.record({
          type: fc.constant("object"),
          properties: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("schema"))
        }),
        fc.record({ type: fc.constant("array"), items: tie("schema") }),
        fc.record({ allOf: fc.array(tie("schema"), { maxLength: 3 }) }),
        fc.record({ oneOf: fc.array(tie("schema"), { maxLength: 3 }), additionalProperties: tie("schema") })
      )
    })).schema
    fc.assert(
      fc.property(schema, schema, schema, (A, B, C) => {
        const responses = { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } } } }
        const document = { paths: { "/a": { get: { responses } } }, components: { schemas: { A, B, C } } }
        const shown = lines(blocks(operation("/a", "get"), document))
        expect(shown[0]).toBe("GET /a")
        expect(shown.length).toBeLessThan(4000)
      }),
      { numRuns: runs(200) }
    )
  })
})
