/** Wherever an id is accepted besides a name: no name is an id, and the id is looked up first. */
import { PageId } from "@lectern/core/content/Page"
import { isNoName } from "@lectern/core/foundation/ids/Names"
import type { FolderFile } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { type IdSource, Ids, layer, sequence } from "@lectern/core/ids/Ids"
import { type Lectern, open } from "@lectern/core/Lectern"
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { storages } from "../../storages.js"

const opened: Array<Lectern> = []
afterEach(async () => {
  for (const lectern of opened.splice(0)) await lectern.close()
})

/** Two organizations of different people, each with a site and a space on it. */
const worldOf = async (layer: (typeof storages)[number]["layer"], ids?: IdSource) => {
  const lectern = await open({ storage: { layer }, ...(ids !== undefined && { ids }) })
  opened.push(lectern)
  const system = lectern.asSystem()
  const party = async (name: string) => {
    const { id: user } = await system.users.create({ displayName: name, email: `${name}@example.com` })
    const own = lectern.as(user)
    const { id: organization } = await own.organizations.create({ title: name })
    const { id: space } = await own.spaces.create(organization, { title: "Guide" })
    const { id: other } = await own.spaces.create(organization, { title: "Other" })
    const { id: site } = await own.sites.create(organization, { title: name, spaces: [space] })
    await own.sites.publish(organization, site)
    return { own, user, organization, space, other, site }
  }
  return { system, ann: await party("ann"), eve: await party("eve") }
}
type World = Awaited<ReturnType<typeof worldOf>>

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "ok",
    (error: unknown) => String((error as { readonly _tag?: string })._tag)
  )

/** The texts that have the form of a default id: one that exists, and one that could. */
const idLike = (world: World) => [world.ann.site, world.ann.space, world.eve.organization, "01k0000000000000000000000z"]

/** How each place that takes a name from a caller refuses one that is taken. */
const given: Readonly<Record<string, readonly [tag: string, give: (world: World, name: string) => Promise<unknown>]>> =
  {
    "the basename of a site": [
      "Conflict",
      ({ eve }, basename) => eve.own.sites.update(eve.organization, eve.site, { basename })
    ],
    "the hostname of an organization": [
      "Conflict",
      ({ eve }, hostname) => eve.own.organizations.update(eve.organization, { hostname })
    ],
    "the hostname of a new organization": [
      "Conflict",
      ({ eve }, hostname) => eve.own.organizations.create({ title: "New", hostname })
    ],
    "the slug of a specification": [
      "Conflict",
      ({ eve }, slug) => eve.own.openAPISpecs.create(eve.organization, { slug, source: { text: "{}" } })
    ],
    "the slug of a specification that is put": [
      "Conflict",
      ({ eve }, slug) => eve.own.openAPISpecs.put(eve.organization, slug, { source: { text: "{}" } })
    ],
    "the slug of a page": [
      "Invalid",
      ({ eve }, slug) => eve.own.contentEdits.apply(eve.space, { changes: [{ operation: "insert_page", slug }] })
    ],
    "the slug of a page below another": [
      "Invalid",
      ({ eve }, slug) =>
        eve.own.contentEdits.apply(eve.space, {
          changes: [
            { operation: "insert_page", title: "Above", ref: "above" },
            { operation: "insert_page", slug, into: PageId.make("./above") }
          ]
        })
    ],
    "the new slug of a page": [
      "Invalid",
      async ({ eve }, slug) => {
        const page = PageId.make(await pageOf(eve))
        return eve.own.contentEdits.apply(eve.space, { changes: [{ operation: "update_page", page, slug }] })
      }
    ],
    "the path of a site space": [
      "Invalid",
      async ({ eve }, path) => {
        const { items } = await eve.own.siteSpaces.list(eve.organization, eve.site, {})
        return eve.own.siteSpaces.update(eve.organization, eve.site, items[0]!.id, { path })
      }
    ],
    "the path of a section": [
      "Invalid",
      async ({ eve }, path) => {
        const added = await eve.own.siteSections.add(eve.organization, eve.site, { spaceId: eve.other })
        return eve.own.siteSections.update(eve.organization, eve.site, added.id, { path })
      }
    ]
  }

const folder = (path: string): ReadonlyArray<FolderFile> => [{ path, bytes: new TextEncoder().encode("# A page\n") }]

const slugsOf = async ({ eve }: World) =>
  (await eve.own.contents.pages(eve.space)).pages.map((page) => ("slug" in page ? page.slug : undefined))

/** The name that each place derives from one that is not allowed. */
const derived: Readonly<Record<string, (world: World, name: string) => Promise<string | undefined>>> = {
  "the slug of a page, from its title": async (world, title) => {
    await world.eve.own.contentEdits.apply(world.eve.space, { changes: [{ operation: "insert_page", title }] })
    return (await slugsOf(world))[0]
  },
  "the slug of a page, from its file": async (world, name) => {
    await world.eve.own.contentSync.apply(world.eve.space, readLayout(folder(`${name}.md`)).tree)
    return (await slugsOf(world))[0]
  },
  "the path of a section": async ({ eve }, title) =>
    (await eve.own.siteSections.add(eve.organization, eve.site, { spaceId: eve.other, title })).path,
  "the path of a site space": async ({ eve }, title) => {
    const { id } = await eve.own.spaces.create(eve.organization, { title })
    return (await eve.own.siteSpaces.add(eve.organization, eve.site, { spaceId: id })).path
  }
}

/** Where dots are refused as they enter. */
const dotted: Readonly<Record<string, (world: World, name: string) => Promise<unknown>>> = {
  "the basename of a site": given["the basename of a site"]![1],
  "the slug of a page": given["the slug of a page"]![1],
  "the path of a site space": given["the path of a site space"]![1],
  "the path of a section": given["the path of a section"]![1],
  "the source of a redirect": async ({ eve }, name) => {
    const { items } = await eve.own.siteSpaces.list(eve.organization, eve.site, {})
    return eve.own.siteRedirects.create(eve.organization, eve.site, {
      source: `/a/${name}`,
      destination: { kind: "site-space", siteSpaceId: items[0]!.id }
    })
  }
}

/** An id of another form than the default one, for each place where it would be looked up as one. */
const existing: Readonly<Record<string, (world: World) => Promise<string>>> = {
  "the basename of a site": async ({ ann }) => ann.site,
  "the hostname of an organization": async ({ ann }) => ann.organization,
  "the hostname of a new organization": async ({ ann }) => ann.organization,
  "the slug of a specification": ({ eve }) => specOf(eve),
  "the slug of a specification that is put": ({ eve }) => specOf(eve)
}

const specOf = async ({ organization, own }: World["eve"]) =>
  (await own.openAPISpecs.create(organization, { slug: "first", source: { text: "{}" } })).id

const pageOf = async ({ own, space }: World["eve"]) => {
  const { changes } = await own.contentEdits.apply(space, { changes: [{ operation: "insert_page", title: "First" }] })
  const [made] = changes
  return made?.object === "created_page" ? made.page.id : ""
}

describe.each(storages)("over $name", ({ layer }) => {
  it.each(Object.entries(given))("%s has not the form of an id", async (_, [tag, give]) => {
    const world = await worldOf(layer)
    for (const name of idLike(world)) expect([name, await outcome(give(world, name))]).toEqual([name, tag])
    expect(await outcome(give(world, "plain-name"))).toBe("ok")
  })

  it.each(Object.entries(existing))("%s is not an id that exists", async (place, idOf) => {
    const world = await worldOf(layer, sequence())
    const [tag, give] = given[place]!
    expect(await outcome(give(world, await idOf(world)))).toBe(tag)
  })

  it.each(Object.entries(derived))("%s gets a suffix where it would be an id", async (_, derive) => {
    for (const like of ["01k0000000000000000000000z", "zzzzzzzzzzzzzzzzzzzzzzzzzz"]) {
      expect(await derive(await worldOf(layer), like)).toBe(`${like}-2`)
    }
  })

  it.each(Object.entries(dotted))("%s is not made of dots", async (_, give) => {
    const world = await worldOf(layer)
    for (const dots of [".", ".."]) expect([dots, await outcome(give(world, dots))]).toEqual([dots, "Invalid"])
  })
})

it("every id that is made has the form of one, and so is no name", () => {
  const ids = Array.from({ length: 200 }, () =>
    Effect.runSync(Effect.flatMap(Ids, ({ next }) => next).pipe(Effect.provide(layer)))
  )
  expect(ids.filter((id) => !isNoName(id))).toEqual([])
})
