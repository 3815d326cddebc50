/** Logs of searches and feedback hold only text that a person has typed, never a path, a key, a token or a claim. */
import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import * as Lectern from "@lectern/core/Lectern"
import { looksSecret } from "@lectern/core/publishing/sites/feedback/LooksSecret"
import { fetchHandler } from "@lectern/reader/Reader"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Layer, Logger, LogLevel } from "effect"
import { describe, expect, it } from "vitest"

const base = "http://lectern.test"
const root = `${base}/sites/handbook`

/** Secrets of each kind that nobody knows here: keys of share links, tokens of visitors and of the API, claims. */
const secrets = (): ReadonlyArray<string> => {
  const part = () => randomBytes(24).toString("base64url")
  return [
    randomBytes(16).toString("base64url"),
    randomBytes(16).toString("hex"),
    `lct_${randomBytes(30).toString("hex")}`,
    `eyJhbGciOiJIUzI1NiJ9.${part()}.${part()}`
  ]
}

/** Every request that brings a secret in somehow. */
const bringing = (secret: string, page: string, siteSpace: string): ReadonlyArray<readonly [string, RequestInit?]> => {
  const json = { "content-type": "application/json", accept: "application/json, text/event-stream" }
  const mcp = (name: string, given: object): RequestInit => ({
    method: "POST",
    headers: json,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } })
  })
  const feedback = (fields: Record<string, string>): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ siteSpace, page, helpful: "true", ...fields }).toString()
  })
  return [
    [`/${secret}`],
    [`/${secret}/`],
    [`/${secret}.html`],
    [`/${secret}/readme`],
    [`/readme/${secret}`],
    [`/x/${secret}.md`],
    [`/~/files/${siteSpace}/${secret}`],
    [`/~/pdf/${secret}`],
    [`/search?q=${secret}`],
    [`/search?q=see+${root}/${secret}/&part=1`],
    [`/search/${secret}`],
    [`/?shareKey=${secret}`],
    [`/nowhere?shareKey=${secret}`],
    [`/search?q=nothing&jwt_token=${secret}`],
    [`/nowhere?visitor.plan=${secret}`],
    ["/nowhere", { headers: { "x-visitor-token": secret } }],
    ["/nowhere", { headers: { authorization: `Bearer ${secret}` } }],
    ["/search?q=nothing", { headers: { cookie: `visitor_token=${secret}` } }],
    ["/search?q=nothing", { headers: { referer: `${root}/${secret}/`, "user-agent": secret } }],
    [
      "/nowhere",
      {
        headers: {
          cookie: `lectern_visitor=${Buffer.from(JSON.stringify({ shareKey: secret })).toString("base64url")}`
        }
      }
    ],
    ["/~/mcp", mcp("search", { query: secret })],
    ["/~/mcp", mcp("read_page", { path: secret })],
    ["/~/feedback", feedback({ page: secret })],
    ["/~/feedback", feedback({ page: `${page}.${secret}` })],
    ["/~/feedback", feedback({ siteSpace: secret })],
    [`/~/feedback?shareKey=${secret}`, feedback({})]
  ]
}

describe("what a site keeps of its readers", () => {
  const keptAfter = async (
    visibility: "public" | "share-link" | "visitor-auth",
    of: ReadonlyArray<string>,
    typed: ReadonlyArray<string>
  ) => {
    const folder = mkdtempSync(join(tmpdir(), "lectern-typed-"))
    const lines: Array<string> = []
    const logs = Layer.merge(
      Logger.replace(
        Logger.defaultLogger,
        Logger.map(Logger.stringLogger, (line) => void lines.push(line))
      ),
      Logger.minimumLogLevel(LogLevel.Trace)
    )
    const { layer } = SqliteStorage.open({ filename: join(folder, "workspace.db") })
    const lectern = await Lectern.open({ storage: { layer: Layer.merge(layer, logs) }, baseUrl: base })
    const { id: user } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    const ada = lectern.as(user)
    const { id: organization } = await ada.organizations.create({ title: "Example" })
    const text = new TextEncoder().encode("# Welcome\n")
    const { tree } = readLayout([{ path: "README.md", bytes: text }])
    const { id: space } = (await ada.contentSync.create(organization, { title: "Handbook" }, tree)).space
    const { id: site } = await ada.sites.create(organization, { title: "Handbook", spaces: [space] })
    await ada.sites.update(organization, site, { basename: "handbook", visibility })
    await ada.sites.publish(organization, site)
    await ada.customizations.set(organization, site, { feedback: { enabled: true }, searches: { enabled: true } })
    const reader = fetchHandler(lectern, { baseUrl: base })
    const [page] = (await ada.contents.pages(space)).pages
    const [siteSpace] = (await ada.siteSpaces.list(organization, site, {})).items
    for (const secret of of) {
      for (const [path, init] of bringing(secret, page!.id, siteSpace!.id)) {
        const answer = await reader(new Request(`${root}${path}`, init))
        // A page must not offer a key as a search, which would be recorded.
        if (path === `/readme/${secret}`) expect(await answer.text()).not.toContain(`value="${secret}`)
        else await answer.body?.cancel()
      }
    }
    for (const words of typed) await (await reader(new Request(`${root}/search?q=${words}`))).text()
    const { items } = await ada.siteFeedbacks.list(organization, site, { kind: "search" })
    await lectern.close()
    const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file)).toString("latin1"))
    rmSync(folder, { recursive: true })
    const all = [...stored, ...lines].join("\n").toLowerCase()
    return {
      queries: items.map(({ query }) => query),
      leaked: of.filter((secret) => all.includes(secret.toLowerCase()))
    }
  }

  for (const visibility of ["public", "share-link", "visitor-auth"] as const) {
    it(`has no key, token or claim, ${visibility}`, { timeout: 60_000 + runs(1) * 5_000 }, async () => {
      const of = Array.from({ length: Math.ceil(runs(1)) }, secrets).flat()
      const { leaked, queries } = await keptAfter(visibility, of, ["unicorn"])
      expect(leaked).toEqual([])
      expect(queries).toEqual(visibility === "public" ? ["unicorn", "nothing"] : [])
    })
  }
})

it("words are no secrets, and random keys are", () => {
  const words = ["unicorn", "getElementsByClassName", "donaudampfschifffahrtsgesellschaft", "windows-server-2025-core"]
  expect(words.filter(looksSecret)).toEqual([])
  // One in some ten thousand is all letters, most of them small.
  const missed = Array.from({ length: 1000 }, () => randomBytes(16).toString("base64url")).filter(
    (key) => !looksSecret(key)
  )
  expect(missed.length).toBeLessThan(3)
})
