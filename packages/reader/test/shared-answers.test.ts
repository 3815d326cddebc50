/** Answers that are cached until the next commit: nobody can notice. */
import { fetchHandler } from "@lectern/reader/Reader"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { SignJWT } from "jose"
import { afterAll, beforeAll, expect, it } from "vitest"
import { base, makeSite, type TestSite } from "./support/site.js"

let site: TestSite
let token: string

beforeAll(async () => {
  site = await makeSite({
    "README.md": "# Welcome\n\n[More](open.md)\n",
    "open.md": "# Open\n\nNothing to hide.\n"
  })
  const { privateKey } = await site.ada.sitePublishing.auth(site.organization, site.site)
  token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(site.site)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(privateKey))
})
afterAll(() => site.lectern.close())

const paths = ["/open.md", "/absent", "/llms.txt", "/search?q=hide"]

const request = fc.record({
  path: fc.oneof({ weight: 4, arbitrary: fc.constant("/open") }, { weight: 1, arbitrary: fc.constantFrom(...paths) }),
  method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
  accept: fc.constantFrom("text/html", "text/markdown"),
  tag: fc.constantFrom("none", "none", "last", "any", "other"),
  reader: fc.constantFrom("anybody", "anybody", "anybody", "with a token", "with claims")
})
type Asked = typeof request extends fc.Arbitrary<infer A> ? A : never

type Change = "edit" | "public" | "unlisted" | "visitor-auth" | "publish" | "unpublish"
const change = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Change>("edit") },
  { weight: 4, arbitrary: fc.constant<Change>("public") },
  { weight: 2, arbitrary: fc.constant<Change>("publish") },
  { weight: 1, arbitrary: fc.constantFrom<Change>("unlisted", "visitor-auth", "unpublish") }
)

let edits = 0
const perform = async (what: Change): Promise<void> => {
  const { ada, organization, site: id, space } = site
  if (what === "publish") await ada.sites.publish(organization, id)
  else if (what === "unpublish") await ada.sites.unpublish(organization, id)
  else if (what === "edit") {
    const page = await ada.contents.pageByPath(space, "open")
    const hidden =
      edits % 3 === 2 ? '{% if visitor.claims.unsigned.role == "staff" %}\n\nFor staff.\n\n{% endif %}\n' : ""
    const document = { markdown: `# Open\n\nNothing to hide, for the ${++edits}th time.\n\n${hidden}` }
    await ada.contentEdits.apply(space, { changes: [{ operation: "update_page", page: page.id, document }] })
  } else await ada.sites.update(organization, id, { visibility: what })
}

const headersOf = ({ accept, reader, tag }: Asked, last: string | null): Record<string, string> => ({
  accept,
  ...(tag !== "none" && { "if-none-match": tag === "any" ? "*" : tag === "other" ? '"other"' : (last ?? '"none"') }),
  ...(reader === "with a token" && { "x-visitor-token": token }),
  ...(reader === "with claims" && {
    cookie: `lectern_visitor=${Buffer.from('{"unsigned":{"role":"staff"}}').toString("base64url")}`
  })
})

const shown = async (answer: Response) => {
  const { "x-request-id": _, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, text: await answer.text() }
}

it("are compressed once", async () => {
  await perform("publish")
  await perform("public")
  const ask = async () => {
    const answer = await site.ask("/open", { "accept-encoding": "gzip" })
    const stream = answer.body?.pipeThrough(new DecompressionStream("gzip"))
    return { encoding: answer.headers.get("content-encoding"), text: await new Response(stream).text() }
  }
  const first = await ask()
  expect(first.encoding).toBe("gzip")
  expect(first.text).toContain("Nothing to hide")
  expect(await ask()).toEqual(first)
})

// Last: where the time of properties is limited, its last run goes on after it, and still writes.
it("are those that a server without any kept ones gives, whatever is asked and written", async () => {
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: request }, { weight: 1, arbitrary: change }), {
    minLength: 20,
    maxLength: 40,
    size: "max"
  })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await perform("publish")
      await perform("public")
      const keeping = fetchHandler(site.lectern, { baseUrl: base })
      const tags = new Map<string, string | null>()
      for (const step of all) {
        if (typeof step === "string") {
          await perform(step)
          continue
        }
        const { method, path } = step
        const headers = headersOf(step, tags.get(path) ?? null)
        const asked = () => new Request(`${base}/sites/handbook${path}`, { method, headers })
        const answer = await keeping(asked())
        expect(answer.status).toBeLessThan(500)
        tags.set(path, answer.headers.get("etag"))
        expect(await shown(answer)).toEqual(await shown(await fetchHandler(site.lectern, { baseUrl: base })(asked())))
      }
    }),
    { numRuns: runs(15) }
  )
})
