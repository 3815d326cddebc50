/** Callers whom an embedding host has signed in: what the host is asked, and how its answers, failures and silence end. */
import { Actor, system, user } from "@lectern/core/access/Actor"
import { Unauthenticated } from "@lectern/core/errors/Errors"
import type { HostSession } from "@lectern/core/sessions/Session"
import { UserId } from "@lectern/core/users/User"
import { type Feed, makeStreaming } from "@lectern/http/foundation/dispatcher/EventStream"
import type { HttpRequest, StreamedBody } from "@lectern/http/foundation/dispatcher/Exchange"
import { makeHostSignIn } from "@lectern/http/foundation/dispatcher/HostSignIn"
import type { HostAnswer, HostAuthenticate, HostRequest } from "@lectern/http/LecternHttp"
import { Effect, Fiber, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { envelope, failure, json, serve } from "./fake.js"

/** Everybody may sign in whose id begins with `known`. */
const authenticateHost = ({ user: id }: HostSession) =>
  id.startsWith("known")
    ? Effect.succeed(user(UserId.make(id)))
    : Effect.fail(new Unauthenticated({ message: "nobody is signed in" }))

const served = (authenticate: HostAuthenticate) =>
  serve({ hostSignIn: makeHostSignIn(authenticate, { authenticateHost }), ownOrigin: true })

const nobody: ReadonlyArray<HostAnswer> = [null, undefined, "", "stranger", { user: "stranger" }]
const somebody: ReadonlyArray<HostAnswer> = ["known", { user: "known" }, { user: "known", secondFactor: true }]

describe("a host", () => {
  it("names the caller of a request, now or later", async () => {
    for (const answer of [...nobody, ...somebody]) {
      const isKnown = somebody.includes(answer)
      for (const authenticate of [() => answer, async () => answer]) {
        const response = await served(authenticate).fetch("/v1/things", { token: null })
        expect(response.status, JSON.stringify(answer)).toBe(isKnown ? 200 : 401)
        if (isKnown) expect(await response.json()).toMatchObject({ user: "known" })
      }
    }
  })

  it("is asked with the method, the whole URL and the headers", async () => {
    const asked: Array<HostRequest> = []
    const { fetch } = served((request) => {
      asked.push(request)
      return "known"
    })
    await fetch("/v1/things?limit=1", { token: null, headers: { cookie: "sid=1" } })
    expect(asked.map(({ headers, method, url }) => [method, url, headers.get("Cookie")])).toEqual([
      ["GET", "http://server/v1/things?limit=1", "sid=1"]
    ])
  })

  it("is not asked where there is a token, even one that is refused", async () => {
    const { fetch } = served(() => {
      throw new Error("it was asked")
    })
    expect(await (await fetch("/v1/things")).json()).toMatchObject({ user: "ada" })
    for (const authorization of ["Bearer bad", "Basic YTpi", ""]) {
      const { status } = await fetch("/v1/things", { token: null, headers: { authorization } })
      expect(status, authorization).toBe(401)
    }
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("the secret of the host")
      }
    ],
    ["rejects", () => Promise.reject(new Error("the secret of the host"))],
    ["answers a number", () => ({ user: 7 }) as never]
  ] satisfies ReadonlyArray<readonly [string, HostAuthenticate]>)(
    "that %s is a failure, which only the log explains",
    async (what, authenticate) => {
      const server = serve({
        hostSignIn: makeHostSignIn(authenticate, {
          authenticateHost: ({ user: id }) => Effect.sync(() => user(UserId.make(id)))
        })
      })
      const answer = await failure(await server.fetch("/v1/things", { token: null }))
      expect(answer).toEqual(envelope(500, "the server failed to answer this request"))
      expect(server.log.join("\n")).toContain(what === "answers a number" ? "actual 7" : "the secret of the host")
    }
  )
})

describe("a request that changes something", () => {
  const { fetch } = served(({ headers }) => headers.get("cookie"))
  const post = (headers: Readonly<Record<string, string>>) =>
    fetch("/v1/things", {
      token: null,
      ...json("POST", { title: "x" }),
      headers: { "content-type": "application/json", ...headers }
    })

  it.each([
    [{}, 403],
    [{ "sec-fetch-site": "same-origin" }, 201],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "none" }, 403],
    [{ "sec-fetch-site": "Same-Origin" }, 403],
    [{ "x-lectern-request": "1" }, 201],
    [{ "x-lectern-request": "true" }, 403],
    [{ origin: "http://server" }, 403]
  ])("with the headers %j has the status %i", async (headers: Record<string, string>, status) => {
    const answer = await post({ cookie: "known", ...headers })
    expect(answer.status).toBe(status)
    if (status === 403) {
      expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining("X-Lectern-Request: 1") } })
    }
    // Whether somebody is signed in is found out first.
    expect((await post({ cookie: "stranger", ...headers })).status).toBe(401)
    expect((await post({ authorization: "Bearer good", ...headers })).status).toBe(201)
  })

  it("is none that reads", async () => {
    for (const [method, status] of [
      ["GET", 200],
      ["HEAD", 200],
      ["PATCH", 403],
      ["DELETE", 403]
    ] as const) {
      const { status: found } = await fetch("/v1/things/a", { token: null, method, headers: { cookie: "known" } })
      expect(found, method).toBe(status)
    }
  })

  it("is judged by the method that was sent", async () => {
    const headers = { cookie: "known", "x-http-method-override": "DELETE" }
    expect((await fetch("/v1/things/a", { token: null, method: "POST", headers })).status).toBe(403)
  })
})

describe("pages of other origins", () => {
  it("can read no answer, and shared caches keep none to a session", async () => {
    const { fetch } = served(({ headers }) => headers.get("cookie"))
    const answers = [
      await fetch("/v1/things", { token: null, headers: { cookie: "known", origin: "https://other.example" } }),
      await fetch("/v1/things/absent", { token: null, headers: { cookie: "known" } }),
      await fetch("/v1/things", { token: null }),
      await fetch("/v1/things"),
      await fetch("/v1/nosuch"),
      await fetch("/v1/things", { method: "PUT" }),
      await fetch("/bytes/a"),
      await fetch("/v1/things", {
        method: "OPTIONS",
        headers: { origin: "https://other.example", "access-control-request-headers": "x-lectern-request" }
      })
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 200, 404, 405, 200, 204])
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([])
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
    }
    expect(answers[0]?.headers.get("cache-control")).toBe("private, no-store")
    expect(answers[1]?.headers.get("cache-control")).toBe("private, no-store")
    const tagged = await fetch("/v1/things/a/content", { token: null, headers: { cookie: "known" } })
    expect([tagged.headers.get("cache-control"), tagged.headers.has("etag")]).toEqual(["private, no-cache", true])
  })
})

describe("a stream", () => {
  const request: HttpRequest = {
    method: "GET",
    url: "/v1/stream",
    header: () => undefined,
    headers: () => new Headers(),
    body: async () => undefined,
    stream: async function* () {}
  }
  const silent: Feed = { read: Effect.succeed([]), wait: Effect.never }
  const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

  /** The parts of a silent stream until it ends, one every 15 seconds, where the host gives these answers. */
  const partsOf = (answers: ReadonlyArray<HostAnswer>) =>
    Effect.gen(function* () {
      let asked = 0
      const signIn = makeHostSignIn(() => answers[Math.min(asked++, answers.length - 1)], { authenticateHost })
      const caller = yield* signIn(request)
      if (caller === undefined) return expect.unreachable()
      const opened = makeStreaming(undefined)(silent, caller.again)
      const { body } = yield* Effect.provideService(opened, Actor, caller.actor)
      const iterator = (body as StreamedBody).chunks[Symbol.asyncIterator]()
      const parts: Array<string> = []
      for (let at = 0; at < 40; at++) {
        const reading = yield* Effect.fork(Effect.promise(() => iterator.next()))
        yield* Effect.yieldNow()
        yield* Effect.promise(() => new Promise(setImmediate))
        yield* TestClock.adjust(at === 0 ? "0 seconds" : "15 seconds")
        const { done, value } = yield* Fiber.join(reading)
        if (done === true) break
        parts.push(decode(value))
      }
      return { asked, parts }
    }).pipe(Effect.provideService(Actor, system), Effect.provide(TestContext.TestContext), Effect.runPromise)

  it.each<readonly [string, HostAnswer]>([
    ["nobody", undefined],
    ["somebody else", "known too"],
    ["somebody who cannot sign in any more", { user: "stranger" }]
  ])("asks the host every minute, and ends when it answers %s", async (_, last) => {
    const { asked, parts } = await partsOf(["known", "known", last])
    expect(asked).toBe(3)
    expect(parts.at(-1)).toMatch(/^retry: 1000\nevent: end\ndata: .*"code":401/)
    // Two minutes, in which a comment is sent every 15 seconds.
    expect(parts.slice(0, -1)).toEqual(Array.from({ length: parts.length - 1 }, () => ":\n\n"))
    expect(Math.abs(parts.length - 10)).toBeLessThanOrEqual(1)
  })

  it("goes on as long as the host answers the same", async () => {
    const { asked, parts } = await partsOf(["known"])
    expect(parts).toHaveLength(40)
    expect(asked).toBeGreaterThan(8)
    expect(asked).toBeLessThan(12)
  })

  it("does not ask the host for every message, but looks each time whether the user can sign in", () =>
    Effect.gen(function* () {
      let asked = 0
      let looked = 0
      const signIn = makeHostSignIn(
        () => {
          asked++
          return "known"
        },
        {
          authenticateHost: (session) => {
            looked++
            return authenticateHost(session)
          }
        }
      )
      const caller = yield* signIn(request)
      for (let at = 0; at < 59; at++) {
        yield* caller?.again ?? expect.unreachable()
        yield* TestClock.adjust("1 second")
      }
      expect([asked, looked]).toEqual([1, 60])
      yield* TestClock.adjust("1 second")
      yield* caller?.again ?? expect.unreachable()
      expect([asked, looked]).toEqual([2, 61])
    }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise))
})
