/** The text of all pages of a site that depends on its reader: sent page by page, and made for two readers at a time. */
import { Actor, visitor } from "@lectern/core/access/Actor"
import { tags } from "@lectern/core/internal/engine/Services"
import { runHere } from "@lectern/core/workers/Workers"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { plainPath } from "../src/site/Generated.js"
import { lists, mostWhole, streamedPages, type Whole } from "../src/site/MachineLists.js"
import { makeSite, type TestSite } from "./support/site.js"

const pageCount = 40

let site: TestSite
beforeAll(async () => {
  const pages = Array.from({ length: pageCount }, (_, at): [string, string] => [
    `page-${String(at).padStart(2, "0")}.md`,
    `# Page ${at}\n\n${"A zebra. ".repeat(200)}\n`
  ])
  site = await makeSite({ "README.md": "# Welcome\n\nFor all.\n", ...Object.fromEntries(pages) })
})
afterAll(() => site.lectern.close())

/** The cookie of a reader with claims, for whom answers are made alone. */
const cookieWithClaims = async () =>
  ((await site.ask("/?visitor.beta=true")).headers.get("set-cookie") ?? "").split(";")[0] ?? ""

it("is the text that everybody gets, in as many pieces as there are pages", async () => {
  const shared = await site.ask("/llms-full.txt")
  expect(shared.headers.get("etag")).not.toBeNull()
  const claims = await site.ask("/llms-full.txt", { cookie: await cookieWithClaims() })
  expect([claims.status, claims.headers.get("cache-control"), claims.headers.get("content-length")]).toEqual([
    200,
    "private, no-store",
    null
  ])
  const pieces: Array<string> = []
  const decoder = new TextDecoder()
  for await (const piece of claims.body ?? []) pieces.push(decoder.decode(piece, { stream: true }))
  expect(pieces).toHaveLength(pageCount + 1)
  expect(pieces.join("")).toBe(await shared.text())
  const head = await site.ask("/llms-full.txt", { cookie: await cookieWithClaims() }, "HEAD")
  expect([head.status, await head.text()]).toEqual([200, ""])
})

it("is sent page by page from the first page with a condition in its text", async () => {
  const pages = Array.from({ length: 5 }, (_, at): [string, string] => [`page-${at}.md`, `# Page ${at}\n\nText.\n`])
  const beta = "{% if visitor.claims.unsigned.beta %}\nNew.\n{% endif %}\n"
  const conditional = await makeSite({
    "README.md": "# Welcome\n\nFor all.\n",
    ...Object.fromEntries(pages),
    "page-2.md": `# Page 2\n\n${beta}`
  })
  const piecesFor = async (headers: Record<string, string>) => {
    const answer = await conditional.ask("/llms-full.txt", headers)
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    const pieces: Array<string> = []
    const decoder = new TextDecoder()
    for await (const piece of answer.body ?? []) pieces.push(decoder.decode(piece, { stream: true }))
    return pieces
  }
  const cookie = ((await conditional.ask("/?visitor.beta=true")).headers.get("set-cookie") ?? "").split(";")[0] ?? ""
  const [forAll, forOne] = [await piecesFor({}), await piecesFor({ cookie })]
  expect([forAll.length, forOne.length]).toEqual([6, 6])
  expect([forAll.join("").includes("New."), forOne.join("").includes("New.")]).toEqual([false, true])
  expect(forAll.map((piece) => /^# .*/m.exec(piece)?.[0])).toEqual([
    "# Welcome",
    ...pages.map((_, at) => `# Page ${at}`)
  ])
  await conditional.lectern.close()
})

it("is read no further than a reader has taken it, and slow readers hold up nobody", async () => {
  const cookie = await cookieWithClaims()
  const readers = await Promise.all(
    Array.from({ length: 3 * mostWhole }, async () => (await site.ask("/llms-full.txt", { cookie })).body?.getReader())
  )
  for (const reader of readers) expect((await reader?.read())?.done).toBe(false)
  const whole = await site.text("/llms-full.txt", { cookie })
  expect(whole.match(/^# /gm)).toHaveLength(pageCount + 1)
  for (const reader of readers) await reader?.cancel()
})

/** The whole site, whose pages take a few turns to be read, and the most pages that were read at the same time. */
const counting = async () => {
  const { lectern, organization, site: id } = site
  const { readSite, spaces } = await lectern.runtime.runPromise(
    Effect.gen(function* () {
      const pages = yield* tags.sitePages
      const readSite = yield* pages.site(organization, id)
      const siteSpaces = readSite.sections.flatMap((section) => section.siteSpaces)
      const spaces = yield* Effect.forEach(siteSpaces, (siteSpace) =>
        Effect.map(pages.outline(organization, id, siteSpace.id), (outline) => ({ siteSpace, outline }))
      )
      return { readSite, spaces }
    }).pipe(Effect.provideService(Actor, visitor({})))
  )
  const count = { now: 0, most: 0 }
  const read = () =>
    Effect.gen(function* () {
      count.most = Math.max(count.most, ++count.now)
      for (let turns = 0; turns < 3; turns++) yield* Effect.yieldNow()
      count.now--
      return { markdown: "A page.\n", files: new Map(), nodes: [], operations: [], isConditional: false }
    })
  const whole: Whole = {
    ...{ compute: runHere, icon: () => undefined, root: "/", site: readSite, spaces, generated: plainPath, read }
  }
  return { count, whole }
}

it("is read for two answers at a time, streamed or not", async () => {
  for (const drain of [
    (whole: Whole) =>
      Effect.flatMap(streamedPages(whole), ({ chunks }) =>
        Effect.promise(async () => {
          for await (const _ of chunks);
        })
      ),
    (whole: Whole) => lists["llms-full.txt"].of(whole)
  ]) {
    const { count, whole } = await counting()
    const all = Effect.all(Array<ReturnType<typeof drain>>(5 * mostWhole).fill(drain(whole)), {
      concurrency: "unbounded"
    })
    await Effect.runPromise(Effect.provideService(all, Actor, visitor({})))
    expect(count).toEqual({ now: 0, most: mostWhole })
  }
})
