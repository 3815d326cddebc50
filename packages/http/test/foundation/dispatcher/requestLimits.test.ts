/** Every limit of the table of requests, over HTTP: a value just within it passes, a value beyond it is refused. */
import { requestLimits } from "@lectern/http/foundation/dispatcher/Limits"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeWorld, type World } from "../../support/world.js"

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.lectern.close())

const json = { "content-type": "application/json" }
const nested = (levels: number): string => `{"title":"Deep","more":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`
const padded = (bytes: number): string => `{"title":"Long"${" ".repeat(bytes - 16)}}`

const create = (body: string) =>
  world.ask("POST", `/v1/orgs/${world.ids.organization}/collections`, { headers: json, body })
const batch = (bytes: number) =>
  world.ask("POST", `/v1/spaces/${world.ids.spaces.main}/content`, {
    headers: json,
    body: `{"changes":[]${" ".repeat(bytes - 14)}}`
  })

type Row = readonly [within: () => Promise<Response>, passes: number, beyond: () => Promise<Response>, refused: number]

/** The server of Lectern has the rows of headers in its own tests, and its console that of forms. */
const rows: { readonly [K in Exclude<keyof typeof requestLimits, "headers" | "headerBytes" | "form">]: Row } = {
  url: [
    () => world.ask("GET", `/v1/user?${"a".repeat(requestLimits.url - 10)}`),
    200,
    () => world.ask("GET", `/v1/user?${"a".repeat(requestLimits.url)}`),
    414
  ],
  queryParameters: [
    () => world.ask("GET", `/v1/user?${"a&".repeat(requestLimits.queryParameters - 1)}`),
    200,
    () => world.ask("GET", `/v1/user?${"a&".repeat(requestLimits.queryParameters)}`),
    400
  ],
  body: [() => create(padded(requestLimits.body)), 201, () => create(padded(requestLimits.body + 1)), 413],
  batch: [() => batch(requestLimits.batch), 400, () => batch(requestLimits.batch + 1), 413],
  jsonValues: [
    () => create(`{"title":"Many","more":[${"1,".repeat(requestLimits.jsonValues - 10)}1]}`),
    201,
    () => create(`{"title":"Many","more":[${"1,".repeat(requestLimits.jsonValues)}1]}`),
    400
  ],
  jsonLevels: [
    () => create(nested(requestLimits.jsonLevels)),
    201,
    () => create(nested(requestLimits.jsonLevels + 1)),
    400
  ]
}

describe("requests are limited", () => {
  it.each(Object.entries(rows))("%s", async (_, [within, passes, beyond, refused]) => {
    const first = await within()
    expect([first.status, passes === 201 ? "" : await first.text()]).toEqual([passes, expect.any(String)])
    const last = await beyond()
    expect([last.status, await last.text()]).toEqual([refused, expect.stringMatching(/\S/)])
  })

  it("deep bodies before anything looks at them, whatever they nest", async () => {
    for (const body of ["[".repeat(500_000), '{"a":'.repeat(100_000), `{"title":${"[".repeat(100_000)}`]) {
      const answer = await create(body)
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: { code: 400, message: expect.stringMatching(/levels of nesting|values/) } }
      ])
    }
  })
})
