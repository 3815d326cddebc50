/** The pages at every address that an answer calls `urls.app`: for whoever may see the object, and nobody else. */
import * as Lectern from "@lectern/core/Lectern"
import * as LecternHttp from "@lectern/http/LecternHttp"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, expect, it } from "vitest"
import { consoleOf } from "../support/consoleOf.js"

const origin = "https://docs.example"
const password = "correct horse battery staple"
const passwords = Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
const formToken = "0123456789abcdef0123456789abcdef"

let lectern: Lectern.Lectern
let fetch: ReturnType<typeof LecternHttp.fetchHandler>
beforeAll(async () => {
  lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: origin, passwords })
  fetch = LecternHttp.fetchHandler(lectern, await consoleOf(lectern, origin))
})
afterAll(() => lectern.close())

const post = (path: string, fields: Record<string, string>) =>
  fetch(
    new Request(`${origin}${path}`, {
      method: "POST",
      headers: { origin, cookie: `__Host-lectern-form=${formToken}` },
      body: new URLSearchParams({ token: formToken, ...fields })
    })
  )

/** A new person, and how their browser opens an address. */
const person = async (name: string) => {
  const { accounts, users } = lectern.asSystem()
  const email = `${name}@example.com`
  const { id } = await users.create({ displayName: name, email })
  const { url } = await accounts.createLink(id, { administrator: false })
  await post(new URL(url).pathname, { password })
  const session = await post("/login", { email, password })
  const cookie = session.headers.get("set-cookie")?.split(";")[0] ?? ""
  return { id, opens: (url: string) => fetch(new Request(url, { headers: { cookie } })) }
}

/** Every `urls.app` in an answer, with the title or subject beside it. */
const appUrls = (answer: unknown): ReadonlyArray<readonly [url: string, title: string]> => {
  if (typeof answer !== "object" || answer === null) return []
  const { subject, title, urls } = answer as Record<string, unknown>
  const own =
    typeof urls === "object" && urls !== null && "app" in urls
      ? [[String(urls.app), String(title ?? subject)] as const]
      : []
  return [...own, ...Object.values(answer).flatMap(appUrls)]
}

it("an address in an answer opens a page about its object for those who may see it, and tells others nothing", async () => {
  const [ada, eve] = [await person("ada"), await person("eve")]
  const as = lectern.as(ada.id)
  const organization = await as.organizations.create({ title: "An <organization>" })
  const collection = await as.collections.create(organization.id, { title: "A collection" })
  const space = await as.spaces.create(organization.id, { title: "A space", parent: collection.id })
  const changes = [
    { operation: "insert_page", title: "A page & more", slug: "größe", document: { markdown: "Findable." }, ref: "a" },
    { operation: "insert_page", title: "Below", into: "./a" as never }
  ] as const
  await as.contentEdits.apply(space.id, { changes })
  const request = await as.changeRequests.create(space.id, { subject: "A request" })
  const site = await as.sites.create(organization.id, { title: "A site" })
  await as.siteSpaces.add(organization.id, site.id, { spaceId: space.id })
  await as.sites.publish(organization.id, site.id)
  const answers = [
    await as.organizations.list({}),
    await as.collections.list(organization.id, {}),
    await as.spaces.list(organization.id, {}),
    await as.contents.current(space.id),
    request,
    await as.sites.list(organization.id, {}),
    await as.search.organization(organization.id, { query: "findable" })
  ]
  const found = answers.map(appUrls)
  expect(found.map((urls) => urls.length > 0)).toEqual(answers.map(() => true))
  for (const [url, title] of found.flat()) {
    const seen = await ada.opens(url)
    expect([url, seen.status]).toEqual([url, 200])
    const html = await seen.text()
    if (title !== "undefined")
      expect(html).toContain(`<h1>${title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}</h1>`)
    const stranger = await eve.opens(url)
    expect([url, stranger.status]).toEqual([url, 404])
    const nobody = await fetch(new Request(url))
    const path = encodeURIComponent(url.slice(origin.length))
    expect([nobody.status, nobody.headers.get("location")]).toEqual([303, `${origin}/login?next=${path}`])
  }
  const published = await (await ada.opens(`${origin}/app/s/${space.id}/gr%C3%B6%C3%9Fe`)).text()
  expect(published).toContain(`/sites/${site.id}/gr%C3%B6%C3%9Fe/`)
  for (const absent of [
    "/app/s/unknown",
    "/app/o/unknown",
    "/app/s/%zz",
    `/app/s/${space.id}/%zz`,
    `/app/s/${space.id}/none`
  ]) {
    expect([absent, (await ada.opens(`${origin}${absent}`)).status]).toEqual([absent, 404])
  }
})
