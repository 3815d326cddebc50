/** Generated sites and visitors, and the predictions of a model about them. */
import * as Lectern from "@lectern/core/Lectern"
import { PdfRenderer, type PdfRendererService } from "@lectern/core/pdf/PdfRenderer"
import { Effect, FastCheck as fc, Layer } from "effect"
import type { StorageUnderTest } from "../../../storages.js"
import { conditions, textOf } from "./conditions.js"

/** How many files each space has: any page may use them, but for the last one. */
const fileCount = 4

const condition = fc.option(fc.nat(conditions.length - 1), { nil: undefined, freq: 2 })
const page = fc.record({
  parent: fc.nat(),
  condition,
  type: fc.constantFrom(...(["document", "document", "document", "group", "computed"] as const)),
  files: fc.uniqueArray(fc.nat(fileCount - 2), { maxLength: 2 })
})
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

/** Three spaces, the sites that show them, and their visitors. */
export const plan = fc.record({
  spaces: fc.array(fc.array(page, { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 3 }),
  sites: fc.array(site, { minLength: 1, maxLength: 2 }),
  visitors: fc.array(visitor, { minLength: 2, maxLength: 4 })
})

/** @see {@link plan} */
export type Plan = typeof plan extends fc.Arbitrary<infer A> ? A : never
type PlannedPage = Plan["spaces"][number][number]

/** A page of a space. */
export interface MadePage {
  readonly id: string
  readonly type: PlannedPage["type"]
  readonly path: string
  /** A word that occurs only in its text. */
  readonly word?: string
  readonly condition: number | undefined
  readonly parent: MadePage | undefined
  /** The numbers of the files that it uses. */
  readonly files: ReadonlyArray<number>
}

/** The places of the pages that were typeset last. */
export const typeset: { places: ReadonlyArray<string> } = { places: [] }

const renderer: PdfRendererService = {
  version: "pages",
  render: ({ pages }) =>
    Effect.sync(() => {
      typeset.places = pages.map(({ place }) => place)
      return { bytes: new TextEncoder().encode(typeset.places.join()), problems: [] }
    })
}

/** A page as listed. */
export interface Listed {
  readonly id: string
  readonly path?: string
  readonly pages?: ReadonlyArray<Listed>
}

/** All pages of a tree. */
export const allIn = (pages: ReadonlyArray<Listed>): ReadonlyArray<Listed> =>
  pages.flatMap((each) => [each, ...allIn(each.pages ?? [])])

const spec = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://api.example" }],
  paths: { "/pets": { get: { tags: ["store"], responses: { 200: { description: "Fine" } } } } }
})
const computed = {
  type: "builtin:openapi",
  dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
  props: {}
} as const

type Own = Lectern.Workspace

/** Makes the pages of a space: groups, which only a folder can have, first. */
const makeSpace = async (own: Own, organization: string, index: number, planned: ReadonlyArray<PlannedPage>) => {
  const { id: space } = await own.spaces.create(organization, { title: `Space ${index}` })
  const groups = planned.flatMap(({ type }, at) => (type === "group" ? [at] : []))
  if (groups.length > 0) {
    const pages = groups.map((at) => ({ key: `g${at}`, type: "group", title: `Page ${at}`, pages: [] }) as const)
    await own.contentSync.apply(space, { pages, files: [], reusableContents: [], variables: {}, redirects: {} })
  }
  const groupIds = (await own.contents.pages(space)).pages.map(({ id }) => id)
  const parentOf = (at: number): number | undefined => {
    const parent = planned[at]!.parent % (at + 1)
    return parent === at || planned[at]!.type === "group" || planned[parent]!.type === "computed" ? undefined : parent
  }
  const target = (at: number) => (planned[at]!.type === "group" ? groupIds[groups.indexOf(at)]! : `./p${at}`)
  const inserted = planned.flatMap(({ type }, at) => (type === "group" ? [] : [at]))
  const files = Array.from({ length: fileCount }, (_, file) => ({
    name: `${file}.txt`,
    contentType: "text/plain",
    base64: btoa(`${index} ${file}`),
    ref: `f${file}`
  }))
  const { changes } = await own.contentEdits.apply(space, {
    changes: [
      { operation: "insert_files", files },
      ...groups.flatMap((at) => {
        const of = planned[at]!.condition
        return of === undefined ? [] : [{ operation: "update_page", page: target(at), ...textOf(of) } as const]
      }),
      ...inserted.map((at) => {
        const { condition: of, files: used, type } = planned[at]!
        const into = parentOf(at)
        return {
          operation: "insert_page",
          title: `Page ${at}`,
          ref: `p${at}`,
          ...(type === "computed"
            ? { computed }
            : {
                document: {
                  markdown: `Said here: word${index}x${at}.\n${used.map((file) => `\n[file](./f${file})\n`).join("")}`
                }
              }),
          ...(into !== undefined && { into: target(into) }),
          ...textOf(of)
        } as const
      })
    ]
  })
  const last = planned.length - 1
  const isRenamed = planned[last]!.type === "document"
  const insertedIds = changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
  // The last page has none below it, so that its former path is the only one.
  const renamed = isRenamed ? insertedIds.at(-1)! : undefined
  const formerPath =
    renamed === undefined
      ? undefined
      : allIn((await own.contents.pages(space)).pages).find(({ id }) => id === renamed)?.path
  if (renamed !== undefined) {
    await own.contentEdits.apply(space, { changes: [{ operation: "update_page", page: renamed, slug: "renamed" }] })
  }
  const listed = allIn((await own.contents.pages(space)).pages)
  const pages: Array<MadePage> = []
  for (const [at, { condition: of, files: used, type }] of planned.entries()) {
    const id = type === "group" ? target(at) : insertedIds[inserted.indexOf(at)]!
    const into = parentOf(at)
    const path = listed.find((each) => each.id === id)?.path ?? ""
    const common = { id, type, path, condition: of, parent: into === undefined ? undefined : pages[into] }
    pages.push({
      ...common,
      files: type === "document" ? used : [],
      ...(type === "document" && { word: `word${index}x${at}` })
    })
  }
  const below = pages.flatMap(
    (parent): ReadonlyArray<MadePage> =>
      listed
        .filter(({ id }) => parent.type === "computed" && id.startsWith(`${parent.id}.`))
        .map(({ id, path = "" }) => ({ id, type: "computed", path, condition: undefined, parent, files: [] }))
  )
  const fileIds = new Map((await own.contents.files(space, undefined, {})).items.map(({ id, name }) => [name, id]))
  return { space, pages: [...pages, ...below], files: files.map(({ name }) => fileIds.get(name)!), renamed, formerPath }
}

/** A space on a site, with the conditions that decide who sees it there. */
export interface Held {
  readonly id: string
  readonly space: number
  readonly section: number | undefined
  readonly of: number | undefined
}

/** A redirect of a site to a space on it, or to a page of one. */
export interface Redirect {
  readonly path: string
  readonly siteSpace: string
  readonly page: string | undefined
}

const makeSite = async (
  own: Own,
  organization: string,
  made: ReadonlyArray<MadeSpace>,
  planned: Plan["sites"][number]
) => {
  const spaces = made.map(({ space }) => space)
  const { grouped, published, sections, spaces: on, visibility } = planned
  const { id } = await own.sites.create(organization, { title: "Docs", visibility })
  const sectionIds: Array<string> = []
  const held: Array<Held> = []
  const hold = async (part: Omit<Held, "id">) => {
    const { items } = await own.siteSpaces.list(organization, id, {})
    const added = items.find((item) => held.every((each) => each.id !== item.id))
    held.push({ id: added!.id, ...part })
  }
  for (const [index, of] of sections.entries()) {
    const section = await own.siteSections.add(organization, id, { spaceId: spaces[index]!, title: `Part ${index}` })
    await own.siteSections.update(organization, id, section.id, textOf(of))
    sectionIds.push(section.id)
    await hold({ space: index, section: index, of: undefined })
  }
  if (grouped && sectionIds.length > 1) {
    await own.siteSectionGroups.add(organization, id, { title: "Group", sections: [sectionIds[1]!] })
  }
  for (const { condition: of, section, space } of on) {
    const at = sectionIds.length === 0 ? undefined : section % sectionIds.length
    const added = await own.siteSpaces
      .add(organization, id, { spaceId: spaces[space]!, ...(at !== undefined && { sectionId: sectionIds[at] }) })
      .catch(() => undefined)
    if (added === undefined) continue
    await own.siteSpaces.update(organization, id, added.id, textOf(of))
    held.push({ id: added.id, space, section: at, of })
  }
  const redirects: Array<Redirect> = []
  const redirect = async (siteSpaceId: string, pageId?: string) => {
    const path = `from-${redirects.length}`
    const destination =
      pageId === undefined
        ? ({ kind: "site-space", siteSpaceId } as const)
        : ({ kind: "site-page", siteSpaceId, pageId } as const)
    await own.siteRedirects.create(organization, id, { source: `/${path}`, destination })
    redirects.push({ path, siteSpace: siteSpaceId, page: pageId })
  }
  for (const { id: siteSpace, space } of held) {
    await redirect(siteSpace)
    for (const { id: page, word } of made[space]!.pages) if (word !== undefined) await redirect(siteSpace, page)
  }
  await own.customizations.set(organization, id, { tryIt: { enabled: true } })
  if (published) await own.sites.publish(organization, id)
  const keyOf = async (active: boolean) => {
    const link = await own.shareLinks.create(organization, id, { name: "" })
    if (!active) await own.shareLinks.update(organization, id, link.id, { active })
    return link.urls.published.split("/").at(-2)!
  }
  const { privateKey } = await own.sitePublishing.auth(organization, id)
  return {
    id,
    visibility,
    published,
    sections,
    held,
    redirects,
    privateKey,
    good: await keyOf(true),
    inactive: await keyOf(false)
  }
}

/** A site, and the plan that it was made from. */
export type MadeSite = Awaited<ReturnType<typeof makeSite>>

/** A space, and the plan that it was made from. */
export type MadeSpace = Awaited<ReturnType<typeof makeSpace>>

/** A workspace over a new storage, with the planned content. */
export const make = async ({ layer }: StorageUnderTest, { sites, spaces }: Plan) => {
  const lectern = await Lectern.open({ storage: { layer }, pdf: Layer.succeed(PdfRenderer, renderer) })
  const { id: admin } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const own = lectern.as(admin)
  const { id: organization } = await own.organizations.create({ title: "Acme" })
  if (spaces.some((pages) => pages.some(({ type }) => type === "computed"))) {
    await own.openAPISpecs.create(organization, { slug: "pets", source: { text: spec } })
    while ((await own.openAPISpecs.get(organization, "pets")).processingState !== "complete") {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const made = []
  for (const [index, pages] of spaces.entries()) made.push(await makeSpace(own, organization, index, pages))
  const places = []
  for (const planned of sites) places.push(await makeSite(own, organization, made, planned))
  return { lectern, organization, made, places }
}
