/** Large documents over HTTP, which are written as JSON where they are read. */
import type { DocumentPage } from "@lectern/core/content/Page"
import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/http/LecternHttp"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const base = "http://lectern.test"
/**
 * Longer than the part that is read in one step, with letters that take one to four bytes, and one that JSON escapes.
 */
const unit = 'A *word* of "mine" – with 🦆 and \\.\n\n'
const large = `${unit.repeat(1500)}\`\`\`js\n${"a\n".repeat(4000)}`

describe("a document over HTTP", () => {
  let lectern: Lectern.Lectern
  let own: ReturnType<Lectern.Lectern["as"]>
  let space: string
  let get: (path: string) => Promise<Response>
  beforeAll(async () => {
    lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: base })
    const { apiTokens, users } = lectern.asSystem()
    const { id } = await users.create({ displayName: "Ada", email: "ada@example.com" })
    const { token } = await apiTokens.create(id, { label: "test" })
    own = lectern.as(id)
    const organization = await own.organizations.create({ title: "Example" })
    space = (await own.spaces.create(organization.id, { title: "Docs" })).id
    const handler = fetchHandler(lectern)
    get = (path) => handler(new Request(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } }))
  })
  afterAll(() => lectern.close())

  it.each([
    ["large", large],
    ["small", "A *word*."]
  ])("is that of the service where it is %s", async (slug, markdown) => {
    await own.contentEdits.apply(space, {
      changes: [{ operation: "insert_page", title: slug, slug, document: { markdown } }]
    })
    const asked = { format: "document" } as const
    const page = await own.contents.pageByPath(space, slug, undefined, asked)
    const answer = await get(`/v1/spaces/${space}/content/path/${slug}?format=document`)
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(page)))
    expect((page as DocumentPage).document?.nodes?.length).toBeGreaterThan(0)
  })

  it("is that of the service in a list of comments", async () => {
    const posted = await own.comments.post({ space }, { body: { markdown: unit.repeat(600) } })
    const answer = await get(`/v1/spaces/${space}/comments?format=document`)
    const { items } = (await answer.json()) as { items: ReadonlyArray<unknown> }
    expect(items).toEqual([
      JSON.parse(JSON.stringify(await own.comments.get({ space }, posted.id, { format: "document" })))
    ])
  })
})
