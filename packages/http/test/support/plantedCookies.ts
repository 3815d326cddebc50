/** Which cookies of a request count: cookies that the browser sent under exactly one of our names, and only once. */
import type { HttpRequest } from "@lectern/http/foundation/dispatcher/Exchange"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

/** A cookie of ours: the value that it has when it is ours, another one that a stranger would plant, and its reader. */
export interface OurCookie {
  readonly name: string
  readonly values: readonly [own: string, planted: string]
  readonly read: (request: HttpRequest) => string | undefined
}

const carrying = (cookie: string): HttpRequest => ({
  method: "GET",
  url: "/",
  header: (name) => (name === "cookie" ? cookie : undefined),
  body: async () => new Uint8Array(),
  headers: () => new Headers(),
  stream: async function* () {}
})

/** White space that is no separator, as it arrives: `\u00a0` is the byte 0xa0 of a header. */
const strangeSpaces = ["\u00a0", "\u0085", "\u000b", "\u000c", "\u2003", "\ufeff", "\r", "\n"]

/** A cookie of another application on the same domain, whose name or value tries to be one of ours. */
const foreignOf = (ours: ReadonlyArray<OurCookie>) =>
  fc.record({
    pair: fc.constantFrom(...ours.map(({ name, values }) => `${name}=${values[1]}`)),
    wrap: fc.oneof(
      fc.constantFrom<(pair: string) => string>(
        (pair) => `a=x,${pair}`,
        (pair) => `a=x, ${pair}`,
        (pair) => `a="${pair}"`,
        (pair) => `a=${pair}`,
        (pair) => `a=x ${pair}`,
        (pair) => `a,${pair}`,
        (pair) => `x${pair}`,
        (pair) => pair.replace("=", "x="),
        (pair) => pair.toUpperCase(),
        (pair) => `=${pair}`,
        (pair) => pair.replace("=", "")
      ),
      fc.tuple(fc.constantFrom(...strangeSpaces), fc.boolean()).map(
        ([space, before]) =>
          (pair: string) =>
            before ? `${space}${pair}` : pair.replace("=", `${space}=`)
      )
    )
  })

const headerOf = (ours: ReadonlyArray<OurCookie>) =>
  fc.record({
    own: fc.subarray([...ours.keys()]),
    doubled: fc.subarray([...ours.keys()]),
    foreign: fc.array(
      foreignOf(ours).map(({ pair, wrap }) => wrap(pair)),
      { maxLength: 6 }
    ),
    separator: fc.constantFrom("; ", ";", " ;\t"),
    order: fc.infiniteStream(fc.nat())
  })

/** Tests that these are found exactly where the browser has sent them. */
export const describeCookies = (ours: ReadonlyArray<OurCookie>) =>
  describe("the cookies of a request", () => {
    it("are ours exactly where the browser sent one under our name, whatever other hosts have planted", () => {
      fc.assert(
        fc.property(headerOf(ours), ({ doubled, foreign, order, own, separator }) => {
          const pairs = [
            ...own.map((at) => `${ours[at]!.name}=${ours[at]!.values[0]}`),
            ...doubled.map((at) => `${ours[at]!.name}=${ours[at]!.values[1]}`),
            ...foreign
          ]
            .map((pair) => [order.next().value as number, pair] as const)
            .sort(([one], [other]) => one - other)
          const request = carrying(pairs.map(([, pair]) => pair).join(separator))
          for (const [at, { name, read, values }] of ours.entries()) {
            const sent = [own.includes(at) && values[0], doubled.includes(at) && values[1]].filter((value) => value)
            expect([name, read(request)]).toEqual([name, sent.length === 1 ? sent[0] : undefined])
          }
        }),
        { numRuns: runs(400) }
      )
    })

    it.each(ours)("$name is absent where it is sent twice, in either order, or the same", ({ name, read, values }) => {
      const [own, planted] = values
      for (const both of [
        [own, planted],
        [planted, own],
        [own, own],
        [own, ""]
      ]) {
        expect(read(carrying(both.map((value) => `${name}=${value}`).join("; ")))).toBeUndefined()
      }
      expect(read(carrying(`${name}=${own}`))).toBe(own)
    })
  })
