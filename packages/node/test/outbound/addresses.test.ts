import { describe, expect, it } from "@effect/vitest"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { mayReach, parseRanges } from "../../src/outbound/Addresses.js"
import { layer } from "../../src/outbound/GuardedFetch.js"
import { get, httpServer, names } from "./servers.js"

/** `{port}` is that of a server on all loopback addresses, which must not hear of any of this. */
const refused = [
  "http://127.0.0.1:{port}/",
  "http://127.0.0.1.:{port}/",
  "http://127.1:{port}/",
  "http://127.0.1:{port}/",
  "http://0177.0.0.1:{port}/",
  "http://0x7f.0.0.1:{port}/",
  "http://0x7f000001:{port}/",
  "http://2130706433:{port}/",
  "http://017700000001:{port}/",
  "http://127.255.255.254:{port}/",
  "http://%31%32%37.0.0.1:{port}/",
  "http://１２７.０.０.１:{port}/",
  "http://①②⑦.⓪.⓪.①:{port}/",
  "http://127。0。0。1:{port}/",
  "http:127.0.0.1:{port}/",
  "http:\\\\127.0.0.1:{port}\\",
  "http:///127.0.0.1:{port}/",
  "https://127.0.0.1:{port}/",
  "http://0:{port}/",
  "http://0.0.0.0:{port}/",
  "http://[::]:{port}/",
  "http://[::1]:{port}/",
  "http://[0:0:0:0:0:0:0:1]:{port}/",
  "http://[::127.0.0.1]:{port}/",
  "http://[::ffff:127.0.0.1]:{port}/",
  "http://[::ffff:7f00:1]:{port}/",
  "http://[::ffff:0:127.0.0.1]:{port}/",
  "http://[64:ff9b::7f00:1]/",
  "http://[64:ff9b:1::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[2001:0:7f00:1::]/",
  "http://localhost:{port}/",
  "http://LOCALHOST:{port}/",
  "http://localhost.:{port}/",
  "http://app.localhost:{port}/",
  "http://0.1.2.3/",
  "http://10.0.0.1/",
  "http://100.64.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::ffff:169.254.169.254]/",
  "http://[fd00:ec2::254]/",
  "http://172.16.0.1/",
  "http://172.31.255.255/",
  "http://192.0.0.1/",
  "http://192.0.2.1/",
  "http://192.88.99.1/",
  "http://192.168.0.1/",
  "http://198.18.0.1/",
  "http://198.51.100.1/",
  "http://203.0.113.1/",
  "http://224.0.0.1/",
  "http://240.0.0.1/",
  "http://255.255.255.255/",
  "http://[fc00::1]/",
  "http://[fe80::1]/",
  "http://[fe80::1%25eth0]/",
  "http://[fec0::1]/",
  "http://[ff02::1]/",
  "http://[100::1]/",
  "http://[2001:db8::1]/",
  "http://[4000::1]/",
  "http://user:secret@public.example/",
  "http://user@public.example/",
  "http://public.example:22/",
  "http://public.example:25/",
  "http://public.example:6667/",
  "http://public.example:0/",
  "file:///etc/passwd",
  "ftp://public.example/",
  "gopher://public.example/",
  "data:text/html,hello",
  "javascript:alert(1)",
  "blob:http://public.example/id",
  "ws://public.example/",
  "//public.example/",
  "public.example",
  "http://",
  "http://256.1.1.1/",
  "http://public.example:99999/",
  ""
]

describe("addresses", () => {
  it.scopedLive.each(refused)("refuses %s", (url) =>
    Effect.gen(function* () {
      let requests = 0
      const port = yield* httpServer((_, response) => {
        requests++
        response.end()
      }, "::")
      const { asked, resolver } = names({ "public.example": [["127.0.0.1"]] })
      const address = url.replace("{port}", String(port))
      const error = yield* Effect.flip(Effect.provide(get(address), layer({ resolver })))
      expect(error).toMatchObject({ _tag: "OutboundError", reason: "refused" })
      expect(error.message).not.toContain("secret")
      expect(asked).toEqual([])
      expect(requests).toBe(0)
    })
  )

  it("judges an address the same however it is written", () => {
    const dotted = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".")
    const hex = (address: number) => `${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}`
    const near = fc.constantFrom(0x0a000000, 0x7f000000, 0xa9fe0000, 0xac100000, 0xc0a80000, 0xc6120000, 0xe0000000)
    const addresses = fc.oneof(
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.tuple(near, fc.integer({ min: -3, max: 3 })).map(([start, offset]) => start + offset)
    )
    const hostOf = (spelling: string) => new URL(`http://${spelling}/`).hostname.replace(/^\[|\]$/g, "")
    fc.assert(
      fc.property(addresses, fc.boolean(), (address, allowed) => {
        const allow = allowed ? (parseRanges("10.0.0.0/8,127.0.0.0/8") ?? []) : []
        const expected = mayReach(dotted(address), allow)
        const [a = "", b = "", ...rest] = dotted(address).split(".")
        for (const spelling of [
          `${address}`,
          `0x${address.toString(16)}`,
          `0${address.toString(8)}`,
          `${a}.${address & 0xffffff}`,
          `0${Number(a).toString(8)}.0x${Number(b).toString(16)}.${rest.join(".")}.`,
          `[::ffff:${dotted(address)}]`,
          `[::ffff:${hex(address)}]`,
          `[64:ff9b::${hex(address)}]`
        ]) {
          expect(mayReach(hostOf(spelling), allow), spelling).toBe(expected)
        }
        for (const spelling of [`[::${hex(address)}]`, `[2002:${hex(address)}::]`, `[::ffff:0:${hex(address)}]`]) {
          expect(mayReach(hostOf(spelling), allow), spelling).toBe(false)
        }
      }),
      { numRuns: runs(100) }
    )
  })

  it("takes ranges in CIDR notation", () => {
    expect(parseRanges("10.0.0.0/8, fd00::/8,")).toHaveLength(2)
    expect(parseRanges("")).toEqual([])
    expect(parseRanges("10.0.0.0")).toBeUndefined()
    expect(parseRanges("10.0.0.0/8,nonsense")).toBeUndefined()
  })

  it.each([
    ["8.8.8.8", "", true],
    ["2606:4700::1111", "", true],
    ["::ffff:8.8.8.8", "", true],
    ["64:ff9b::8.8.8.8", "", true],
    ["64:ff9b:1::8.8.8.8", "", false],
    ["2002:808:808::", "", false],
    ["10.1.2.3", "10.0.0.0/8", true],
    ["::ffff:10.1.2.3", "10.0.0.0/8", true],
    ["64:ff9b::10.1.2.3", "10.0.0.0/8", true],
    ["11.1.2.3", "10.0.0.0/8", true],
    ["192.168.1.1", "10.0.0.0/8", false],
    ["fd00::1", "fd00::/8", true],
    ["fd00::1", "10.0.0.0/8", false],
    ["::1", "127.0.0.0/8", false],
    ["fe80::1%eth0", "", false],
    ["not an address", "0.0.0.0/0", false],
    ["", "0.0.0.0/0", false]
  ])("reaches %s besides %s: %s", (address, allow, expected) => {
    expect(mayReach(address, parseRanges(allow) ?? [])).toBe(expected)
  })
})
