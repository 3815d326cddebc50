/** The input of a reader becomes the request that the specification describes, or is refused. */
import { expect, it } from "@effect/vitest"
import { fieldName, filledRequest } from "@lectern/core/publishing/site-reading/FilledRequest"
import type { RequestField, RequestForm } from "@lectern/core/publishing/site-reading/RequestSample"
import { Either } from "effect"

const field = (place: RequestField["place"], name: string, isRequired = false): RequestField => ({
  name,
  place,
  isRequired,
  isSecret: false,
  value: ""
})
const server = "https://api.example.com/v1"
const query = field("query", "q")
const asked = field("query", "asked", true)
const header = field("header", "X-Trace")
const id = field("path", "id")
const servers = [server] as const
const animals: RequestForm = { servers, path: "/animals", fields: [query, header] }
const animal: RequestForm = { servers, path: "/animals/{id}", fields: [id] }
const writing: RequestForm = { servers, path: "/animals", fields: [], contentType: "text/plain" }

/** A request by its address, headers and body, or the reason why there is none. */
const outcome = (form: RequestForm, values: Readonly<Record<string, string>>) =>
  Either.match(filledRequest({ method: "PUT", form }, new URLSearchParams(values)), {
    onLeft: ({ message }) => message,
    onRight: ({ headers = {}, method, post, url }) => [
      method,
      url,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(post === undefined ? [] : [`${post.contentType} ${JSON.stringify(post.body)}`])
    ]
  })

const put = (address: string, ...more: ReadonlyArray<string>) => [
  "PUT",
  `https://api.example.com/v1${address}`,
  ...more
]

const cases: ReadonlyArray<readonly [string, RequestForm, Readonly<Record<string, string>>, unknown]> = [
  ["without values", animals, {}, put("/animals")],
  ["with empty values", animals, { "query.q": "", "header.X-Trace": "" }, put("/animals")],
  [
    "with values",
    animals,
    { "query.q": "a b&c", "header.X-Trace": "1\t2" },
    put("/animals?q=a%20b%26c", "X-Trace: 1\t2")
  ],
  ["with values of no field", animals, { "query.other": "1", "path.q": "2", body: "3" }, put("/animals")],
  [
    "with several queries",
    { ...animals, fields: [query, asked] },
    { "query.q": "1", "query.asked": "2" },
    put("/animals?q=1&asked=2")
  ],
  ["without a required query", { ...animals, fields: [asked] }, {}, "asked: is required"],
  [
    "with a header of two lines",
    animals,
    { "header.X-Trace": "1\nX-Other: 2" },
    "X-Trace: is not a valid header value"
  ],
  ["with a header that ends a line", animals, { "header.X-Trace": "1\r\n" }, "X-Trace: is not a valid header value"],
  ["in a path", animal, { "path.id": "a/b?c" }, put("/animals/a%2Fb%3Fc")],
  ["without what the path needs, required or not", animal, {}, "id: is required"],
  ["with an empty part of the path", animal, { "path.id": "" }, "id: is required"],
  ["up from the path", animal, { "path.id": ".." }, "path: leads elsewhere"],
  ["at the path itself", animal, { "path.id": "." }, "path: leads elsewhere"],
  ["up in the middle", { ...animal, path: "/{id}/animals" }, { "path.id": ".." }, "path: leads elsewhere"],
  ["up by the specification", { ...animals, path: "/%2E%2e/animals" }, {}, "path: leads elsewhere"],
  ["with dots that lead nowhere", animal, { "path.id": "..." }, put("/animals/...")],
  ["beside the server", { ...animals, path: ".evil.example/animals" }, {}, "path: leads elsewhere"],
  ["with a part that is no parameter", { ...animal, fields: [] }, {}, put("/animals/%7Bid%7D")],
  ["at a server that is none", { ...animals, servers: ["https://[api"] }, {}, "path: leads elsewhere"],
  ["with a body", writing, { body: "one\r\ntwo" }, put("/animals", 'text/plain "one\\ntwo"')],
  ["with an empty body", writing, { body: "" }, put("/animals")],
  ["with no body", writing, {}, put("/animals")]
]

it.each(cases)("%s", (_, form, values, expected) => {
  expect(outcome(form, values)).toEqual(expected)
})

it("names fields by their place, so that a header and a query of one name differ", () => {
  expect([query, header].map(fieldName)).toEqual(["query.q", "header.X-Trace"])
})

it("follows no redirect, which could lead anywhere", () => {
  const { follow } = Either.getOrThrow(filledRequest({ method: "GET", form: animals }, new URLSearchParams()))
  expect([server, `${server}/others`, "https://evil.example/"].map((url) => follow?.(url))).toEqual([
    false,
    false,
    false
  ])
})
