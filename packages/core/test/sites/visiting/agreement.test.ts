/** Whatever a site is made of and whoever visits it: all that answers visitors agrees on every page. */
import * as Lectern from "@lectern/core/Lectern"
import { PdfRenderer, type PdfRendererService } from "@lectern/core/pdf/PdfRenderer"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer } from "effect"
import { expect, it } from "vitest"
import { signed } from "./tokens.js"

interface Known {
  readonly plan?: string
  readonly beta?: boolean
}

/** Conditions, and for whom each is true. */
const conditions: ReadonlyArray<readonly [text: string, holds: (known: Known) => boolean]> = [
  ["true", () => true],
  ["false", () => false],
  ["visitor.claims.plan == 'pro'", ({ plan }) => plan === "pro"],
  ["visitor.claims.plan != 'pro'", ({ plan }) => plan !== undefined && plan !== "pro"],
  ["'plan' in visitor.claims", ({ plan }) => plan !== undefined],
  ["visitor.claims.unsigned.beta", ({ beta }) => beta === true],
  ["!visitor.claims.unsigned.beta", ({ beta }) => beta === false]
]

const condition = fc.option(fc.nat(conditions.length - 1), { nil: undefined, freq: 2 })
const pages = fc.array(fc.record({ parent: fc.nat(), condition }), { minLength: 1, maxLength: 6 })
const onSite = fc.record({ space: fc.nat(2), section: fc.nat(2), condition })
const site = fc.record({
  visibility: fc.constantFrom(...(["public", "unlisted", "share-link", "visitor-auth"] as const)),
  published: fc.boolean().map((no) => !no),
  sections: fc.array(condition, { maxLength: 2 }),
  grouped: fc.boolean(),
  spaces: fc.array(onSite, { maxLength: 4 })
})
const visitor = fc.record({
  key: fc.constantFrom(...(["none", "good", "inactive", "wrong"] as const)),
  token: fc.constantFrom(...(["none", "good", "other site", "bad"] as const)),
  plan: fc.constantFrom(...([undefined, "pro", "free"] as const)),
  beta: fc.constantFrom(...([undefined, true, false] as const))
})
const plan = fc.record({
  spaces: fc.array(pages, { minLength: 3, maxLength: 3 }),
  sites: fc.array(site, { minLength: 1, maxLength: 2 }),
  visitors: fc.array(visitor, { minLength: 2, maxLength: 4 })
})
type Plan = typeof plan extends fc.Arbitrary<infer A> ? A : never

const holds = (of: number | undefined, known: Known): boolean => of === undefined || conditions[of]![1](known)
const textOf = (of: number | undefined) => (of === undefined ? {} : { condition: conditions[of]![0] })

/** What was set, last: a typesetter that keeps which pages it was given. */
let typeset: ReadonlyArray<string> = []
/** PDFs are kept by how they look: each gets a look of its own. */
let pdfCount = 0
const renderer: PdfRendererService = {
  version: "pages",
  render: ({ pages: given }) =>
    Effect.sync(() => {
      typeset = given.map(({ place }) => place)
      return { bytes: new TextEncoder().encode(typeset.join()), problems: [] }
    })
}

const make = async ({ sites, spaces }: Plan) => {
  const lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    pdf: Layer.succeed(PdfRenderer, renderer)
  })
  const system = lectern.asSystem()
  const { id: admin } = await system.users.create({ displayName: "Ada", email: "ada@example.com" })
  const own = lectern.as(admin)
  const { id: organization } = await own.organizations.create({ title: "Acme" })
  const made = []
  for (const [index, all] of spaces.entries()) {
    const { id: space } = await own.spaces.create(organization, { title: `Space ${index}` })
    const parentOf = all.map(({ parent }, at) => (parent % (at + 1) === at ? undefined : parent % (at + 1)))
    const answer = await own.contentEdits.apply(space, {
      changes: all.map(({ condition: of }, at) => ({
        operation: "insert_page",
        title: `Page ${at}`,
        ref: `p${at}`,
        document: { markdown: `Said here: word${index}x${at}.\n` },
        ...(parentOf[at] !== undefined && { into: `./p${parentOf[at]}` }),
        ...textOf(of)
      }))
    })
    const ids = (await own.contents.current(space)) && answer.changes.map((change) => pageIdOf(change))
    made.push({ space, parentOf, ids, conditions: all.map((page) => page.condition) })
  }
  const places = []
  for (const { grouped, published, sections, spaces: on, visibility } of sites) {
    const { id } = await own.sites.create(organization, { title: "Docs", visibility })
    const sectionIds: Array<string> = []
    const held: Array<{
      readonly space: number
      readonly section: number | undefined
      readonly of: number | undefined
    }> = []
    for (const [index, of] of sections.entries()) {
      const section = await own.siteSections.add(organization, id, {
        spaceId: made[index]!.space,
        title: `Part ${index}`
      })
      await own.siteSections.update(organization, id, section.id, textOf(of))
      sectionIds.push(section.id)
      held.push({ space: index, section: index, of: undefined })
    }
    if (grouped && sectionIds.length > 1) {
      await own.siteSectionGroups.add(organization, id, { title: "Group", sections: [sectionIds[1]!] })
    }
    for (const { condition: of, section, space } of on) {
      const at = sectionIds.length === 0 ? undefined : section % sectionIds.length
      const added = await own.siteSpaces
        .add(organization, id, { spaceId: made[space]!.space, ...(at !== undefined && { sectionId: sectionIds[at] }) })
        .catch(() => undefined)
      if (added === undefined) continue
      await own.siteSpaces.update(organization, id, added.id, textOf(of))
      held.push({ space, section: at, of })
    }
    if (published) await own.sites.publish(organization, id)
    const keyOf = async (active: boolean) => {
      const link = await own.shareLinks.create(organization, id, { name: "" })
      if (!active) await own.shareLinks.update(organization, id, link.id, { active })
      return link.urls.published.split("/").at(-2)!
    }
    const { privateKey } = await own.sitePublishing.auth(organization, id)
    places.push({
      id,
      visibility,
      published,
      sections,
      held,
      privateKey,
      good: await keyOf(true),
      inactive: await keyOf(false)
    })
  }
  return { lectern, organization, made, places }
}

/** The page that a change made. */
const pageIdOf = (change: unknown): string => (change as { readonly page: { readonly id: string } }).page.id

const outcome = async <A>(call: Promise<A>): Promise<A | string> =>
  call.catch((error: { readonly _tag: string }) => error._tag)

interface Listed {
  readonly id: string
  readonly pages?: ReadonlyArray<Listed>
}
const idsIn = (all: ReadonlyArray<Listed>): ReadonlyArray<string> =>
  all.flatMap(({ id, pages: below = [] }) => [id, ...idsIn(below)])

const timeout = 120_000 + runs(4) * 10_000

it("published sites, structures, pages, search and PDFs agree on what a visitor sees", { timeout }, () =>
  fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const { lectern, made, organization, places } = await make(given)
      for (const [index, { beta, key, plan: signedPlan, token }] of given.visitors.entries()) {
        const [place, other = place] = index % 2 === 0 ? places : [...places].reverse()
        const claims = signedPlan === undefined ? {} : { plan: signedPlan }
        const exp = Math.floor(Date.now() / 1000) + 600
        const brought = {
          ...(key !== "none" && { shareKey: key === "wrong" ? "0".repeat(32) : place![key] }),
          ...(token === "good" && { token: await signed(place!.privateKey, { aud: place!.id, exp }, claims) }),
          ...(token === "other site" && { token: await signed(other!.privateKey, { aud: other!.id, exp }, claims) }),
          ...(token === "bad" && { token: await signed("bad", { aud: place!.id, exp }, claims) }),
          ...(beta !== undefined && { unsigned: { beta: String(beta) } })
        }
        const visiting = lectern.asVisitor(brought)
        const validOn = token === "good" ? place : token === "other site" ? other : undefined

        /** What the model says of each site: the pages that it shows, by space; nothing where it lets nobody in. */
        const sights = places.map((at) => {
          const isKnown = validOn === at
          const known = { ...(isKnown && claims), ...(beta !== undefined && { beta }) }
          const opens = {
            public: true,
            unlisted: true,
            "share-link": key === "good" && place === at,
            "visitor-auth": isKnown
          }
          if (!at.published || !opens[at.visibility]) return undefined
          const shown = new Map<number, ReadonlySet<string>>()
          for (const { of, section, space } of at.held) {
            if (!holds(of, known) || (section !== undefined && !holds(at.sections[section], known))) continue
            const { conditions: all, ids, parentOf } = made[space]!
            const seen = (page: number | undefined): boolean =>
              page === undefined || (holds(all[page], known) && seen(parentOf[page]))
            shown.set(space, new Set(ids.filter((_, page) => seen(page))))
          }
          return shown
        })

        for (const [at, { id }] of places.entries()) {
          const isValid = token === "none" || validOn === places[at]
          const sight = isValid ? sights[at] : undefined
          const spacesIn = async (call: Promise<ReadonlyArray<string>>) => {
            const found = await outcome(call)
            return typeof found === "string" ? found : [...new Set(found)].sort()
          }
          const wanted =
            sight === undefined ? "Unauthenticated" : [...sight.keys()].map((space) => made[space]!.space).sort()
          const spacesOf = (nodes: ReadonlyArray<object>): ReadonlyArray<string> =>
            nodes.flatMap((node) => {
              if ("space" in node) return [(node.space as { readonly id: string }).id]
              const { sections, siteSpaces } = node as { sections?: Array<object>; siteSpaces?: Array<object> }
              return spacesOf(siteSpaces ?? sections ?? [])
            })
          const { publishedContents, siteSections, siteSpaces, siteStructures, search } = visiting
          const sectioned = given.sites[at]!.sections.length > 0
          expect(
            await spacesIn(publishedContents.get(organization, id).then((got) => spacesOf(got.structure.structure)))
          ).toEqual(wanted)
          expect(await spacesIn(siteStructures.get(organization, id).then((got) => spacesOf(got.structure)))).toEqual(
            wanted
          )
          expect(await spacesIn(siteSpaces.list(organization, id, {}).then((got) => spacesOf(got.items)))).toEqual(
            wanted
          )
          if (sectioned) {
            expect(await spacesIn(siteSections.list(organization, id, {}).then((got) => spacesOf(got.items)))).toEqual(
              wanted
            )
          }
          for (const [space, { ids }] of made.entries()) {
            for (const [page, pageId] of ids.entries()) {
              const found = await outcome(search.site(organization, id, { query: `"word${space}x${page}"` }))
              if (sight === undefined) expect(found).toBe("Unauthenticated")
              else {
                const isShown = sight.get(space)?.has(pageId) === true
                expect(found).toMatchObject({
                  count: Number(isShown),
                  items: isShown ? [{ id: made[space]!.space, pages: [{ id: pageId }] }] : []
                })
              }
            }
          }
        }

        for (const [index, { ids, space }] of made.entries()) {
          const through = sights.flatMap((sight) => sight?.get(index) ?? [])
          const hasOn = places.some(
            (at) => at === validOn && at.published && at.held.some((each) => each.space === index)
          )
          const isOpen = through.length > 0 && (token === "none" || hasOn)
          const shown = ids.filter((id) => through.some((seen) => seen.has(id)))
          const sorted = (all: ReadonlyArray<string>) => all.toSorted()
          const { contents, links, pdfs } = visiting
          if (!isOpen) {
            const calls: ReadonlyArray<() => Promise<unknown>> = [
              () => contents.pages(space),
              () => contents.current(space),
              () => contents.files(space, undefined, {}),
              () => contents.page(space, ids[0]!),
              () => pdfs.ofSpace(space, {})
            ]
            for (const call of calls) expect(await outcome(call())).toBe("Unauthenticated")
          } else {
            expect(sorted(idsIn((await contents.pages(space)).pages as ReadonlyArray<Listed>))).toEqual(sorted(shown))
            expect(sorted(idsIn((await contents.current(space)).pages as ReadonlyArray<Listed>))).toEqual(sorted(shown))
            typeset = []
            await pdfs.ofSpace(space, { subtitle: `PDF ${++pdfCount}` })
            expect(sorted(typeset)).toEqual(sorted(shown))
            const paths = new Map((await lectern.asSystem().contents.pages(space)).pages.flatMap(pathsIn))
            for (const id of ids) {
              const wanted = shown.includes(id) ? "there" : "NotFound"
              const isThere = (call: Promise<Listed>) =>
                outcome(call).then((found) =>
                  typeof found === "string" ? found : found.id === id ? "there" : found.id
                )
              expect(await isThere(contents.page(space, id))).toBe(wanted)
              expect(await isThere(contents.pageByPath(space, paths.get(id)!))).toBe(wanted)
              const below = await outcome(contents.page(space, id))
              if (typeof below === "object")
                expect(shown).toEqual(expect.arrayContaining([...idsIn([below as Listed])]))
            }
          }
          expect(await outcome(links.list(space, {}))).toBe("Unauthenticated")
        }
      }
      await lectern.close()
    }),
    { numRuns: runs(4), endOnFailure: true }
  )
)

const pathsIn = (page: object): ReadonlyArray<readonly [string, string]> => {
  const { id, pages: below = [], path } = page as Listed & { readonly path: string }
  return [[id, path], ...below.flatMap(pathsIn)]
}
