/** Who has to wait after answers and links at the pages of signing in that do not work, and who never has to. */
import type { HttpRequest } from "@lectern/http/foundation/dispatcher/Exchange"
import { handle } from "@lectern/http/LecternHttp"
import { webHandler } from "@lectern/http/WebHandler"
import { afterAll, describe, expect, it } from "vitest"
import { statuses, times } from "../../../http/test/support/repeated.js"
import { makeWorld, type World } from "../../../http/test/support/world.js"
import { consoleOf } from "../support/consoleOf.js"

const origin = "https://docs.example"
const opened: Array<World> = []
afterAll(() => Promise.all(opened.map(({ lectern }) => lectern.close())))

/** A world that counts what is wrong, and a function that sends it requests from an address. */
const counting = async () => {
  const world = await makeWorld()
  opened.push(world)
  const limits = {}
  const answering = handle(world.lectern, { limits, ...(await consoleOf(world.lectern, origin, { limits })) })
  const from = (address: string) => (path: string, token?: string) =>
    webHandler((request: HttpRequest, respond) => answering({ ...request, address }, respond))(
      new Request(`${origin}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
    )
  return { ...world, from }
}

describe("wrong answers", () => {
  it.each<[what: string, ask: (world: World) => string, otherwise: number]>([
    ["one-time links", () => "/login/link/wrong", 404],
    [
      "answers of OpenID providers",
      ({ ids }) => `/openid/${ids.organization}/${ids.openId}/callback?code=x&state=y`,
      403
    ],
    ["e-mail domains that nobody has", () => "/login/sso?email=ada@nobody.example", 200]
  ])("such as %s delay further ones from there, and nobody who has a right one", async (_, ask, otherwise) => {
    const { from, ...world } = await counting()
    const here = from("192.0.2.1")
    const path = ask(world)
    const answers = await times(24, () => here(path))
    expect(statuses(answers)).toEqual([...Array(21).fill(otherwise), 429, 429, 429])
    expect(answers.at(-1)!.headers.get("retry-after")).toBe("2")
    expect((await here("/v1/user", world.tokens.ada)).status).toBe(200)
    expect((await here("/v1/user")).status).toBe(401)
    expect((await from("192.0.2.2")(path)).status).toBe(otherwise)
    const { accounts } = world.lectern.asSystem()
    const { url } = await accounts.createLink(world.ids.users.rex, { administrator: false })
    expect((await here(new URL(url).pathname)).status).toBe(200)
  })

  it("are not what is wrong with a person, or with an address", async () => {
    const { from, ids } = await counting()
    const asked = [
      [`/saml/${ids.organization}/nosuch/start`, 404],
      [`/openid/${ids.organization}/nosuch/callback`, 404],
      ["/login/sso?email=nothing", 400]
    ] as const
    for (const [path, status] of asked) {
      const answers = await times(30, () => from("192.0.2.1")(path))
      expect([path, ...statuses(answers)]).toEqual([path, ...Array(30).fill(status)])
    }
  })
})
