import { expect, it } from "@effect/vitest"
import { whenLoaded } from "@lectern/http/engine/WhenLoaded"
import type { Handle } from "@lectern/http/foundation/dispatcher/Exchange"
import { webHandler } from "@lectern/http/WebHandler"

const request = () => new Request("http://localhost/v1/user", { headers: { "x-request-id": "one" } })

const answering: Handle = (_, respond) => {
  respond({ status: 204, headers: {}, body: undefined, headOnly: false })
  return () => {}
}

it("answers requests that come before the handlers, and those after", async () => {
  let load = (_: Handle): void => {}
  const handler = webHandler(
    whenLoaded(
      new Promise<Handle>((resolve) => {
        load = resolve
      })
    )
  )
  const early = handler(request())
  load(answering)
  expect((await early).status).toBe(204)
  expect((await handler(request())).status).toBe(204)
})

it("answers in the envelope where the handlers cannot be loaded", async () => {
  const answer = await webHandler(whenLoaded(Promise.reject(new Error("gone"))))(request())
  expect(answer.status).toBe(500)
  expect(answer.headers.get("x-request-id")).toBe("one")
  expect(await answer.json()).toEqual({ error: { code: 500, message: "the server failed to answer this request" } })
})
