/** Previews of change requests: the marks in them, and who sees them. */
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import type { UserId } from "@lectern/core/users/User"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { passwords, sessionFor, sessionName } from "./support/session.js"
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
let changeRequest: ChangeRequestId
let cookies: Record<string, string>

/** The cookie of a user who has signed in. */
const signedIn = async (user: UserId): Promise<Record<string, string>> => ({
  cookie: `${sessionName}=${await sessionFor(site, user)}`
})

beforeAll(async () => {
  site = await makeSite(files, undefined, { passwords })
  const { ada, space, user } = site
  cookies = await signedIn(user)
  const { id, number } = await ada.changeRequests.create(space, { subject: "Better words" })
  changeRequest = id
  root = `${base}/preview/${space}/${number}/`
  const { pages } = await ada.contents.pages(space)
  const named = (title: string) => pages.find((page) => page.title === title)!.id
  const changes = [
    {
      operation: "update_page" as const,
      page: named("Welcome"),
      document: { markdown: "# Welcome\n\nStays.\n\nThe new word.\n\n## Added\n\n## Another\n" }
    },
    { operation: "delete_page" as const, page: named("Gone") },
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
    expect(page).toMatch(/<div class="change added"><h2 id="added">Added.*<h2 id="another">Another.*<\/h2><\/div>/)
    expect(page).toContain('<li><a href="#added">Added</a></li>')
    expect(await text("fresh")).toContain("<p>New here.</p>")
    expect(await text("fresh.md")).toContain("New here.")
    for (const [path, marks] of [
      ["fresh", ['class="change added">New page<']],
      ["same", []]
    ] as const) {
      expect([path, (await text(path)).match(/class="change[^"]*">[^<]*</g) ?? []]).toEqual([path, marks])
    }
  })

  it("shows a space as it is typed to those who may edit it, in frames of the same origin only", async () => {
    const { ada, space } = site
    const main = `${base}/preview/${space}/main/`
    const { pages } = await ada.contents.pages(space)
    const { id } = pages.find(({ title }) => title === "Same")!
    const shown = async (headers = cookies) => (await site.ask(`${main}same`, headers)).text()
    const version = async () => (await site.ask(`${main}~/version?page=${id}`, cookies)).text()
    const before = [await shown(), await version()] as const
    expect(before[0]).toContain("Nothing new.")
    expect(before[0]).not.toContain("Preview of change request")
    const text = await ada.liveTexts.open(space, id)
    await text.apply((now) => now.replace("Nothing", "Something"))
    expect(await shown()).toContain("Something new.")
    expect(await version()).not.toBe(before[1])
    await text.close()
    const { headers } = await site.ask(`${main}same`, cookies)
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'self'")
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN")
    const stranger = await site.lectern.asSystem().users.create({ displayName: "Bob", email: "bob@example.com" })
    expect((await site.ask(`${main}same`, await signedIn(stranger.id))).status).toBe(404)
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

  it("finds pages by their titles, without a script too, and beside a page with the path of the search", async () => {
    const action = async () => /<form class="find" role="search" action="([^"]*)"/.exec(await text(""))?.[1] ?? ""
    const results = async (query: string) => {
      const answer = await ask(`${await action()}?q=${query}`.replace(new URL(root).pathname, ""))
      const page = await answer.text()
      expect([answer.status, page.match(/<html/g)?.length]).toEqual([200, 1])
      return Array.from(page.matchAll(/<span class="title">(.*?)<\/span>/g), ([, title = ""]) =>
        title.replaceAll(/<[^>]*>/g, "")
      )
    }
    expect(await results("fre")).toEqual(["Fresh"])
    expect(await results("nowhere")).toEqual([])
    expect(await text(`~/search?q=same&part=1`)).not.toContain("<html")
    const { ada, space } = site
    const page = {
      operation: "insert_page" as const,
      title: "Search",
      slug: "search",
      document: { markdown: "Own.\n" }
    }
    await ada.contentEdits.apply(space, { changes: [page] }, { changeRequest })
    expect(await text("search")).toContain("<p>Own.</p>")
    expect(await action()).toMatch(/~\/search$/)
    expect(await results("fre")).toEqual(["Fresh"])
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
    for (const path of ["", "same", "same?a=b%20c", "~/version"]) {
      expect([path, (await ask(path, others)).status]).toEqual([path, 404])
      const away = await ask(path, {})
      const to = new URL(away.headers.get("location") ?? "", base)
      expect([path, away.status, to.pathname]).toEqual([path, 303, "/login"])
      expect(to.searchParams.get("next")).toBe(`${new URL(root).pathname}${path}`)
    }
    const ended = { cookie: `${sessionName}=lcs_${"s".repeat(43)}` }
    expect((await ask("", ended)).status).toBe(303)
    expect((await site.ask(`${base}/preview/nosuch/1/`, cookies)).status).toBe(404)
    expect((await site.ask(`${root.replace(/1\/$/, "99/")}`, cookies)).status).toBe(404)
  })
})
