import { addressKey } from "@lectern/core/foundation/ids/AddressKey"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const word = fc.nat(0xffff).map((value) => value.toString(16))

describe("what an address is counted as", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:c000:207", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["unknown", "unknown"],
    ["1:2", "1:2"],
    ["1::2::3", "1::2::3"],
    ["::ffff:192.0.2.700", "::ffff:192.0.2.700"],
    ["x".repeat(1000), "x".repeat(45)]
  ])("%s", (address, key) => {
    expect(addressKey(address)).toBe(key)
  })

  it("is the same for all addresses of a network of 64 bits, however they are written", () =>
    fc.assert(
      fc.property(
        fc.tuple(word, word, word, word),
        fc.array(fc.tuple(word, word, word, word), { minLength: 2, maxLength: 5 }),
        (network, hosts) => {
          const written = hosts.flatMap((host) => {
            const whole = [...network, ...host]
            return [whole.join(":"), whole.map((each) => each.padStart(4, "0").toUpperCase()).join(":")]
          })
          fc.pre(network.some((each) => each !== "0"))
          expect(new Set(written.map(addressKey))).toEqual(new Set([`${network.join(":")}::/64`]))
        }
      ),
      { numRuns: runs(50) }
    ))
})
