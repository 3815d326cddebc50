/** Whatever a link says, people who have signed in stay on the server. */
import { nextOf, siteOf } from "@lectern/console/visits/Site"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { harmless, tricks } from "../support/redirects.js"

describe.each(["https://docs.example", "https://docs.example/below/it", "http://localhost:4000"])("at %s", (base) => {
  const site = siteOf(base)
  const placeOf = (asked: string) => new URL(site.at(nextOf(site, asked, "/account")))

  it.each(tricks)("%j leads to the page that it would without", (asked) => {
    const isKept = asked === "/%"
    expect(nextOf(site, asked, "/account")).toBe(isKept ? asked : "/account")
    expect(placeOf(asked).origin).toBe(site.origin)
  })

  it.each(harmless)("%j stays here", (asked) => {
    expect(nextOf(site, asked, "/account")).toBe(asked)
    expect(placeOf(asked).origin).toBe(site.origin)
  })

  it("nothing at all leads elsewhere", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "//",
      "https:",
      "@",
      ":",
      ".",
      "evil.example",
      "%2f",
      "\t",
      "?",
      "#",
      "..",
      "a",
      ";"
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 8 }).map((all) => all.join("")),
          fc.string()
        ),
        (asked) => {
          const place = placeOf(asked)
          expect([place.origin, place.username, place.password]).toEqual([site.origin, "", ""])
        }
      ),
      { numRuns: runs(300) }
    )
  })
})
