/** For any site and any visitor, its pages and its API show exactly the content of the model. */
import { fetchHandler as api } from "@lectern/http/LecternHttp"
import { fetchHandler } from "@lectern/reader/Reader"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { make, plan } from "../../core/test/publishing/sites/visiting/generatedSites.js"
import { together, visitOf } from "../../core/test/publishing/sites/visiting/sights.js"
import { storages } from "../../core/test/storages.js"

const base = "http://localhost:4000"

const sorted = (all: Iterable<string>): ReadonlyArray<string> => [...new Set(all)].sort()
const wordsIn = (text: string): ReadonlyArray<string> => sorted(text.match(/word\dx\d/g) ?? [])

it("pages of sites and answers of the API agree on what a visitor sees", { timeout: 120_000 + runs(1) * 20_000 }, () =>
  fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const world = await make(storages[0]!, given)
      const { lectern, made, organization, places } = world
      const reader = fetchHandler(lectern, { baseUrl: base })
      const answers = api(lectern, {})
      const allIds = made.flatMap(({ files, pages }) => [...files, ...pages.map(({ id }) => id)])
      for (const [index, visitor] of given.visitors.entries()) {
        const { brought, isTaken, sights, validOn } = await visitOf(world, visitor, index)
        const { token, ...kept } = brought
        const sent = token === undefined ? {} : { "x-visitor-token": token }
        const cookie = `lectern_visitor=${Buffer.from(JSON.stringify(kept)).toString("base64url")}`

        for (const [at, place] of places.entries()) {
          const sight = sights[at]
          const read = async (path: string) => {
            const answer = await reader(
              new Request(`${base}/sites/${place.id}/${path}`, { headers: { ...sent, cookie } })
            )
            return { status: answer.status, text: await answer.text() }
          }
          const shown = [...(sight?.spaces ?? [])].flatMap(([space, { pages }]) =>
            made[space]!.pages.filter(({ id }) => pages.has(id))
          )
          const words = sorted(shown.flatMap(({ word }) => word ?? []))
          const whole = await read("llms-full.txt")
          expect([whole.status, wordsIn(whole.text)]).toEqual([sight === undefined ? 404 : 200, words])
          const found = [
            await read("search?q=said&part=1"),
            await read("llms.txt"),
            await read("sitemap.xml"),
            await read("")
          ]
          for (const { text } of found) expect(words).toEqual(expect.arrayContaining([...wordsIn(text)]))
          for (const { id, space } of place.held) {
            const seen = sight?.held.has(id) === true ? sight.spaces.get(space) : undefined
            for (const file of made[space]!.files) {
              const { status } = await read(`~/files/${id}/${file}/0/a.txt`)
              expect([file, status]).toEqual([file, seen?.files.has(file) === true ? 200 : 404])
            }
          }
        }

        /** The pages and files in an answer of the API. */
        const ask = async (path: string) => {
          const url = new URL(`${base}/v1${path}`)
          if (brought.shareKey !== undefined) url.searchParams.set("shareKey", brought.shareKey)
          if (brought.unsigned !== undefined) url.searchParams.set("visitor.beta", brought.unsigned.beta)
          const answer = await answers(new Request(url, { headers: sent }))
          const text = await answer.text()
          if (answer.status !== 401 && Object.keys(brought).length > 0) {
            expect([path, answer.headers.get("cache-control")]).toEqual([path, "private, no-store"])
          }
          return { status: answer.status, ids: allIds.filter((id) => text.includes(id)) }
        }
        for (const [at, place] of places.entries()) {
          const sight = isTaken(place) ? sights[at] : undefined
          const site = `/orgs/${organization}/sites/${place.id}`
          const shown = [...(sight?.spaces.values() ?? [])].flatMap(({ pages }) => [...pages])
          for (const path of [`${site}/published`, `${site}/structure`, `${site}/search?query=said`]) {
            const { ids, status } = await ask(path)
            expect([path, status]).toEqual([path, sight === undefined ? 401 : 200])
            expect(shown).toEqual(expect.arrayContaining(ids))
          }
        }
        for (const [index, all] of made.entries()) {
          const through = sights.flatMap((sight) => sight?.spaces.get(index) ?? [])
          const hasOn = places.some(
            (place) => place === validOn && place.published && place.held.some(({ space }) => space === index)
          )
          const isOpen = through.length > 0 && (visitor.token === "none" || hasOn)
          const seen = together(all, isOpen ? through : [])
          const content = `/spaces/${all.space}/content`
          const lists = { [`${content}/pages`]: seen.pages, [`${content}/files`]: isOpen ? seen.files : [] }
          for (const [path, wanted] of Object.entries(lists)) {
            expect([path, await ask(path)]).toEqual([
              path,
              { status: isOpen ? 200 : 401, ids: allIds.filter((id) => [...wanted].includes(id)) }
            ])
          }
          for (const { id } of all.pages) {
            const { ids, status } = await ask(`${content}/page/${id}`)
            expect([id, status]).toEqual([id, !isOpen ? 401 : seen.pages.has(id) ? 200 : 404])
            expect([...seen.pages, ...seen.files]).toEqual(expect.arrayContaining(ids))
          }
        }
      }
      await lectern.close()
    }),
    { numRuns: runs(1), endOnFailure: true }
  )
)
