/**
 * A whole documentation platform in memory for the tests of a program that uses one. The workspace is filled once; every
 * test begins with what is in it, and what it changes is taken back in microseconds. Clock and ids are deterministic.
 */
import { seeded } from "@lectern/storage-memory/TestWorkspace"
import { afterAll, afterEach, expect, it } from "vitest"

const handbook = await seeded(
  async (lectern) => {
    const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    const { contentEdits, organizations, spaces } = lectern.as(ada.id)
    const organization = await organizations.create({ title: "Example" })
    const space = await spaces.create(organization.id, { title: "Handbook" })
    const markdown = "# Welcome\n\nGood that you are here.\n"
    await contentEdits.apply(space.id, { changes: [{ operation: "insert_page", document: { markdown } }] })
    return { ada, space }
  },
  { clock: () => Date.parse("2026-01-31T12:00:00.000Z") }
)
const { ada, space } = handbook.seed
const { close, lectern, reset } = await handbook.fork()

afterEach(reset)
afterAll(close)

it("a test changes what it likes", async () => {
  const { search, spaces } = lectern.as(ada.id)
  await spaces.update(space.id, { title: "Changed" })
  expect((await spaces.get(space.id)).title).toBe("Changed")
  expect((await search.space(space.id, { query: "here" })).count).toBe(1)
})

it("and the next one does not see it", async () => {
  expect((await lectern.as(ada.id).spaces.get(space.id)).title).toBe("Handbook")
})

it("tests that run at the same time have a fork each", async () => {
  const [one, two] = [await handbook.fork(), await handbook.fork()]
  await one.lectern.as(ada.id).spaces.remove(space.id)
  expect((await two.lectern.as(ada.id).contents.pages(space.id)).pages).toHaveLength(1)
  await Promise.all([one.close(), two.close()])
})

it("ids and times are the same in every run", () => {
  expect(ada.id).toBe("id000001")
  expect(space.createdAt).toBe("2026-01-31T12:00:00.000Z")
})
