/** The sample requests of operations, and the fields that readers may fill in to send them. */

import { requestSample } from "@lectern/core/publishing/site-reading/RequestSample"
import type { JsonObject } from "@lectern/core/text/openapi/Json"
import { describe, expect, it } from "vitest"

const fixed = [{ url: "https://zoo.example/v1" }]
const components = {
  securitySchemes: {
    header: { type: "apiKey", in: "header", name: "X-Key" },
    query: { type: "apiKey", in: "query", name: "key" },
    cookie: { type: "apiKey", in: "cookie", name: "session" },
    basic: { type: "http", scheme: "basic" },
    basic2: { type: "basic" },
    bearer: { type: "http", scheme: "bearer" },
    oauth: { type: "oauth2" },
    openId: { type: "openIdConnect" },
    mutual: { type: "mutualTLS" },
    bearerInHeader: { type: "http", scheme: "bearer", in: "header", name: "X-Bearer" },
    bearerInQuery: { type: "oauth2", in: "query", name: "bearer" },
    basicCookie: { type: "apiKey", in: "cookie", name: "session", scheme: "basic" }
  }
}

/** The sample of an operation of a specification that has nothing else. */
const sample = (operation: JsonObject, { path = "/animals", method = "get", ...more }: JsonObject = {}) =>
  requestSample(
    {
      openapi: "3.1.0",
      servers: fixed,
      components,
      paths: { [String(path)]: { [String(method)]: operation } },
      ...more
    },
    { kind: "paths", name: String(path), method: String(method) }
  )!

describe("the server of a sample", () => {
  it.each([
    ["https://zoo.example/v1", "https://zoo.example/v1", "https://zoo.example/v1"],
    ["https://zoo.example/v1//", "https://zoo.example/v1", "https://zoo.example/v1"],
    ["http://zoo.example", "http://zoo.example", "http://zoo.example"],
    ["", "https://example.com", undefined],
    ["/v1", "https://example.com/v1", undefined],
    ["https://{host}/v1", "https://{host}/v1", undefined],
    ["https://ada:secret@zoo.example", "https://ada:secret@zoo.example", undefined],
    ["https://zoo.example\\v1", "https://zoo.example\\v1", undefined],
    ["https://zoo.example/?a=1", "https://zoo.example/?a=1", undefined],
    ["https://zoo.example/#a", "https://zoo.example/#a", undefined],
    ["https://zoo example", "https://zoo example", undefined],
    ["ftp://zoo.example", "ftp://zoo.example", undefined],
    ["javascript:alert(1)", "javascript:alert(1)", undefined]
  ])("%s is shown, and requests go to it only where it is the same for everybody", (url, shown, server) => {
    const { form, url: written } = sample({}, { servers: [{ url }] })
    expect([written, form?.servers[0]]).toEqual([`${shown}/animals`, server])
  })
})

describe("the credentials of a sample", () => {
  it.each([
    ["header", [["X-Key", "YOUR_API_KEY"]], "", [["X-Key", "header"]]],
    ["query", [], "?key=YOUR_API_KEY", [["key", "query"]]],
    ["cookie", [["Cookie", "session=YOUR_API_KEY"]], "", []],
    ["basic", [["Authorization", "Basic YOUR_CREDENTIALS"]], "", [["Authorization", "header"]]],
    ["basic2", [["Authorization", "Basic YOUR_CREDENTIALS"]], "", [["Authorization", "header"]]],
    ["bearer", [["Authorization", "Bearer YOUR_TOKEN"]], "", [["Authorization", "header"]]],
    ["oauth", [["Authorization", "Bearer YOUR_TOKEN"]], "", [["Authorization", "header"]]],
    ["openId", [["Authorization", "Bearer YOUR_TOKEN"]], "", [["Authorization", "header"]]],
    ["mutual", [], "", []],
    ["bearerInHeader", [["Authorization", "Bearer YOUR_TOKEN"]], "", [["Authorization", "header"]]],
    ["bearerInQuery", [["Authorization", "Bearer YOUR_TOKEN"]], "", [["Authorization", "header"]]],
    ["basicCookie", [["Cookie", "session=YOUR_API_KEY"]], "", []],
    ["absent", [], "", []]
  ])("are those of the scheme %s", (name, headers, search, fields) => {
    const expected = {
      headers,
      url: `https://zoo.example/v1/animals${search}`,
      form: { fields: fields.map(([name, place]) => ({ name, place, isRequired: false, isSecret: true, value: "" })) }
    }
    expect(sample({ security: [{ [name]: [] }] })).toMatchObject(expected)
    expect(sample({}, { security: [{ [name]: [] }] })).toMatchObject(expected)
    expect(sample({ security: [{ [name]: [] }, { header: [] }] })).toMatchObject(expected)
    expect(sample({ security: [] }, { security: [{ [name]: [] }] })).toMatchObject({
      headers: [],
      form: { fields: [] }
    })
  })

  it("are those of the schemes of an older specification", () => {
    const { headers } = sample(
      { security: [{ old: [] }] },
      {
        components: null,
        securityDefinitions: { old: { type: "apiKey", in: "header", name: "X-Old" } }
      }
    )
    expect(headers).toEqual([["X-Old", "YOUR_API_KEY"]])
  })
})

describe("the parameters of a sample", () => {
  const field = (name: string, place: string, isRequired: boolean, value = "") => ({
    name,
    place,
    isRequired,
    isSecret: false,
    value
  })

  it.each([
    [{ example: 3 }, "3"],
    [{ example: "red fox" }, "red fox"],
    [{ examples: { one: { value: "otter" }, two: { value: "lynx" } } }, "otter"],
    [{ schema: { type: "string", example: "wolf" } }, "wolf"],
    [{ schema: { type: "boolean", default: false } }, "false"],
    [{ type: "string", default: "newt" }, "newt"],
    [{ example: null }, undefined],
    [{ schema: { type: "string" } }, undefined]
  ])("have the value of %j", (parameter, value) => {
    const { form, headers, url } = sample({
      parameters: [
        { name: "kind of", in: "query", required: true, ...parameter },
        { name: "X-Kind", in: "header", required: true, ...parameter },
        { name: "other", in: "query", ...parameter }
      ]
    })
    expect(url).toBe(`https://zoo.example/v1/animals?kind%20of=${encodeURIComponent(value ?? "YOUR_KIND_OF")}`)
    expect(headers).toEqual([["X-Kind", value ?? "YOUR_X_KIND"]])
    expect(form?.fields).toEqual([
      field("kind of", "query", true, value),
      field("X-Kind", "header", true, value),
      field("other", "query", false)
    ])
  })

  it("stand in the path where the specification has an example, and a name to replace elsewhere", () => {
    const parameters = [
      { name: "id", in: "path", required: true, example: "a/b" },
      { name: "part", in: "path", required: true, schema: { type: "integer", example: 7 } },
      { name: "rest", in: "path", required: true },
      { name: "gone", in: "query", example: "no" }
    ]
    const { form, headers, url } = sample({ parameters }, { path: "/animals/{id}/{part}/{rest}/{gone}" })
    expect(url).toBe("https://zoo.example/v1/animals/a%2Fb/7/YOUR_REST/YOUR_GONE")
    expect(headers).toEqual([])
    expect(form?.path).toBe("/animals/{id}/{part}/{rest}/{gone}")
  })

  it.each([
    ["Cookie", []],
    ["host", []],
    ["Content-Length", []],
    ["X-Forwarded-For", []],
    ["not a header", []],
    ["", []],
    ["X-Zoo", ["X-Zoo"]]
  ])("that readers may set: the header %j", (name, fields) => {
    const { form } = sample({ parameters: [{ name, in: "header" }] })
    expect(form?.fields.map((each) => each.name)).toEqual(fields)
  })

  it("are asked for once, the credentials first, and never as cookies", () => {
    const { form } = sample({
      security: [{ header: [] }],
      parameters: [
        { name: "X-Key", in: "header" },
        { name: "X-Key", in: "query" },
        { name: "Cookie", in: "query" },
        { name: "", in: "query" },
        { name: "a b", in: "query" },
        { name: "session", in: "cookie" }
      ]
    })
    expect(form?.fields.map(({ isSecret, name, place }) => [name, place, isSecret])).toEqual([
      ["X-Key", "header", true],
      ["X-Key", "query", false],
      ["Cookie", "query", false],
      ["a b", "query", false]
    ])
  })
})

describe("the body of a sample", () => {
  const json = (content: JsonObject) => sample({ requestBody: { content: { "application/json": content } } })

  it.each([
    [{ example: { a: 1 } }, '{\n  "a": 1\n}'],
    [{ examples: { one: { value: [2] } } }, "[\n  2\n]"],
    [{ schema: { type: "object", properties: { a: { type: "string", example: "b" } } } }, '{\n  "a": "b"\n}'],
    [{ example: "x".repeat(31_998) }, `"${"x".repeat(31_998)}"`],
    [{ example: "x".repeat(31_999), schema: { type: "integer" } }, "0"]
  ])("is JSON", (content, body) => {
    const { body: written, form, headers } = json(content)
    expect(written).toBe(body)
    expect(headers).toEqual([["Content-Type", "application/json"]])
    expect(form?.contentType).toBe("application/json")
  })

  it("is the text of another type where there is an example or a schema, and none elsewhere", () => {
    const other = (content: JsonObject) => sample({ requestBody: { content: { "text/plain": content } } })
    expect(other({ example: "hello" })).toMatchObject({ body: "hello", headers: [["Content-Type", "text/plain"]] })
    expect(other({ schema: { type: "string", example: "hello" } }).body).toBe("hello")
    expect(other({}).body).toBeUndefined()
    const none = sample({})
    expect([none.headers, none.body, none.form?.contentType]).toEqual([[], undefined, undefined])
  })
})

it("there is no sample of what a specification does not have, or of a webhook", () => {
  const document = { openapi: "3.1.0", paths: { "/a": { get: {} } }, webhooks: { "/a": { get: {} } } }
  expect(requestSample(document, { kind: "paths", name: "/a", method: "get" })?.method).toBe("GET")
  expect(requestSample(document, { kind: "paths", name: "/a", method: "put" })).toBeUndefined()
  expect(requestSample(document, { kind: "webhooks", name: "/a", method: "get" })).toBeUndefined()
})

describe("the parameters of a sample", () => {
  it("come after a query that the path has already", () => {
    const kind = { name: "kind", in: "query", required: true, schema: { type: "string", const: "owl" } }
    expect(sample({ parameters: [kind] }).url).toBe("https://zoo.example/v1/animals?kind=owl")
    const { url } = sample({ parameters: [kind] }, { path: "/animals?version=2" })
    expect(url).toBe("https://zoo.example/v1/animals?version=2&kind=owl")
  })

  it("have the values that their content has", () => {
    const content = { "application/json": { schema: { type: "integer", minimum: 7 } } }
    const { url } = sample({ parameters: [{ name: "least", in: "query", required: true, content }] })
    expect(url).toBe("https://zoo.example/v1/animals?least=7")
  })
})
