/**
 * Reads of search and links between any writes, while the index is brought up to date in the background: each is what
 * reading every text would find at that moment.
 */
import { visitor } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import { type Page, PageId } from "@lectern/core/content/Page"
import type { RevisionId } from "@lectern/core/content/RevisionId"
import { Files } from "@lectern/core/files/Files"
import { Links } from "@lectern/core/links/Links"
import { SitePages } from "@lectern/core/publishing/site-reading/SitePages"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { Search } from "@lectern/core/search/Search"
import type { SearchPageResult } from "@lectern/core/search/SearchResult"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { references } from "@lectern/core/text/markdown/ReferenceSearch"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Either, FastCheck as fc, Layer, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage, inPieces } from "../../storages.js"
import { as, damages, organization, workspace } from "../../workspace.js"

/** None is another one with a typo. */
const words = ["aardvark", "bicycle", "chestnut", "dolphin"]
const word = fc.constantFrom(...words)
/** Which page, of all that ever existed. */
const others = fc.nat(4)

/** The readers of search and links, each of which must first settle what it reads. */
const readers = ["space", "organization", "site", "site index", "links", "backlinks", "files", "check"] as const

const anyStep = fc.record({
  write: fc.constantFrom(
    ...(["insert", "insert", "write", "write", "write", "rename", "hide", "hide", "delete"] as const),
    ...(["merge", "rollback", "restore", "folder", "copy", "pause", "pause"] as const)
  ),
  page: others,
  word,
  to: others,
  file: fc.constantFrom(true, true, false),
  /** In milliseconds. */
  pause: fc.constantFrom(400, 1_200, 11_000),
  read: fc.constantFrom(undefined, ...readers, "files" as const, "files" as const)
})

type Step = typeof anyStep extends fc.Arbitrary<infer A> ? A : never

const flat = (pages: ReadonlyArray<Page>): ReadonlyArray<Page> =>
  pages.flatMap((page) => [page, ...("pages" in page ? flat(page.pages) : [])])

/** A page as it is read. */
interface ReadPage {
  readonly id: PageId
  readonly path: string
  readonly title: string
  readonly markdown: string
  readonly isHidden: boolean
}

const idsOf = (pages: ReadonlyArray<SearchPageResult>) => pages.map(({ id }) => id).toSorted()

const world = Effect.gen(function* () {
  const { admin, id: org } = yield* organization()
  const own = as(admin)
  const anybody = as(visitor())
  const [spaces, contents, edits, sync] = [yield* Spaces, yield* Contents, yield* ContentEdits, yield* ContentSync]
  const [requests, revisions, search, links] = [yield* ChangeRequests, yield* Revisions, yield* Search, yield* Links]
  const [sites, sitePages] = [yield* Sites, yield* SitePages]
  const space = (yield* own(spaces.create(org, { title: "Main" }))).id
  // It has the words too, and must never be mistaken for the other one.
  const second = (yield* own(spaces.create(org, { title: "Second" }))).id
  const file = (yield* own((yield* Files).upload(space, { name: "a.txt", bytes: new Uint8Array([97]) }))).id
  const site = (yield* own(sites.create(org, { title: "Site", spaces: [space] }))).id
  yield* own(sites.publish(org, site))
  const [shown] = (yield* own((yield* SiteSpaces).list(org, site, {}))).items

  const known: Array<PageId> = []
  let hidden: ReadonlySet<string> = new Set()
  let isOnSite = true
  let hasFile = true
  /** Revisions to go back to, and what was hidden and there in each. */
  const earlier: Array<{ revision: RevisionId; hidden: ReadonlySet<string>; hasFile: boolean }> = []

  const pages = Effect.gen(function* () {
    const found: Array<ReadPage> = []
    for (const { id, title } of flat((yield* own(contents.pages(space))).pages)) {
      const page = yield* own(contents.page(space, id))
      const markdown = "markdown" in page ? (page.markdown ?? "") : ""
      const path = "path" in page ? page.path : ""
      found.push({ id, path, title, markdown, isHidden: hidden.has(id) })
    }
    return found
  })
  const nth = (n: number): PageId => known[n % Math.max(1, known.length)] ?? PageId.make(`none-${n}`)

  const textOf = ({ file: shows, to, word }: Step): string =>
    [`Some ${word}.`, `[to](/pages/${nth(to)})`, ...(shows ? [`[file](/files/${file})`] : [])].join("\n\n")

  const write = Effect.fnUntraced(function* (each: Step) {
    const page = nth(each.page)
    const document = { markdown: textOf(each) }
    const apply = (change: ContentChange, changeRequest?: Parameters<typeof requests.merge>[1]) =>
      own(edits.apply(space, { changes: [change] }, changeRequest === undefined ? {} : { changeRequest }))
    const main = (change: ContentChange, hiddenThen = hidden) =>
      Effect.tap(apply(change), ({ revision }) => {
        hidden = hiddenThen
        earlier.push({ revision, hidden, hasFile })
      })
    switch (each.write) {
      case "insert":
        return yield* main({ operation: "insert_page", title: `Page ${each.word}`, document })
      case "write":
        return yield* main({ operation: "update_page", page, document })
      case "rename":
        return yield* main({ operation: "update_page", page, title: `Now ${each.word}` })
      case "hide": {
        const hides = !hidden.has(page)
        return yield* main(
          { operation: "update_page", page, condition: hides ? "visitor.claims.staff" : null },
          new Set(hides ? [...hidden, page] : [...hidden].filter((id) => id !== page))
        )
      }
      case "delete":
        return yield* main({ operation: "delete_page", page })
      case "merge": {
        const request = (yield* own(requests.create(space, {}))).id
        yield* apply({ operation: "insert_page", title: "Proposed", document }, request)
        yield* apply({ operation: "update_page", page, document }, request)
        return yield* own(requests.merge(space, request))
      }
      case "rollback": {
        const to = earlier[each.to % Math.max(1, earlier.length)]
        if (to === undefined) return undefined
        yield* own(revisions.rollback(space, to.revision))
        hidden = to.hidden
        hasFile = to.hasFile
        return undefined
      }
      case "restore":
        yield* own(spaces.remove(space))
        isOnSite = false
        return yield* own(spaces.restore(space))
      case "folder": {
        if (hidden.size > 0) return undefined
        hasFile = false
        const one = { key: "one.md", type: "document" as const, title: "One", markdown: `# One\n\n${each.word}\n` }
        const two = { key: "two.md", type: "document" as const, title: "Two", markdown: "# Two\n\n[one](one.md)\n" }
        const tree = [one, two].map((page) => ({ ...page, pages: [] }))
        return yield* own(
          sync.apply(space, { pages: tree, files: [], reusableContents: [], variables: {}, redirects: {} })
        )
      }
      case "copy": {
        yield* own(spaces.remove((yield* own(spaces.duplicate(space))).id))
        return yield* own(
          edits.apply(second, { changes: [{ operation: "insert_page", title: each.word, document: { markdown: "" } }] })
        )
      }
      case "pause":
        return yield* TestClock.adjust(each.pause)
    }
  })

  const read = Effect.fnUntraced(function* (reader: (typeof readers)[number], query: string) {
    const all = yield* pages
    const having = all.filter(({ markdown, path, title }) => `${path} ${title} ${markdown}`.includes(query))
    const open = having.filter(({ isHidden }) => !isHidden)
    const ids = (some: ReadonlyArray<ReadPage>) => some.map(({ id }) => id).toSorted()
    const to = (target: string) => all.filter(({ markdown }) => markdown.includes(`(${target})`))
    switch (reader) {
      case "space": {
        const { items } = yield* own(search.space(space, { query: `${query} `, limit: 1000 }))
        return expect(idsOf(items)).toEqual(ids(having))
      }
      case "organization": {
        const { items } = yield* own(search.organization(org, { query: `${query} `, limit: 1000 }))
        const found = items.filter(({ id }) => id === space).flatMap(({ pages }) => pages)
        return expect(idsOf(found)).toEqual(ids(having))
      }
      case "site": {
        const { items } = yield* anybody(search.site(org, site, { query: `${query} `, limit: 1000 }))
        return expect(idsOf(items.flatMap(({ pages }) => pages))).toEqual(isOnSite ? ids(open) : [])
      }
      case "site index": {
        if (!isOnSite) return
        const found = yield* anybody(sitePages.indexed(org, site, shown!.id))
        const texts = found.pages.map(({ documents }) =>
          documents.map(({ heading, path, text }) => `${path} ${heading} ${text}`)
        )
        const matching = texts.filter((text) => text.join(" ").includes(query))
        expect(found.pages.map(({ page }) => page).toSorted()).toEqual(ids(all.filter(({ isHidden }) => !isHidden)))
        return expect(matching.length).toBe(open.length)
      }
      case "links": {
        const { items } = yield* own(links.list(space, { limit: 1000 }))
        const there = new Set<string>([...all.map(({ id }) => `/pages/${id}`), ...(hasFile ? [`/files/${file}`] : [])])
        const wanted = all.flatMap(({ markdown }) =>
          references(markdown).map(({ destination }) => (there.has(destination) ? "ok" : "broken"))
        )
        return expect(items.map(({ status }) => status).toSorted()).toEqual(wanted.toSorted())
      }
      case "backlinks": {
        const [target] = all
        if (target === undefined) return
        const { items } = yield* own(links.toPage(space, target.id, { limit: 1000 }))
        const found = items.map((place) => (place.kind === "page" ? place.page.id : "")).toSorted()
        return expect(found).toEqual(ids(to(`/pages/${target.id}`)))
      }
      case "files": {
        if (!isOnSite || !hasFile) return
        const asked = yield* Effect.either(anybody(sitePages.file(org, site, shown!.id, file)))
        const users = to(`/files/${file}`)
        return expect(Either.isRight(asked)).toBe(users.length === 0 || users.some(({ isHidden }) => !isHidden))
      }
      case "check":
        return expect(yield* damages).toEqual([])
    }
  })

  return {
    read,
    step: Effect.fnUntraced(function* (each: Step) {
      // A write that the state forbids is refused, and is none.
      yield* Effect.either(write(each))
      for (const { id } of yield* pages) if (!known.includes(id)) known.push(id)
      if (each.read !== undefined) yield* read(each.read, each.word)
    })
  }
})

const same = { page: 0, word: "aardvark", to: 0, file: true, pause: 400 }

/** A file on a hidden page, and then on another one too: random steps seldom come to that. */
const shownAgain: ReadonlyArray<Step> = [
  { ...same, write: "insert", read: undefined },
  { ...same, write: "hide", read: "files" },
  { ...same, write: "insert", read: "files" }
]

describe.each([...everyStorage, inPieces(everyStorage[0]!)])("search and links, $name", (storage) => {
  it("are at any moment what reading every text would find", { timeout: 60_000 + runs(10) * 5_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 20, size: "max" }), (steps) =>
        Effect.gen(function* () {
          const made = yield* world
          for (const each of steps) yield* made.step(each)
          for (const [i, reader] of readers.entries()) yield* made.read(reader, words[i % words.length]!)
        }).pipe(Effect.provide(Layer.provideMerge(workspace(storage), TestContext.TestContext)), Effect.runPromise)
      ),
      { numRuns: runs(24, storage.name === "memory" ? 1 : 0.2), examples: [[[...shownAgain]]] }
    )
  )
})
