/** The code of sample requests, run as it stands against a server that looks at what arrives. */
import { execFile, spawnSync } from "node:child_process"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"
import { requestSample } from "@lectern/core/internal/publishing/site-reading/RequestSample"
import type { Json, JsonObject } from "@lectern/core/internal/text/openapi/Json"
import { requestCodes } from "@lectern/reader/content/RequestCode"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const arrived: Array<Arrived> = []
let server: Server
let origin = ""

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { headers, method = "", url = "" } = request
    let body = ""
    for await (const chunk of request.setEncoding("utf8")) body += chunk
    arrived.push({ method, url, headers, body })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const run = promisify(execFile)
const has = (command: string, ...words: ReadonlyArray<string>) => spawnSync(command, words).status === 0

/** The programs that run code, where they are installed: many requests one after the other. */
const programs = [
  {
    title: "curl",
    is: has("curl", "--version"),
    run: (codes: ReadonlyArray<string>) => run("sh", ["-c", codes.join("\n")])
  },
  {
    title: "JavaScript",
    is: true,
    run: (codes: ReadonlyArray<string>) =>
      run(process.execPath, ["--input-type=module", "-e", codes.map((code) => `{\n${code}\n}`).join("\n")])
  },
  {
    title: "Python",
    is: has("python3", "-c", "import requests"),
    run: (codes: ReadonlyArray<string>) => run("python3", ["-c", codes.join("\n")])
  }
]

/** An operation with a sample request, and a look at what arrives. */
interface Case {
  readonly operation: JsonObject
  /** Its method, path, and other parts of the document. */
  readonly place?: JsonObject
  readonly look: (request: Arrived) => unknown
  readonly expected: unknown
}

const codeOf = (title: string, { operation, place: { method = "post", path = "/a", ...more } = {} }: Case) => {
  const [name, by] = [String(path), String(method)]
  const servers: Json = [{ url: "{origin}/v1", variables: { origin: { default: origin } } }]
  const document: JsonObject = { openapi: "3.1.0", servers, paths: { [name]: { [by]: operation } }, ...more }
  const sample = requestSample(document, { kind: "paths", name, method: by })
  return sample && requestCodes(sample).find((each) => each.title === title)?.code
}

const withBody = (media: string, content: JsonObject): JsonObject => ({
  requestBody: { content: { [media]: content } }
})

const json = (example: Json): Case => ({
  operation: withBody("application/json", { example }),
  look: ({ body, headers, method, url }) => [method, url, headers["content-type"], JSON.parse(body)],
  expected: ["POST", "/v1/a", "application/json", example]
})

/** The parts of a form that arrived. */
const partsOf = async ({ body, headers }: Arrived) => {
  const form = await new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } }).formData()
  const parts = [...form].map(async ([name, value]) =>
    value instanceof File ? [name, value.name, value.type, await value.text()] : [name, value]
  )
  return Promise.all(parts)
}

const file = { type: "string", format: "binary" }
const pet = { xml: { name: "pet" }, properties: { name: { type: "string", example: "Rex & Co" } } }
const text = (example: Json) => ({ type: "string", example })
const parameters = [
  { name: "id", in: "path", required: true, schema: text("a/b {c}") },
  { name: "list", in: "path", required: true, schema: { type: "array", example: [1, 2] } },
  { name: "none", in: "path", required: true, schema: { type: "string" } },
  { name: "q[]", in: "query", required: true, schema: { type: "array", example: ["x&y", "[1-3]"] } },
  { name: "X-Kind", in: "header", required: true, schema: { type: "array", example: ["a", "b"] } },
  { name: "theme", in: "cookie", required: true, schema: text("dark") }
]
const methods = ["get", "put", "post", "delete", "options", "head", "patch"]
const methodOf = ({ body, method }: Arrived) => [method, body]

const cases: ReadonlyArray<Case> = [
  json({ text: 'it\'s "x"\n`$HOME` \\n $a é' }),
  json({ a: true, b: false, c: null, d: ["true"], e: -0.5 }),
  json({ text: "x".repeat(20_000) }),
  {
    operation: withBody("application/json", { example: { id: 9223372036854775807n, ids: [-9007199254740993n] } }),
    look: ({ body }) => body.replaceAll(/\s/g, ""),
    expected: '{"id":9223372036854775807,"ids":[-9007199254740993]}'
  },
  {
    operation: withBody("application/x-www-form-urlencoded", { example: { a: "x y&z=é", b: ["@1", "2"] } }),
    look: ({ body, headers }) => [headers["content-type"], ...new URLSearchParams(body)],
    expected: ["application/x-www-form-urlencoded", ["a", "x y&z=é"], ["b", "@1"], ["b", "2"]]
  },
  {
    operation: withBody("multipart/form-data", {
      schema: { properties: { file, note: { type: "string" } } },
      example: { note: '@it\'s; "x"=\\', file: "<bytes>" },
      encoding: { file: { contentType: "image/png" } }
    }),
    look: partsOf,
    expected: [
      ["note", '@it\'s; "x"=\\'],
      ["file", "file.bin", "image/png", "<bytes>"]
    ]
  },
  {
    operation: withBody("multipart/form-data", { example: { meta: { a: 'b;c"' } } }),
    look: ({ body }) => [/application\/json/.test(body), /\{"a":"b;c\\""\}/.test(body)],
    expected: [true, true]
  },
  {
    operation: withBody("application/xml", { schema: pet }),
    look: ({ body }) => body,
    expected: '<?xml version="1.0" encoding="UTF-8"?>\n<pet>\n  <name>Rex &amp; Co</name>\n</pet>\n'
  },
  { operation: withBody("text/plain", { example: "@/etc/hosts" }), look: ({ body }) => body, expected: "@/etc/hosts" },
  {
    operation: { parameters },
    place: {
      method: "get",
      path: "/a's/{id}/{list}/{none}?fixed=1",
      components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: "sid" } } },
      security: [{ session: [] }]
    },
    look: ({ headers, url }) => {
      const { pathname, searchParams } = new URL(url, origin)
      return [decodeURIComponent(pathname), [...searchParams], headers["x-kind"], headers.cookie]
    },
    expected: [
      "/v1/a's/a/b {c}/1,2/YOUR_NONE",
      [
        ["fixed", "1"],
        ["q[]", "x&y"],
        ["q[]", "[1-3]"]
      ],
      "a,b",
      "sid=YOUR_API_KEY; theme=dark"
    ]
  },
  ...methods.flatMap((method): ReadonlyArray<Case> => {
    const [place, name] = [{ method }, method.toUpperCase()]
    const operation = withBody("application/json", { example: 1 })
    return [
      { operation: {}, place, look: methodOf, expected: [name, ""] },
      { operation, place, look: methodOf, expected: [name, method === "head" ? "" : "1"] }
    ]
  })
]

describe.each(programs.filter(({ is }) => is))("the code for $title", ({ run, title }) => {
  it("sends what the specification says", async () => {
    const coded = cases.flatMap((each) => {
      const code = codeOf(title, each)
      return code === undefined ? [] : [{ ...each, code }]
    })
    // Only `fetch` sends no body with GET.
    expect(cases.length - coded.length).toBe(title === "JavaScript" ? 1 : 0)
    await run(coded.map(({ code }) => code))
    const requests = arrived.splice(0)
    expect(requests).toHaveLength(coded.length)
    for (const [index, { code, expected, look }] of coded.entries()) {
      const request = requests[index]
      expect(request && (await look(request)), code.slice(0, 500)).toEqual(expected)
    }
  })
})
