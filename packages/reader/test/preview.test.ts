/** Previews of change requests: what is marked in them, and who sees them. */
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { base, makeSite, png, type TestSite } from "./support/site.js"

const files = {
  "README.md": "# Welcome\n\nStays.\n\n* goes\n\nThe old word.\n",
  "SUMMARY.md": "* [Welcome](README.md)\n* [Gone](gone.md)\n* [Same](same.md)\n",
  "gone.md": "# Gone\n",
  "same.md": "# Same\n\nNothing new. ![](pixel.png)\n",
  "pixel.png": png
}

let site: TestSite
let root: string
let cookies: Record<string, string>

/** The cookie of somebody who has signed in. */
const signedIn = async (id: string): Promise<Record<string, string>> => {
  const { accounts, signIn } = site.lectern.asSystem()
  const { url } = await accounts.createLink(id as never, { administrator: false })
  const secret = Redacted.make(new URL(url).pathname.split("/").at(-1) ?? "")
  const { secret: session } = await signIn.redeem(
    secret,
    { password: "correct horse battery staple" },
    { address: "127.0.0.1", device: "a test" }
  )
  return { cookie: `__Host-lectern-session=${Redacted.value(session)}` }
}

beforeAll(async () => {
  const passwords = Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  site = await makeSite(files, undefined, { passwords })
  const { ada, lectern, space } = site
  const { items } = await lectern.asSystem().members.list(site.organization, {})
  cookies = await signedIn(items[0]?.id ?? "")
  const { id: changeRequest, number } = await ada.changeRequests.create(space, { subject: "Better words" })
  root = `${base}/preview/${space}/${number}/`
  const { pages } = await ada.contents.pages(space)
  const id = (title: string) => pages.find((page) => page.title === title)!.id
  const changes = [
    {
      operation: "update_page" as const,
      page: id("Welcome"),
      document: { markdown: "# Welcome\n\nStays.\n\nThe new word.\n\n## Added\n\nMore.\n" }
    },
    { operation: "delete_page" as const, page: id("Gone") },
    { operation: "insert_page" as const, document: { markdown: "# Fresh\n\nNew here.\n" } }
  ]
  await ada.contentEdits.apply(space, { changes }, { changeRequest })
})
afterAll(() => site.lectern.close())

const ask = (path: string, headers: Record<string, string> = cookies) => site.ask(`${root}${path}`, headers)
const text = async (path: string) => (await ask(path)).text()

describe("a preview", () => {
  it("marks what differs, down to the words", async () => {
    const page = await text("")
    expect(page).toContain("<p>Stays.</p>")
    expect(page).toContain('<div class="change removed"><ul><li>goes</li></ul></div>')
    expect(page).toContain('<div class="change edited"><p>The <del>old</del><ins>new</ins> word.</p></div>')
    expect(page).toMatch(/<div class="change added"><h2 id="added">Added.*<p>More\.<\/p><\/div>/)
    expect(page).toContain('<li><a href="#added">Added</a></li>')
    expect(await text("fresh")).toContain("<p>New here.</p>")
    expect(await text("same")).not.toContain('class="change')
  })

  it("lists the pages that change", async () => {
    const page = await text("same")
    expect(page).toContain("<strong>Preview of change request 1</strong>: Better words")
    expect(page).toContain("3 pages are changed")
    const path = new URL(root).pathname
    expect(page).toContain(`<span class="did added">New</span><a href="${path}fresh">Fresh</a>`)
    expect(page).toContain(`<span class="did edited">Changed</span><a href="${path}">Welcome</a>`)
    expect(page).toContain('<span class="did removed">Removed</span><span>Gone</span>')
  })

  it("is kept by nobody, and listed nowhere", async () => {
    for (const path of ["", "same", "fresh"]) {
      const { headers, status } = await ask(path)
      expect([path, status, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
        path,
        200,
        "private, no-store",
        "noindex"
      ])
    }
    expect((await ask("gone")).status).toBe(404)
  })

  it("has its pictures", async () => {
    const [, src = ""] = /<img src="([^"]+)"/.exec(await text("same")) ?? []
    const picture = await site.ask(`${base}${src}`, cookies)
    expect([picture.status, picture.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(png)
    expect((await site.ask(`${base}${src}`)).status).toBe(303)
  })

  it("tells when it has changed", async () => {
    const before = await text("~/version")
    expect(await text("~/version")).toBe(before)
    const { ada, space } = site
    const changeRequest = (await ada.changeRequests.list(space, {})).items[0]!.id
    await ada.contentEdits.apply(
      space,
      { changes: [{ operation: "insert_page", document: { markdown: "# Later\n" } }] },
      { changeRequest }
    )
    expect(await text("~/version")).not.toBe(before)
    expect(await text("later")).toContain("<span>Later</span>")
  })

  it("is for those who may read the change request", async () => {
    const stranger = await site.lectern.asSystem().users.create({ displayName: "Eve", email: "eve@example.com" })
    const others = await signedIn(stranger.id)
    for (const path of ["", "same", "~/version"]) {
      expect([path, (await ask(path, others)).status]).toEqual([path, 404])
      const away = await ask(path, {})
      const to = new URL(away.headers.get("location") ?? "", base)
      expect([path, away.status, to.pathname]).toEqual([path, 303, "/login"])
      expect(to.searchParams.get("next")).toBe(`${new URL(root).pathname}${path}`)
    }
    const ended = { cookie: `__Host-lectern-session=lcs_${"s".repeat(43)}` }
    expect((await ask("", ended)).status).toBe(303)
    expect((await site.ask(`${base}/preview/nosuch/1/`, cookies)).status).toBe(404)
    expect((await site.ask(`${root.replace(/1\/$/, "99/")}`, cookies)).status).toBe(404)
  })
})
