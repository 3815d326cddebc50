/** For any site and any visitor, everything that answers visitors agrees on every page and file. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../../storages.js"
import { allIn, type Listed, make, plan, typeset } from "./generatedSites.js"
import { together, visitOf } from "./sights.js"

const outcome = async <A>(call: Promise<A>): Promise<A | string> =>
  call.catch((error: { readonly _tag: string }) => error._tag)

const sorted = (all: Iterable<string>): ReadonlyArray<string> => [...all].sort()
const idsIn = (all: ReadonlyArray<Listed>): ReadonlyArray<string> => sorted(allIn(all).map(({ id }) => id))
const idsOf = (all: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> => sorted(all.map(({ id }) => id))

/** The ids of the spaces in a structure, or in a part of one. */
const spacesOf = (nodes: ReadonlyArray<object>): ReadonlyArray<string> =>
  nodes.flatMap((node) => {
    if ("space" in node) return [(node.space as { readonly id: string }).id]
    const { sections, siteSpaces } = node as { sections?: Array<object>; siteSpaces?: Array<object> }
    return spacesOf(siteSpaces ?? sections ?? [])
  })

describe.each(everyStorage)("all that answers visitors over $name", (storage) => {
  const numRuns = runs(4, storage.name === "memory" ? 1 : 0.25)

  it(
    "agrees on what a visitor sees of sites, pages, files, redirects and specifications",
    {
      timeout: 60_000 + numRuns * 20_000
    },
    () =>
      fc.assert(
        fc.asyncProperty(plan, async (given) => {
          const { lectern, made, organization, places } = await make(storage, given)
          /** PDFs are cached by their look: each gets a look of its own. */
          let pdfCount = 0
          for (const [index, visitor] of given.visitors.entries()) {
            const { brought, isTaken, sights, validOn } = await visitOf({ made, places }, visitor, index)
            const visiting = lectern.asVisitor(brought)

            for (const [at, place] of places.entries()) {
              const { held, id } = place
              const sight = isTaken(place) ? sights[at] : undefined
              const spacesIn = async (call: Promise<ReadonlyArray<object>>) => {
                const found = await outcome(call)
                return typeof found === "string" ? found : sorted(new Set(spacesOf(found)))
              }
              const wanted =
                sight === undefined
                  ? "Unauthenticated"
                  : sorted([...sight.spaces.keys()].map((each) => made[each]!.space))
              const { publishedContents, search, sitePages, siteSections, siteSpaces, siteStructures } = visiting
              const { redirects } = place
              // Each is called when it is awaited: a refusal that nobody waits for yet would be an unhandled rejection.
              const lists = [
                () => publishedContents.get(organization, id).then((got) => got.structure.structure),
                () => siteStructures.get(organization, id).then((got) => got.structure),
                () => siteSpaces.list(organization, id, {}).then((got) => got.items),
                ...(given.sites[at]!.sections.length > 0
                  ? [() => siteSections.list(organization, id, {}).then((got) => got.items)]
                  : [])
              ]
              for (const list of lists) expect(await spacesIn(list())).toEqual(wanted)
              const { grouped, sections } = given.sites[at]!
              if (grouped && sections.length > 1) {
                const groups = visiting.siteSectionGroups.list(organization, id, {}).then((got) => got.items)
                const inGroup = held.filter((each) => each.section === 1 && sight?.held.has(each.id) === true)
                expect(await spacesIn(groups)).toEqual(
                  sight === undefined ? wanted : sorted(new Set(inGroup.map(({ space }) => made[space]!.space)))
                )
              }
              /** Whether a space on the site is visible there, and a page of it if there is one. */
              const isSeen = (siteSpace: string, page: string | undefined): boolean => {
                const on = held.find((each) => each.id === siteSpace)
                if (on === undefined || sight?.held.has(siteSpace) !== true) return false
                return page === undefined || sight.spaces.get(on.space)?.pages.has(page) === true
              }
              for (const { page, path, siteSpace } of redirects) {
                const found = await outcome(sitePages.redirect(organization, id, path))
                if (sight === undefined) expect(found).toBe("Unauthenticated")
                else if (!isSeen(siteSpace, page)) expect(found).toBeUndefined()
                else expect(found).toMatchObject({ siteSpace: { id: siteSpace }, ...(page && { page: { id: page } }) })
              }
              const all = await outcome(sitePages.redirects(organization, id))
              if (typeof all === "string") expect([all, sight]).toEqual(["Unauthenticated", undefined])
              else {
                expect(all.filter((each) => !isSeen(each.siteSpace.id, each.page?.id))).toEqual([])
                const listed = new Set(all.map(({ path }) => path))
                const seen = redirects.filter(({ page, siteSpace }) => isSeen(siteSpace, page)).map(({ path }) => path)
                expect(seen.filter((path) => !listed.has(path))).toEqual([])
                const shownAt = new Map(all.map((each) => [each.siteSpace.path, each.siteSpace.id]))
                for (const [siteSpacePath, siteSpace] of shownAt) {
                  const { formerPath, renamed } = made[held.find((each) => each.id === siteSpace)!.space]!
                  if (formerPath === undefined) continue
                  const path = siteSpacePath === "" ? formerPath : `${siteSpacePath}/${formerPath}`
                  const found = await outcome(sitePages.redirect(organization, id, path))
                  expect(found).toEqual(
                    isSeen(siteSpace, renamed)
                      ? expect.objectContaining({ page: expect.objectContaining({ id: renamed }) })
                      : undefined
                  )
                }
              }
              for (const [space, { pages, space: spaceId }] of made.entries()) {
                for (const { id: page, word } of pages) {
                  if (word === undefined) continue
                  const found = await outcome(search.site(organization, id, { query: `"${word}"` }))
                  if (sight === undefined) expect(found).toBe("Unauthenticated")
                  else {
                    const isShown = sight.spaces.get(space)?.pages.has(page) === true
                    expect(found).toMatchObject({
                      count: Number(isShown),
                      items: isShown ? [{ id: spaceId, pages: [{ id: page }] }] : []
                    })
                  }
                }
              }
              for (const { id: siteSpace, space } of held) {
                const { files, pages } = made[space]!
                const closed = sight === undefined ? "Unauthenticated" : "NotFound"
                const seen = sight?.held.has(siteSpace) === true ? sight.spaces.get(space) : undefined
                const outline = await outcome(sitePages.outline(organization, id, siteSpace))
                expect(typeof outline === "string" ? outline : idsOf(outline.entries)).toEqual(
                  seen === undefined ? closed : sorted(seen.pages)
                )
                const indexed = await outcome(sitePages.indexed(organization, id, siteSpace))
                const searchable = pages.flatMap((page) =>
                  page.word !== undefined && seen?.pages.has(page.id) ? [page.id] : []
                )
                expect(typeof indexed === "string" ? indexed : sorted(indexed.pages.map(({ page }) => page))).toEqual(
                  seen === undefined ? closed : sorted(searchable)
                )
                for (const { id: page } of pages) {
                  const found = await outcome(sitePages.page(organization, id, siteSpace, page))
                  const isShown = seen?.pages.has(page) === true
                  expect(typeof found === "string" ? found : "there").toBe(
                    isShown ? "there" : seen ? "NotFound" : closed
                  )
                  const filled = { operation: 0, values: new URLSearchParams() }
                  const sent = await outcome(sitePages.send(organization, id, siteSpace, page, filled))
                  if (!isShown) expect(sent).toBe(seen ? "NotFound" : closed)
                  if (typeof found === "string") continue
                  expect([...found.files.keys()].every((file) => seen?.files.has(file))).toBe(true)
                }
                for (const file of files) {
                  const found = await outcome(sitePages.file(organization, id, siteSpace, file))
                  const isShown = seen?.files.has(file) === true
                  expect(typeof found === "string" ? found : "there").toBe(
                    isShown ? "there" : seen ? "NotFound" : closed
                  )
                }
              }
            }

            for (const [index, all] of made.entries()) {
              const { space } = all
              const through = sights.flatMap((sight) => sight?.spaces.get(index) ?? [])
              const hasOn = places.some(
                (at) => at === validOn && at.published && at.held.some((each) => each.space === index)
              )
              const seen = together(all, through)
              const { contents, links, pdfs } = visiting
              expect(await outcome(links.list(space, {}))).toBe("Unauthenticated")
              if (through.length === 0 || !(visitor.token === "none" || hasOn)) {
                const calls: ReadonlyArray<() => Promise<unknown>> = [
                  () => contents.pages(space),
                  () => contents.current(space),
                  () => contents.files(space, undefined, {}),
                  () => contents.file(space, all.files[0]!),
                  () => contents.page(space, all.pages[0]!.id),
                  () => pdfs.ofSpace(space, {})
                ]
                for (const call of calls) expect(await outcome(call())).toBe("Unauthenticated")
                continue
              }
              const current = await contents.current(space)
              expect(idsIn((await contents.pages(space)).pages)).toEqual(sorted(seen.pages))
              expect(idsIn(current.pages)).toEqual(sorted(seen.pages))
              expect(idsOf(current.files)).toEqual(sorted(seen.files))
              const files = await contents.files(space, undefined, {})
              expect([files.count, idsOf(files.items)]).toEqual([seen.files.size, sorted(seen.files)])
              typeset.places = []
              await pdfs.ofSpace(space, { subtitle: `PDF ${++pdfCount}` })
              expect(sorted(typeset.places)).toEqual(sorted(seen.pages))
              const isThere = (call: Promise<Listed>, id: string) =>
                outcome(call).then((found) =>
                  typeof found === "string" ? found : found.id === id ? "there" : found.id
                )
              for (const { id, path } of all.pages) {
                const wanted = seen.pages.has(id) ? "there" : "NotFound"
                expect(await isThere(contents.page(space, id), id)).toBe(wanted)
                expect(await isThere(contents.pageByPath(space, path), id)).toBe(wanted)
                const below = await outcome(contents.page(space, id))
                if (typeof below === "object")
                  expect([...seen.pages]).toEqual(expect.arrayContaining([...idsIn([below])]))
              }
              for (const id of all.files) {
                expect(await isThere(contents.file(space, id), id)).toBe(seen.files.has(id) ? "there" : "NotFound")
              }
            }
          }
          await lectern.close()
        }),
        { numRuns, endOnFailure: true }
      )
  )
})
