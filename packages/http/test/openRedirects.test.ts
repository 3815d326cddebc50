/** Whatever a link says, people who have signed in stay on the server. */
import { nextOf, siteOf } from "@lectern/http/sign-in/Site"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const tricks: ReadonlyArray<string> = [
  "//evil.example",
  "///evil.example",
  "////evil.example/%2f..",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "\u00a0//evil.example",
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "ht\ttps://evil.example",
  "http://docs.example.evil.example",
  "https://docs.example@evil.example",
  "https://docs.example:443@evil.example/",
  "https://evil.example#docs.example",
  "https://evil.example?docs.example",
  "https://evil.example\\docs.example",
  "@evil.example",
  ".evil.example",
  ":80@evil.example",
  "evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "javascript://docs.example/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://evil.example/x",
  "ftp://evil.example",
  "/a\\..\\evil",
  "/login\r\nset-cookie: a=b",
  "/\u2028/evil.example",
  "/é",
  "/\uff0fevil.example",
  "/%",
  "?next=https://evil.example",
  "#https://evil.example",
  "",
  "/".repeat(9000)
]

/** Places of this origin that look like tricks, and lead nowhere else. */
const harmless: ReadonlyArray<string> = [
  "/",
  "/account?done=password",
  "/v1/orgs",
  "/@evil.example",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "/.evil.example",
  "/a//evil.example",
  "/https://evil.example",
  "/..//evil.example",
  "/./%09/evil.example"
]

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
