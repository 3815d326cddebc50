/**
 * Imports whose server ends in the middle, in every way: the next one finishes them, once. The tests run in parallel,
 * since a server waits a while before it takes over the unfinished work of another.
 */
import { inCI } from "@lectern/storage-testing/inCI"
import { describe, expect, it } from "vitest"
import { startWebsite, type Website } from "./Website.js"
import { type Answered, type Call, kill, until, type Workplace, withWorkplace } from "./Workplace.js"

const pages = 24

/** Runs a test in a folder of its own, with a site of its own. */
const withWebsite = async (test: (site: Website, place: Workplace) => Promise<void>): Promise<void> => {
  const site = await startWebsite(pages)
  try {
    await withWorkplace((place) => test(site, place))
  } finally {
    site.close()
  }
}

/** Starts an import in the background and returns its path. */
const begin = async (call: Call, into: string, url: string): Promise<string> => {
  const content = { url, source: "website" }
  const { body, status } = await call("POST", `spaces/${into}/content/import`, content, { prefer: "respond-async" })
  expect(status).toBe(202)
  return `imports/${body.id}`
}
const ended = (call: Call, path: string): Promise<Answered> =>
  until(
    async () => (await call("GET", path)).body,
    ({ status }) => status !== "pending" && status !== "running"
  )
/** The import once it has reported that it read so much. */
const told = (call: Call, path: string, read: number): Promise<Answered> =>
  until(
    async () => (await call("GET", path)).body,
    ({ progress }) => progress.read >= read
  )
const staged = ({ rows }: Workplace, path: string): ReadonlyArray<string> =>
  rows<{ id: string }>(
    "select row_json ->> '$.value.id' as id from import_parts where import = ?",
    path.slice("imports/".length)
  ).map(({ id }) => id)

/** Every page of the site is there once, and one revision after the first has them all. */
const expectImported = async (
  { rows }: Workplace,
  call: Call,
  into: string,
  { result, status }: Answered
): Promise<ReadonlyArray<string>> => {
  expect(status).toBe("complete")
  const revisions = rows<{ id: string }>("select id from revisions where line = ? order by sequence", into)
  expect(revisions.length).toBe(2)
  expect(revisions[1]?.id).toBe(result.revision)
  const { body } = await call("GET", `spaces/${into}/content/pages`)
  const all = (among: ReadonlyArray<Answered>): ReadonlyArray<Answered> =>
    among.flatMap((page) => [page, ...all(page.pages ?? [])])
  const found = all(body.pages ?? [])
  const titles = ["Entrance", ...Array.from({ length: pages }, (_, i) => `Page ${i + 1}`)]
  expect(found.map(({ title }) => title).sort()).toEqual(titles.sort())
  expect(rows("select 1 from import_parts")).toEqual([])
  return found.map(({ id }) => id)
}

describe.concurrent("an import whose server is killed", () => {
  it("goes on in the next, with what was read", () =>
    withWebsite(async (site, place) => {
      const first = await place.start()
      const into = await place.space(first.call)
      const path = await begin(first.call, into, site.url)
      site.open(1 + pages / 2)
      const before = await told(first.call, path, pages / 2 - 3)
      expect(before).toMatchObject({ status: "running", progress: { found: pages + 1 } })
      await kill(first)
      const kept = staged(place, path)
      expect(kept.length).toBeGreaterThanOrEqual(before.progress.read)

      const second = await place.start()
      const after = (await second.call("GET", path)).body
      expect(after.status).toBe("running")
      expect(after.progress.read).toBeGreaterThanOrEqual(before.progress.read)
      site.open(Number.POSITIVE_INFINITY)
      const ids = await expectImported(place, second.call, into, await ended(second.call, path))
      expect(ids).toEqual(expect.arrayContaining([...kept]))
    }))

  it.runIf(inCI)("appends once, whenever the end comes", () =>
    withWebsite(async (site, place) => {
      site.open(Number.POSITIVE_INFINITY)
      const first = await place.start()
      const into = await place.space(first.call)
      const path = await begin(first.call, into, site.url)
      await until(
        () => site.answered.length,
        (count) => count === pages + 1
      )
      await kill(first)
      const second = await place.start()
      await expectImported(place, second.call, into, await ended(second.call, path))
    })
  )
})

describe.concurrent("an import whose server stops", () => {
  it("goes on in the next; the stop does not wait for it", () =>
    withWebsite(async (site, place) => {
      const first = await place.start()
      const into = await place.space(first.call)
      const path = await begin(first.call, into, site.url)
      site.open(1 + pages / 2)
      await site.asked(2 + pages / 2)
      expect((await first.stop()).code).toBe(0)
      expect(site.answered).toHaveLength(1 + pages / 2)
      const second = await place.start()
      site.open(Number.POSITIVE_INFINITY)
      await expectImported(place, second.call, into, await ended(second.call, path))
    }))
})

describe.concurrent("an import that is deleted", () => {
  it("stops in the server that runs it, and leaves nothing", () =>
    withWebsite(async (site, place) => {
      const server = await place.startHere()
      const into = await place.space(server.call)
      const path = await begin(server.call, into, site.url)
      site.open(1 + pages / 2)
      await site.asked(2 + pages / 2)
      expect((await server.call("DELETE", path)).status).toBe(204)
      await site.left()
      expect(site.answered.length).toBe(1 + pages / 2)
      expect((await server.call("GET", path)).body.status).toBe("cancelled")
      expect(place.rows("select 1 from revisions where line = ?", into).length).toBe(1)
      expect(place.rows("select 1 from import_parts")).toEqual([])
    }))
})

describe.concurrent("two servers on one workspace", () => {
  it("import once between them, and stop each other's imports", () =>
    withWebsite(async (site, place) => {
      const servers = [await place.start(), await place.startHere()] as const
      const [one, other] = servers
      const into = await place.space(one.call)
      site.open(Number.POSITIVE_INFINITY)
      const path = await begin(one.call, into, site.url)
      await expectImported(place, other.call, into, await ended(other.call, path))
      expect(new Set(site.answered).size).toBe(site.answered.length)
    }))
})
