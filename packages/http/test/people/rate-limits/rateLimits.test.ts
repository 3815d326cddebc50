/** Who is refused with 429, and who never is. */
import type { HttpRequest } from "@lectern/http/foundation/dispatcher/Exchange"
import { type HttpOptions, handle } from "@lectern/http/LecternHttp"
import { webHandler } from "@lectern/http/WebHandler"
import { afterAll, describe, expect, it } from "vitest"
import { statuses, times } from "../../support/repeated.js"
import { makeWorld, type World } from "../../support/world.js"

const opened: Array<World> = []
afterAll(() => Promise.all(opened.map(({ lectern }) => lectern.close())))

const limits = (limit: number) => ({ limit, windowSeconds: 86_400 })

/** A world with limits, and a function that sends it requests from an address. */
const limited = async (options: HttpOptions) => {
  const world = await makeWorld()
  opened.push(world)
  const answering = handle(world.lectern, options)
  const from =
    (address: string, headers: Record<string, string> = {}) =>
    (path: string, token: string | undefined, init: RequestInit = {}) =>
      webHandler((request: HttpRequest, respond) => answering({ ...request, address }, respond))(
        new Request(`https://docs.example${path}`, {
          ...init,
          headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
        })
      )
  return { ...world, from }
}

describe("the limit", () => {
  it("of a token counts its calls alone, wherever they come from", async () => {
    const { from, tokens } = await limited({ limits: { token: limits(3) } })
    const mine = await times(2, () => from("192.0.2.1")("/v1/user", tokens.ada))
    const more = await times(2, () => from("192.0.2.2")("/v1/user", tokens.ada))
    expect(statuses([...mine, ...more])).toEqual([200, 200, 200, 429])
    expect(mine.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["2", "1"])
    expect((await from("192.0.2.1")("/v1/user", tokens.rex)).status).toBe(200)
    const { headers } = more[1]!
    expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual(["3", "0"])
    const wait = Number(headers.get("retry-after"))
    expect(wait).toBeGreaterThan(0)
    expect(Number(headers.get("x-ratelimit-reset")) * 1000).toBeGreaterThan(Date.now())
  })

  it("of an account counts all of its tokens together", async () => {
    const { from, ids, lectern, tokens } = await limited({ limits: { account: limits(3) } })
    const { token } = await lectern.asSystem().apiTokens.create(ids.users.ada, { label: "another" })
    const answers = await times(2, () => from("192.0.2.1")("/v1/user", tokens.ada))
    const more = await times(2, () => from("192.0.2.1")("/v1/user", token))
    expect(statuses([...answers, ...more])).toEqual([200, 200, 200, 429])
    expect((await from("192.0.2.1")("/v1/user", tokens.rex)).status).toBe(200)
  })

  it("of an address counts everything that comes from there, but probes", async () => {
    const { from, tokens } = await limited({ limits: { address: limits(4) } })
    const here = from("2001:db8::1")
    const answers = [
      await here("/v1/user", tokens.ada),
      await from("2001:db8::ffff")("/v1/user", tokens.rex),
      await here("/style.css", undefined),
      await here("/v1/user", undefined),
      await here("/v1/user", tokens.ada),
      await here("/openapi.json", undefined),
      await here("/healthz", undefined),
      await here("/readyz", undefined),
      await from("2001:db8:0:1::1")("/v1/user", tokens.ada)
    ]
    expect(statuses(answers)).toEqual([200, 200, 200, 401, 429, 429, 200, 200, 200])
  })

  it("of a token counts the requests of its directory, which is told in the words of SCIM", async () => {
    const { from, ids, lectern } = await limited({ limits: { token: limits(3) } })
    const { token } = await lectern
      .asSystem()
      .serviceTokens.create(ids.organization, { label: "Directory", scopes: ["admin"] })
    const answers = await times(4, () => from("192.0.2.1")(`/scim/v2/${ids.organization}/Users`, token))
    expect(statuses(answers)).toEqual([200, 200, 200, 429])
    const [first, , , last] = answers
    expect([first, last].map((answer) => answer?.headers.get("x-ratelimit-remaining"))).toEqual(["2", "0"])
    expect([last?.headers.get("content-type"), Number(last?.headers.get("retry-after")) > 0]).toEqual([
      "application/scim+json",
      true
    ])
    expect(await last?.json()).toMatchObject({ status: "429", detail: expect.stringContaining("too many requests") })
    expect((await from("192.0.2.1")("/v1/orgs", token)).status).toBe(429)
  })

  it("that is tightest is told", async () => {
    const { from, tokens } = await limited({ limits: { token: limits(9), account: limits(5), address: limits(7) } })
    const told = async (address: string) => {
      const { headers } = await from(address)("/v1/user", tokens.ada)
      return [headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]
    }
    expect(await told("192.0.2.1")).toEqual(["5", "4"])
    await times(5, () => from("192.0.2.1")("/v1/user", tokens.rex))
    expect(await told("192.0.2.1")).toEqual(["7", "0"])
  })

  it("is none unless it is asked for", async () => {
    const { from, tokens } = await limited({})
    const answer = await from("192.0.2.1")("/v1/user", tokens.ada)
    expect([...answer.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([])
    expect(statuses(await times(40, () => from("192.0.2.1")("/v1/user", "lct_wrong")))).toEqual(Array(40).fill(401))
  })

  it("of an address is that of the client, as a trusted proxy says", async () => {
    const options = { limits: { address: limits(1) }, trustedProxies: (address: string) => address === "10.0.0.1" }
    const { from, tokens } = await limited(options)
    const through = (proxy: string, client: string) =>
      from(proxy, { "x-forwarded-for": client })("/v1/user", tokens.ada)
    expect((await through("10.0.0.1", "192.0.2.1")).status).toBe(200)
    expect((await through("10.0.0.1", "192.0.2.2")).status).toBe(200)
    expect((await through("10.0.0.1", "198.51.100.1, 192.0.2.2")).status).toBe(429)
    expect((await through("203.0.113.1", "192.0.2.3")).status).toBe(200)
    expect((await through("203.0.113.1", "192.0.2.4")).status).toBe(429)
  })
})

describe("wrong secrets", () => {
  const sites = ({ ids }: World) => `/v1/orgs/${ids.organization}/sites/${ids.sites.main}/published`

  it.each<[what: string, ask: (world: World) => readonly [path: string, token: string | undefined], otherwise: number]>(
    [
      ["tokens", () => ["/v1/user", "lct_wrong"], 401],
      ["share keys", (world) => [`${sites(world)}?shareKey=${"0".repeat(32)}`, undefined], 401],
      ["tokens of visitors", (world) => [`${sites(world)}?jwt_token=bad`, undefined], 401],
      ["tokens of directories", ({ ids }) => [`/scim/v2/${ids.organization}/Users`, "lct_wrong"], 401]
    ]
  )("such as %s delay further ones from there, and nobody who has a right one", async (_, ask, otherwise) => {
    const { from, tokens, ...world } = await limited({ limits: {} })
    const here = from("192.0.2.1")
    const [path, token] = ask({ ...world, tokens })
    const answers = await times(24, () => here(path, token))
    expect(statuses(answers)).toEqual([...Array(21).fill(otherwise), 429, 429, 429])
    expect(answers.at(-1)!.headers.get("retry-after")).toBe("2")
    expect((await here("/v1/user", tokens.ada)).status).toBe(200)
    expect((await here("/v1/user", undefined)).status).toBe(401)
    expect((await from("192.0.2.2")(path, token)).status).toBe(otherwise)
  })

  it("are not what is wrong with a person, or with an address", async () => {
    const { from, ids } = await limited({ limits: {} })
    const asked = [
      [`/scim/v2/${ids.organization}/Users`, 401],
      [`/scim/v2/${ids.organization}/Schemas`, 200]
    ] as const
    for (const [path, status] of asked) {
      const answers = await times(30, () => from("192.0.2.1")(path, undefined))
      expect([path, ...statuses(answers)]).toEqual([path, ...Array(30).fill(status)])
    }
  })

  it("are not those that are missing", async () => {
    const { from } = await limited({ limits: {} })
    expect(statuses(await times(40, () => from("192.0.2.1")("/v1/user", undefined)))).toEqual(Array(40).fill(401))
  })
})
