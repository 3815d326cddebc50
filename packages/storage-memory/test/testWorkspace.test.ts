/** Workspaces for tests of programs: forks that know nothing of each other, and resets that leave nothing behind. */
import type * as Lectern from "@lectern/core/Lectern"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { type SeededWorkspace, seeded } from "../src/TestWorkspace.js"

const noon = Date.parse("2026-01-31T12:00:00.000Z")

const fill = async (lectern: Lectern.Lectern) => {
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { contentEdits, files, organizations, spaces } = lectern.as(ada.id)
  const organization = await organizations.create({ title: "Example" })
  const space = await spaces.create(organization.id, { title: "Handbook" })
  await contentEdits.apply(space.id, {
    changes: [{ operation: "insert_page", document: { markdown: "# Holidays\n\n30 days a year.\n" } }]
  })
  const file = await files.upload(space.id, { name: "a.txt", bytes: new TextEncoder().encode("hello") })
  return { ada, organization, space, file }
}

type Seed = Awaited<ReturnType<typeof fill>>

/** Everything that can be seen of a workspace: content, results of searches, and the bytes of files. */
const seen = async (lectern: Lectern.Lectern, { ada, file, organization, space }: Seed) => {
  const { contents, search, spaces } = lectern.as(ada.id)
  const found = (query: string) => search.space(space.id, { query }).then(({ items }) => items.map(({ path }) => path))
  const { items } = await contents.files(space.id, undefined, {})
  return {
    spaces: (await spaces.list(organization.id, {})).items.map(({ title }) => title),
    pages: (await contents.pages(space.id)).pages,
    head: await contents.head(space.id),
    found: [await found("days"), await found("leave")],
    files: items.map(({ name, size }) => [name, size]),
    file: (await contents.file(space.id, file.id)).downloadURL
  }
}

let made: Promise<SeededWorkspace<Seed>> | undefined
const workspace = () => (made ??= seeded(fill, { clock: () => noon }))

/** Something that a test may do to a workspace. */
type Deed = (lectern: Lectern.Lectern, seed: Seed) => Promise<unknown>

const deeds: ReadonlyArray<Deed> = [
  (lectern, { ada, organization }) => lectern.as(ada.id).spaces.create(organization.id, { title: "Other" }),
  (lectern, { ada, space }) => lectern.as(ada.id).spaces.update(space.id, { title: "Changed" }),
  (lectern, { ada, space }) => lectern.as(ada.id).spaces.remove(space.id),
  (lectern, { ada, space }) =>
    lectern.as(ada.id).contentEdits.apply(space.id, {
      changes: [{ operation: "insert_page", document: { markdown: "# Leave\n\nAsk for leave.\n" } }]
    }),
  async (lectern, { ada, space }) => {
    const { contentEdits, contents } = lectern.as(ada.id)
    const [page] = (await contents.pages(space.id)).pages
    if (page === undefined) return
    await contentEdits.apply(space.id, { changes: [{ operation: "delete_page", page: page.id }] })
  },
  (lectern, { ada, space }) => lectern.as(ada.id).files.upload(space.id, { name: "b.txt", bytes: new Uint8Array(9) }),
  (lectern, seed) => seen(lectern, seed)
]

const deed = fc.constantFrom(...deeds.keys())

/** A deed may fail because of one before it, as an edit of a space that was removed does. */
const does = async (lectern: Lectern.Lectern, seed: Seed, which: number): Promise<void> => {
  await deeds[which]!(lectern, seed).catch((error: unknown) => expect(error).toHaveProperty("_tag"))
}

it("whatever is done in a fork, a reset takes it back, and no other fork sees it", async () => {
  const { fork, seed } = await workspace()
  const [used, other] = [await fork(), await fork()]
  const before = await seen(other.lectern, seed)
  expect(before).toMatchObject({ spaces: ["Handbook"], found: [["holidays"], []], files: [["a.txt", 5]] })
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 6 }), async (chosen) => {
      for (const which of chosen) await does(used.lectern, seed, which)
      expect(await seen(other.lectern, seed)).toEqual(before)
      used.reset()
      expect(await seen(used.lectern, seed)).toEqual(before)
    }),
    { numRuns: runs(8) }
  )
  await used.close()
  expect(await seen(other.lectern, seed)).toEqual(before)
  await other.close()
})

it("ids go on where the filling ended, in every fork and after every reset", async () => {
  const { fork, seed } = await workspace()
  const next = async (lectern: Lectern.Lectern) =>
    (await lectern.asSystem().users.create({ displayName: "Bob", email: "bob@example.com" })).id
  const [one, two] = [await fork(), await fork()]
  const id = await next(one.lectern)
  expect(seed.ada.id).toBe("id000001")
  expect(id).toMatch(/^id0000\d\d$/)
  expect(await next(two.lectern)).toBe(id)
  one.reset()
  expect(await next(one.lectern)).toBe(id)
  expect(seed.space.createdAt).toBe("2026-01-31T12:00:00.000Z")
  await one.close()
  await two.close()
})

it("a filling that fails rejects with its error", async () => {
  await expect(seeded(() => Promise.reject(new Error("no")))).rejects.toThrow("no")
})
