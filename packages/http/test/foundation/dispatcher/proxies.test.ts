/** The address that a request came from: reports of proxies count only as far as the proxies are trusted. */
import type { HttpRequest } from "@lectern/http/foundation/dispatcher/Exchange"
import { behindProxies } from "@lectern/http/foundation/dispatcher/Proxies"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

type Headers = Readonly<Record<string, string>>

const trusts = (address: string): boolean => address.startsWith("10.") || address === "fd00::1"

/** The request as it is seen behind trusted proxies, or behind none. */
const seen = (address: string, headers: Headers, trusted: typeof trusts | undefined = trusts) => {
  let found: HttpRequest | undefined
  const handle = behindProxies(trusted, (request) => {
    found = request
    return () => {}
  })
  handle(
    {
      method: "GET",
      url: "/",
      address,
      header: (name) => headers[name],
      body: async () => new Uint8Array(),
      headers: () => new Headers(),
      stream: async function* () {}
    },
    () => {}
  )
  return [found?.address, found?.secure]
}

const client = "203.0.113.9"
const forged = "198.51.100.1"

describe("a request behind proxies", () => {
  it.each<[what: string, peer: string, headers: Headers, address: string, secure: boolean | undefined]>([
    ["of a client itself", client, {}, client, undefined],
    [
      "of a client that names another",
      client,
      { "x-forwarded-for": forged, "x-forwarded-proto": "https" },
      client,
      undefined
    ],
    [
      "of a client that names another in the standard way",
      client,
      { forwarded: `for=${forged};proto=https` },
      client,
      undefined
    ],
    ["through one", "10.0.0.1", { "x-forwarded-for": client, "x-forwarded-proto": "https" }, client, true],
    [
      "through one, over plain HTTP",
      "10.0.0.1",
      { "x-forwarded-for": client, "x-forwarded-proto": "http" },
      client,
      false
    ],
    ["through one that says nothing of its scheme", "10.0.0.1", { "x-forwarded-for": client }, client, undefined],
    ["through one that says nothing", "10.0.0.1", {}, "10.0.0.1", undefined],
    ["through one that only says its scheme", "10.0.0.1", { "x-forwarded-proto": "HTTPS" }, "10.0.0.1", true],
    [
      "of a client that wrote the header first",
      "10.0.0.1",
      { "x-forwarded-for": `${forged}, ${client}` },
      client,
      undefined
    ],
    ["through two", "10.0.0.1", { "x-forwarded-for": `${client}, 10.0.0.2` }, client, undefined],
    [
      "through two, of a client that wrote first",
      "10.0.0.1",
      { "x-forwarded-for": `${forged},${client},10.0.0.2` },
      client,
      undefined
    ],
    [
      "through two, with a scheme each",
      "10.0.0.1",
      { "x-forwarded-for": `${client},10.0.0.2`, "x-forwarded-proto": "https,http" },
      client,
      true
    ],
    [
      "of a client that pretends to be a proxy",
      "10.0.0.1",
      { "x-forwarded-for": `10.0.0.9, ${client}` },
      client,
      undefined
    ],
    ["from inside", "10.0.0.1", { "x-forwarded-for": "10.0.0.3, 10.0.0.2" }, "10.0.0.3", undefined],
    ["with a port", "10.0.0.1", { "x-forwarded-for": `${client}:4711` }, client, undefined],
    ["over IPv6", "fd00::1", { "x-forwarded-for": "2001:db8::7" }, "2001:db8::7", undefined],
    ["over IPv6 with a port", "fd00::1", { "x-forwarded-for": "[2001:db8::7]:4711" }, "2001:db8::7", undefined],
    ["of nobody that is known", "10.0.0.1", { "x-forwarded-for": `${forged}, unknown` }, "10.0.0.1", undefined],
    ["with an empty header", "10.0.0.1", { "x-forwarded-for": "" }, "10.0.0.1", undefined],
    ["with commas alone", "10.0.0.1", { "x-forwarded-for": ",,," }, "10.0.0.1", undefined],
    ["in the standard way", "10.0.0.1", { forwarded: `for=${client};proto=https;by=10.0.0.1` }, client, true],
    [
      "in the standard way, quoted",
      "10.0.0.1",
      { forwarded: 'For="[2001:db8::7]:4711";Proto=http' },
      "2001:db8::7",
      false
    ],
    [
      "in the standard way, through two",
      "10.0.0.1",
      { forwarded: `for=${forged}, for=${client};proto=https, for=10.0.0.2;proto=http` },
      client,
      true
    ],
    [
      "in the standard way, with a comma in quotes",
      "10.0.0.1",
      { forwarded: `for=${client};host="a,for=${forged}"` },
      client,
      undefined
    ],
    ["in the standard way, hidden", "10.0.0.1", { forwarded: "for=_hidden" }, "10.0.0.1", undefined],
    [
      "in both ways that agree",
      "10.0.0.1",
      { forwarded: `for=${client}`, "x-forwarded-for": client },
      client,
      undefined
    ],
    [
      "in both ways that do not",
      "10.0.0.1",
      { forwarded: `for=${forged}`, "x-forwarded-for": client },
      "10.0.0.1",
      undefined
    ]
  ])("%s", (_, peer, headers, address, secure) => {
    expect(seen(peer, headers)).toEqual([address, secure])
  })

  it("is never read about where nobody is trusted", () => {
    const headers = { "x-forwarded-for": forged, "x-forwarded-proto": "https", forwarded: `for=${forged}` }
    expect(seen("10.0.0.1", headers, undefined)).toEqual(["10.0.0.1", undefined])
  })

  it("comes from where the first proxy says, whatever its client has sent", () => {
    const chain = fc.array(fc.constantFrom("10.0.0.1", "10.0.0.2", "10.0.0.3"), { maxLength: 3 })
    const sent = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom(",", '"', ";", "=", ":", "[", "for", "proto", "10.0.0.1", forged, " "),
        maxLength: 60
      })
    )
    fc.assert(
      fc.property(sent, chain, (junk, proxies) => {
        const added = [client, ...proxies]
        expect(seen("10.0.0.9", { "x-forwarded-for": [junk, ...added].join(", ") })[0]).toBe(client)
        const quoted = added.map((each) => `for="${each}"`)
        // A proxy that adds to the header has to refuse one that is malformed, such as by a quote that does not end.
        fc.pre(!junk.includes('"'))
        expect(seen("10.0.0.9", { forwarded: [junk, ...quoted].join(", ") })[0]).toBe(client)
      }),
      { numRuns: runs(300) }
    )
  })

  it("takes no long time to be read about", () => {
    const since = process.cpuUsage()
    for (const part of [":", "1", ",", '"', "[", "for=", ';for="', "10.0.0.1,"]) {
      seen("10.0.0.1", { "x-forwarded-for": part.repeat(16_000 / part.length) })
      seen("10.0.0.1", { forwarded: part.repeat(16_000 / part.length) })
    }
    const { system, user } = process.cpuUsage(since)
    expect(user + system).toBeLessThan(1_000_000)
  })
})
