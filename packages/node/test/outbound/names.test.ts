import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { get, guarded, httpServer, names, privateAddress, publicAddress } from "./servers.js"

/** A public server that redirects to `location`, and a private one that must not hear of it. */
const servers = (location: (privatePort: number) => string = () => "/") =>
  Effect.gen(function* () {
    const heard: Array<string> = []
    const privatePort = yield* httpServer((request, response) => {
      heard.push(request.url ?? "")
      response.end("secret")
    }, privateAddress)
    const publicPort = yield* httpServer((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: location(privatePort), connection: "close" }).end()
      else response.writeHead(200, { connection: "close" }).end("public")
    })
    return { heard, privatePort, publicPort }
  })

describe("names", () => {
  it.scopedLive.each<[string, ReadonlyArray<ReadonlyArray<string>>]>([
    ["a private address", [[privateAddress]]],
    ["a public and a private address", [[publicAddress, privateAddress]]],
    ["a private and a public address", [[privateAddress, publicAddress]]],
    ["a mapped private address", [[`::ffff:${privateAddress}`]]],
    ["a private address behind NAT64", [["64:ff9b::7f00:2"]]],
    ["the address of cloud metadata", [["169.254.169.254"]]],
    ["an address of a link with its zone", [["fe80::1%eth0"]]],
    ["what is no address", [["internal"]]]
  ])("refuses a name that leads to %s", ([_, answers]) =>
    Effect.gen(function* () {
      const { heard, privatePort } = yield* servers()
      const { resolver } = names({ "metadata.internal": answers })
      const url = `http://metadata.internal:${privatePort}/`
      const error = yield* Effect.flip(Effect.provide(get(url), guarded(resolver)))
      expect(error).toMatchObject({ reason: "refused", message: `${url}: this is not a public address` })
      expect(heard).toEqual([])
    })
  )

  it.scopedLive("asks again for each connection, and dials what it checked", () =>
    Effect.gen(function* () {
      const { heard, publicPort } = yield* servers()
      const { asked, resolver } = names({ "rebinding.example": [[publicAddress], [privateAddress]] })
      const [first, second] = yield* Effect.provide(
        Effect.all([
          get(`http://rebinding.example:${publicPort}/page`),
          Effect.flip(get(`http://rebinding.example:${publicPort}/page`))
        ]),
        guarded(resolver)
      )
      expect(new TextDecoder().decode(first.bytes)).toBe("public")
      expect(second.reason).toBe("refused")
      expect(asked).toEqual(["rebinding.example", "rebinding.example"])
      expect(heard).toEqual([])
    })
  )

  it.scopedLive("says what a name without an address is", () =>
    Effect.gen(function* () {
      const { resolver } = names({ "empty.example": [[]] })
      const errors = yield* Effect.provide(
        Effect.forEach(["http://absent.example/", "http://empty.example/"], (url) => Effect.flip(get(url))),
        guarded(resolver)
      )
      expect(errors.map(({ reason }) => reason)).toEqual(["unknown-host", "unknown-host"])
      expect(errors[0]?.message).toBe("http://absent.example/: there is no host of this name")
    })
  )

  it.scopedLive("reaches localhost where its address is allowed", () =>
    Effect.gen(function* () {
      const { publicPort } = yield* servers()
      const { asked, resolver } = names({})
      const { bytes } = yield* Effect.provide(get(`http://localhost:${publicPort}/page`), guarded(resolver))
      expect(new TextDecoder().decode(bytes)).toBe("public")
      expect(asked).toEqual([])
    })
  )
})

describe("redirects", () => {
  it.scopedLive.each<[string, (port: number) => string]>([
    ["a private address", (port) => `http://127.0.0.2:${port}/`],
    ["a private address in decimal", (port) => `http://2130706434:${port}/`],
    ["a private address in octal", (port) => `http://0177.0.0.2:${port}/`],
    ["a private address without its scheme", (port) => `//127.0.0.2:${port}/`],
    ["a mapped private address", (port) => `http://[::ffff:127.0.0.2]:${port}/`],
    ["the other loopback", (port) => `http://[::1]:${port}/`],
    ["a name of a private address", (port) => `http://private.example:${port}/`],
    ["a private address over TLS", (port) => `https://127.0.0.2:${port}/`],
    ["an address with credentials", (port) => `http://user:secret@127.0.0.1:${port}/`],
    ["a port of another protocol", () => "http://127.0.0.1:25/"],
    ["a file", () => "file:///etc/passwd"],
    ["data", () => "data:text/plain,hello"],
    ["a script", () => "javascript:alert(1)"],
    ["nonsense", () => "http://[nonsense/"],
    ["itself", () => "/"]
  ])("refuses one to %s", ([_, location]) =>
    Effect.gen(function* () {
      const { heard, publicPort } = yield* servers(location)
      const { resolver } = names({ "private.example": [[privateAddress]] })
      const url = `http://127.0.0.1:${publicPort}/`
      const error = yield* Effect.flip(Effect.provide(get(url), guarded(resolver)))
      expect(error.reason).toBe("refused")
      expect(error.message.startsWith(url)).toBe(true)
      expect(error.message).not.toContain("secret")
      expect(heard).toEqual([])
    })
  )

  it.scopedLive("follows ten, and not an eleventh", () =>
    Effect.gen(function* () {
      let requests = 0
      const port = yield* httpServer((request, response) => {
        requests++
        const left = Number(request.url?.slice(1))
        if (left === 0) response.end("there")
        else response.writeHead(307, { location: String(left - 1) }).end()
      })
      const at = (left: number) => get(`http://127.0.0.1:${port}/${left}`)
      const [ten, eleven] = yield* Effect.provide(Effect.all([at(10), Effect.flip(at(11))]), guarded())
      expect(ten).toMatchObject({ status: 200, url: `http://127.0.0.1:${port}/0` })
      expect(eleven).toMatchObject({
        reason: "refused",
        message: `http://127.0.0.1:${port}/11: more than 10 redirects`
      })
      expect(requests).toBe(22)
    })
  )

  it.scopedLive("answers one that is not to be followed", () =>
    Effect.gen(function* () {
      const { heard, publicPort } = yield* servers((port) => `http://127.0.0.2:${port}/`)
      const url = `http://127.0.0.1:${publicPort}/`
      const { headers, status } = yield* Effect.provide(get(url, { follow: (next) => next.startsWith(url) }), guarded())
      expect([status, headers.location?.startsWith("http://127.0.0.2:")]).toEqual([302, true])
      expect(heard).toEqual([])
    })
  )

  it.scopedLive("takes what is secret along to the same origin only", () =>
    Effect.gen(function* () {
      const heard: Array<[string, string | undefined, string | undefined]> = []
      const other = yield* httpServer((request, response) => {
        heard.push(["other", request.headers.authorization, request.headers["user-agent"]])
        response.end()
      })
      const port = yield* httpServer((request, response) => {
        heard.push([request.url ?? "", request.headers.authorization, request.headers["user-agent"]])
        const location = request.url === "/" ? "/again" : `http://127.0.0.1:${other}/`
        response.writeHead(301, { location }).end()
      })
      const headers = { Authorization: "Bearer secret", "X-Api-Key": "secret", "User-Agent": "test" }
      yield* Effect.provide(get(`http://127.0.0.1:${port}/`, { headers }), guarded())
      expect(heard).toEqual([
        ["/", "Bearer secret", "test"],
        ["/again", "Bearer secret", "test"],
        ["other", undefined, "test"]
      ])
    })
  )
})
