/**
 * Queries that people type, and their results: in a space, in an organization, and next to spaces that they cannot see.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Ids from "@lectern/core/ids/Ids"
import * as Lectern from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

interface Page {
  readonly title: string
  readonly markdown: string
}

const open = () => Lectern.open({ storage: MemoryStorage.open(), ids: Ids.layerSequence })

const workspace = async (lectern: Lectern.Lectern) => {
  const { id: user } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const as = lectern.as(user)
  const { id: organization } = await as.organizations.create({ title: "Example" })
  const add = async (title: string, pages: ReadonlyArray<Page>) => {
    const { id } = await as.spaces.create(organization, { title })
    for (const { markdown, title } of pages) {
      await as.contentEdits.apply(id, { changes: [{ operation: "insert_page", title, document: { markdown } }] })
    }
    return id
  }
  return { as, user, organization, add }
}

/** A space of some pages, and the titles that a query finds in it. */
const searching = async (pages: ReadonlyArray<Page>) => {
  const lectern = await open()
  const { add, as } = await workspace(lectern)
  const id = await add("Manual", pages)
  const search = async (query: string) => (await as.search.space(id, { query })).items
  return {
    as,
    id,
    search,
    titles: async (query: string) => (await search(query)).map(({ title }) => title),
    close: () => lectern.close()
  }
}

const page = (title: string, ...paragraphs: ReadonlyArray<string>): Page => ({
  title,
  markdown: paragraphs.join("\n\n")
})

describe("words", () => {
  const pages = [
    page("Install", "How to install the program.", "## On Linux", "Unpack it with tar."),
    page("Installing plugins", "Install a plugin, then another plugin; install them all. Install, install, install."),
    page("Errors", "## Code 404", "The page is not there.", "## After publishing", "Wait an error out."),
    page("Limits", "Up to 4,096 files of 10MB since v1.2.3.", "## Web hooks", "A webhook has getUserName."),
    page("Emoji", "Celebrate 🎉 with everybody 👍🏽."),
    page("عربي", "قرأت الكتاب في المكتبة"),
    page("עברית", "קראתי בספר"),
    page("한국어", "서버를 다시 시작합니다"),
    page("ไทย", "วิธีติดตั้งและถอนโปรแกรม"),
    page("Deutsch", "Die Einstellungen sind nicht hier.", "Der Text ist deutsch und das ist gut.")
  ]

  it("find what people mean by them", async () => {
    const { close, search, titles } = await searching(pages)
    const first: ReadonlyArray<readonly [query: string, title: string]> = [
      ["install", "Install"],
      ["install plugin", "Installing plugins"],
      ["error 404 after publishing", "Errors"],
      ["publishing code page", "Errors"],
      ["instal", "Install"],
      ["intsall ", "Install"],
      ["isntaling plugns", "Installing plugins"],
      ["einstelungen ", "Deutsch"],
      ["4096", "Limits"],
      ["4,096 files", "Limits"],
      ["1.2.3", "Limits"],
      ["v1.2", "Limits"],
      ["10 MB", "Limits"],
      ["10mb files", "Limits"],
      ["get user name", "Limits"],
      ["getusername ", "Limits"],
      ["web hook", "Limits"],
      ["webhooks limits", "Limits"],
      ["🎉", "Emoji"],
      ["👍", "Emoji"],
      ["كتاب", "عربي"],
      ["ספר", "עברית"],
      ["서버에서", "한국어"],
      ["ติดตั้งโปรแกรม", "ไทย"]
    ]
    for (const [query, title] of first) expect((await titles(query))[0], query).toBe(title)
    expect(await titles('"not there"')).toEqual(["Errors"])
    expect(await titles('"there not"')).toEqual([])
    expect(await titles('"404" error')).toEqual(["Errors"])
    expect(await titles('"unbalanced install')).toContain("Install")
    expect(await titles("zzzzqqqq")).toEqual([])
    expect((await titles("w")).toSorted()).toEqual(["Emoji", "Errors", "Install", "Limits"])
    expect((await titles("error w"))[0]).toBe("Errors")
    const [errors] = await search("error 404 after publishing")
    expect(errors?.sections.map(({ title }) => title)).toEqual(["After publishing", "Code 404"])
    await close()
  })

  it("of a manual find the page that answers", async () => {
    const folder = join(import.meta.dirname, "../../../../../docs")
    const manual = readdirSync(folder)
      .filter((file) => file.endsWith(".md") && file !== "search.md")
      .map((file) => {
        const markdown = readFileSync(join(folder, file), "utf8")
        return {
          title: /^# (.+)$/m.exec(markdown)?.[1] ?? file,
          markdown: markdown.replace(/^---\n[\s\S]*?\n---\n/, "")
        }
      })
    const { close, titles } = await searching(manual)
    for (const query of ["make page private", "restore deleted page", "error 404 after publishing"]) {
      expect((await titles(query)).length, query).toBeGreaterThan(0)
    }
    await close()
  })

  it("mean the same where the space says so, and nowhere else", async () => {
    const lectern = await open()
    const { add, as, organization } = await workspace(lectern)
    const one = await add("One", [page("Cluster", "Run it on kubernetes."), page("Login", "Sign in once for all.")])
    const two = await add("Two", [page("Other", "Also kubernetes here.")])
    const titles = async (space: SpaceId, query: string) =>
      (await as.search.space(space, { query })).items.map(({ title }) => title)
    expect(await titles(one, "k8s ")).toEqual([])
    const synonyms = [
      ["k8s", "Kubernetes"],
      ["SSO", "sign in once"]
    ]
    const changed = await as.spaces.update(one, { synonyms })
    expect(changed.synonyms).toEqual(synonyms)
    expect((await as.spaces.get(one)).synonyms).toEqual(synonyms)
    expect(await titles(one, "k8s")).toEqual(["Cluster"])
    expect(await titles(one, "sso")).toEqual(["Login"])
    expect(await titles(two, "k8s ")).toEqual([])
    const found = await as.search.organization(organization, { query: "k8s " })
    expect(found.items.map(({ id }) => id)).toEqual([one])
    expect((await as.spaces.update(one, { title: "First" })).synonyms).toEqual(synonyms)
    expect("synonyms" in (await as.spaces.update(one, { synonyms: [] }))).toBe(false)
    expect(await titles(one, "k8s ")).toEqual([])
    await lectern.close()
  })
})

const word = fc.constantFrom(
  "install",
  "instal",
  "server",
  "servers",
  "sever",
  "rate",
  "limit",
  "web",
  "webhook",
  "中文"
)
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "))
const pagesOf = fc.array(fc.record({ title: sentence, markdown: sentence }), { minLength: 1, maxLength: 6 })
const queryOf = fc.array(fc.oneof(word, fc.constantFrom("serber", "lmit", "webhok", '"rate limit"')), {
  minLength: 1,
  maxLength: 3
})

/** Whether a text has a word or another form of it, a longer word or a word that it may be a typo of. */
const isLike = (word: string, text: string): boolean =>
  text.split(" ").some((each) => each.slice(0, 2) === word.slice(0, 2))

describe("laws", () => {
  it("answers are the same with and without a space that the caller cannot see", async () => {
    const answers = async (seen: ReadonlyArray<Page>, hidden: ReadonlyArray<Page>, queries: ReadonlyArray<string>) => {
      const lectern = await open()
      const { add, as, organization } = await workspace(lectern)
      const reader = await lectern.asSystem().users.create({ displayName: "Eve", email: "eve@example.com" })
      await lectern.asSystem().members.add(organization, reader.id, "read")
      const open_ = await add("Open", seen)
      if (hidden.length > 0) {
        const closed = await add("Closed", hidden)
        await as.spaces.update(closed, { defaultLevel: null, synonyms: [["rate", "server"]] })
      }
      const { search } = lectern.as(reader.id)
      const found: Array<unknown> = []
      for (const query of queries) {
        found.push(await search.organization(organization, { query }), await search.space(open_, { query }))
      }
      await lectern.close()
      return JSON.stringify(found)
    }
    await fc.assert(
      fc.asyncProperty(
        pagesOf,
        pagesOf,
        fc.array(queryOf, { minLength: 1, maxLength: 3 }),
        async (seen, hidden, asked) => {
          const queries = asked.map((words) => words.join(" "))
          expect(await answers(seen, hidden, queries)).toBe(await answers(seen, [], queries))
        }
      ),
      { numRuns: runs(5) }
    )
  })

  it("a page whose title is the query is first, then those with all words, then others", {
    timeout: 120_000
  }, async () => {
    const asked = fc.uniqueArray(word, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 6 }), asked, async (texts, words) => {
        const query = words.join(" ")
        const titled = texts.map((markdown, i) => page(`Page${i}`, markdown))
        const { close, titles } = await searching([...titled, page(query, "none")])
        const [first, ...found] = await titles(`${query} `)
        expect(first).toBe(query)
        const complete = texts.flatMap((text, i) =>
          words.every((each) => text.split(" ").includes(each)) ? [`Page${i}`] : []
        )
        const places = complete.map((title) => found.indexOf(title))
        expect(places).not.toContain(-1)
        const partial = texts.flatMap((text, i) => (words.every((each) => isLike(each, text)) ? [] : [`Page${i}`]))
        const others = found.flatMap((title, at) => (partial.includes(title) ? [at] : []))
        expect(Math.max(-1, ...places)).toBeLessThan(Math.min(found.length, ...others))
        await close()
      }),
      { numRuns: runs(5) }
    )
  })
})
