/** Calls that read or write thousands of pages: others are answered meanwhile. */
import { readFileSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { type Lectern, open } from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/http/LecternHttp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { storages } from "../../../../core/test/storages.js"

const sectionSize = 1_000
const sections = 10
/**
 * How long the thread that answers may work without a break, in milliseconds: a few turns, and a collection of young
 * garbage, which copies up to 16 MB that are still in use. The whole call works for some hundred.
 */
const longest = 50
/** The first rounds load and compile, and another program may disturb one. */
const rounds = 6

/** How long this thread has worked, in milliseconds: on Linux without the other load of the machine. */
const worked = (): number =>
  process.platform === "linux"
    ? Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6
    : performance.now()

interface TestPage {
  readonly key: string
  readonly type: "document"
  readonly title: string
  readonly markdown: string
  readonly pages: ReadonlyArray<TestPage>
}

const page = (index: number, pages: ReadonlyArray<TestPage> = []): TestPage => ({
  key: `${index}.md`,
  type: "document",
  title: `Page ${index}`,
  markdown: `Text ${index}.\n`,
  pages
})
const section = (first: number): TestPage =>
  page(
    first,
    Array.from({ length: sectionSize - 1 }, (_, index) => page(first + 1 + index))
  )
const all = Array.from({ length: sections }, (_, index) => section(index * sectionSize))
/** A section at the root, and all others below one page. */
const tree = [section(0), page(sections * sectionSize, all.slice(1))]

describe.each(storages)("a call over $name", ({ layer }) => {
  let lectern: Lectern
  let space = ""
  let moved = ""
  let ask: (path: string, body?: unknown) => Promise<Response>

  beforeAll(async () => {
    lectern = await open({ storage: { layer } })
    const system = lectern.asSystem()
    const ada = await system.users.create({ displayName: "Ada", email: "ada@example.com" })
    const { token } = await system.apiTokens.create(ada.id, { label: "tests" })
    const { contentSync, contents, organizations, spaces } = lectern.as(ada.id)
    const made = await spaces.create((await organizations.create({ title: "Example" })).id, {})
    await contentSync.apply(made.id, { pages: tree, files: [], reusableContents: [], variables: {}, redirects: {} })
    const answer = fetchHandler(lectern)
    space = `/v1/spaces/${made.id}/content`
    moved = (await contents.pageByPath(made.id, "page-0")).id
    ask = (path, body) =>
      answer(
        new Request(`http://lectern.test${path}`, {
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
        })
      )
  }, 120_000)
  afterAll(() => lectern.close())

  /** The number of bytes of an answer, which are taken as they come: to join them would hold up others as well. */
  const lengthOf = async ({ body }: Response): Promise<number> => {
    let length = 0
    for await (const chunk of body ?? []) length += chunk.length
    return length
  }

  /**
   * The longest that a call kept the thread without a turn of the event loop, and how many other calls were answered.
   */
  const beside = async (call: () => Promise<Response>) => {
    let [done, hold, others] = [false, 0, 0]
    const called = call()
      .then(async (response) => {
        expect(response.status).toBe(200)
        expect(String(await lengthOf(response))).toBe(response.headers.get("content-length"))
      })
      .finally(() => {
        done = true
      })
    const other = (async () => {
      while (!done) {
        expect((await ask("/v1/user")).status).toBe(200)
        if (!done) others++
        await setImmediate()
      }
    })()
    for (let last = worked(); !done; ) {
      await setImmediate()
      const now = worked()
      hold = Math.max(hold, now - last)
      last = now
    }
    await Promise.all([called, other])
    return { hold, others }
  }

  const calls: ReadonlyArray<readonly [what: string, call: (round: number) => Promise<Response>]> = [
    [`reads ${sections * sectionSize} pages`, () => ask(space)],
    [
      `moves a section of ${sectionSize} pages`,
      (round) => ask(space, { changes: [{ operation: "update_page", page: moved, slug: `moved-${round}` }] })
    ]
  ]
  it.each(calls)("that %s gives way to others", async (_, call) => {
    const seen = []
    for (let round = 0; round < rounds; round++) seen.push(await beside(() => call(round)))
    expect(Math.min(...seen.map(({ hold }) => hold))).toBeLessThan(longest)
    for (const { others } of seen) expect(others).toBeGreaterThan(3)
  })
})
