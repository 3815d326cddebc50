/** Whatever is damaged in a file, each call on its workspace ends: with intact data, or with an error. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Lectern from "@lectern/core/Lectern"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as SqliteStorage from "../../src/SqliteStorage.js"
import { inspect } from "../inspecting.js"
import { check } from "./checking.js"
import { contentDamages } from "./contentDamages.js"
import { countedDamages } from "./countedDamages.js"
import { derivedDamages } from "./derivedDamages.js"
import { recordDamages } from "./recordDamages.js"
import { fill, type Sample } from "./sample.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-answers-"))
const original = join(folder, "original.db")
const file = join(folder, "damaged.db")
let sample: Sample

beforeAll(async () => {
  sample = await fill(original)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How a call ends: `answered`, or the name of its error. */
const endOf = (call: () => Promise<unknown>): Promise<string> =>
  call().then(
    () => "answered",
    (error: Error) => error.name
  )

const callsOf = (lectern: Lectern.Lectern, as: keyof Pick<Sample, "ada" | "bob">) => {
  const { bob, collection, guide, inner, install, organization, other, request, site, space } = sample
  const caller = lectern.as(sample[as])
  const plan = { change: "default-level", on: { kind: "collection", id: collection }, level: null } as const
  return [
    () => caller.collections.list(organization, { nested: true }),
    () => caller.collections.get(inner),
    () => caller.collections.spaces(inner, {}),
    () => caller.spaces.list(organization, {}),
    () => caller.accessExplanations.explain(organization, bob, { kind: "space", id: space }),
    () => caller.accessExplanations.preview(organization, plan),
    () => caller.contents.pages(space),
    () => caller.contents.page(space, install),
    () => caller.contents.pageByPath(space, "guide/install"),
    () => caller.links.list(space, {}),
    () => caller.links.toPage(space, guide, {}),
    () => caller.search.space(space, { query: "zebra" }),
    () => caller.comments.list({ space }, {}),
    () => caller.changeRequests.list(space, {}),
    () => caller.changeRequests.changes(space, request),
    () => caller.sites.get(organization, site),
    () => caller.publishedContents.get(organization, site, {}),
    () => caller.changeRequests.pull(space, request),
    () => caller.changeRequests.merge(space, request),
    () => caller.spaces.move(other, { parent: inner }),
    () => caller.collections.move(collection, { parent: inner }),
    () => caller.collections.move(inner, { parent: null }),
    () => caller.spaces.duplicate(space),
    () => caller.collections.remove(inner)
  ]
}

const damages = [...recordDamages, ...contentDamages, ...derivedDamages, ...countedDamages]

const damaged = async (sql: string): Promise<Lectern.Lectern> => {
  copyFileSync(original, file)
  inspect(file, (database) => database.exec(sql))
  return Lectern.open({ storage: SqliteStorage.open({ filename: file }) })
}

it.each(damages)("with %s, every call ends", async (_, sql) => {
  for (const as of ["ada", "bob"] as const) {
    const lectern = await damaged(sql(sample))
    try {
      for (const call of callsOf(lectern, as)) {
        expect(["TypeError", "RangeError", ""], String(call)).not.toContain(await endOf(call))
      }
    } finally {
      await lectern.close()
    }
  }
})

describe("a collection in itself", () => {
  const [, sql] = recordDamages.find(([name]) => name === "a collection in itself")!

  it("is moved out by an administrator, and nobody else sees what only inherited", async () => {
    const { ada, bob, collection, inner, other } = sample
    const lectern = await damaged(sql(sample))
    try {
      await lectern.as(ada).spaces.move(other, { parent: inner })
      expect(await endOf(() => lectern.as(bob).spaces.get(other))).toBe("NotFound")
      await lectern.as(ada).collections.move(collection, { parent: null })
      expect((await lectern.as(bob).spaces.get(other)).id).toBe(other)
    } finally {
      await lectern.close()
    }
    expect((await check(file)).filter((line) => line.includes("in itself"))).toEqual([])
  })
})
