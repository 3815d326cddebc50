import { expect } from "vitest"
import type { Answered } from "../../../http/test/support/publicClient.js"
import { client, drives, ids, served, titles } from "./drive.js"

served()

const space = (organization: string, title: string) => client("createSpace", 201, organization, { title })
const site = (organization: string, input: object = {}) => client("createSite", 201, organization, input)
const after = (type: string, key: string, { id }: Answered) => ({ position: { after: { type, [key]: id } } })

drives("site-spaces", async (call, id) => {
  const guides = await space(id, "Guides")
  const { id: docs } = await site(id, { title: "Docs", spaces: [guides.id] })
  const reference = await space(id, "Reference")
  const added = await call("addSpaceToSite", id, docs, { spaceId: reference.id })
  expect(added).toMatchObject({ title: "Reference", path: "reference", space: { id: reference.id } })
  const changed = await call("updateSiteSpaceById", id, docs, added.id, {
    path: "api",
    condition: "visitor.claims.unsigned.plus"
  })
  expect(changed).toMatchObject({ id: added.id, path: "api", condition: "visitor.claims.unsigned.plus" })
  const [first] = (await call("listSiteSpaces", id, docs, { default: true })).items
  expect(await call("moveSiteSpace", id, docs, first!.id, after("site-space", "siteSpace", added))).toMatchObject({
    id: first!.id
  })
  expect(ids(await call("listSiteSpaces", id, docs, { limit: 10 }))).toEqual([added.id, first!.id])
  await call("deleteSiteSpaceById", id, docs, added.id)
  expect(ids(await call("listSiteSpaces", id, docs, {}))).toEqual([first!.id])
})

drives("site-sections", async (call, id) => {
  const { id: docs } = await site(id, { title: "Docs" })
  const add = async (title: string) =>
    call("addSectionToSite", id, docs, { spaceId: (await space(id, title)).id, title, icon: "gear" })
  const guides = await add("Guides")
  const reference = await add("Reference")
  expect(guides).toMatchObject({ default: true, path: "guides", icon: "gear" })
  const changed = await call("updateSiteSectionById", id, docs, reference.id, {
    title: "API",
    path: "api",
    description: "Every operation",
    icon: null
  })
  expect(changed).toMatchObject({ title: "API", path: "api", description: "Every operation" })
  await call("moveSiteSection", id, docs, guides.id, after("site-section", "siteSection", reference))
  expect(titles(await call("listSiteSections", id, docs, {}))).toEqual(["API", "Guides"])
  const group = await call("addSectionGroupToSite", id, docs, { title: "Group", sections: [guides.id] })
  await call("addSectionToGroup", id, docs, group.id, { sectionId: reference.id })
  const renamed = await call("updateSiteSectionGroupById", id, docs, group.id, { title: "All", icon: "gear" })
  expect((renamed.sections as ReadonlyArray<Answered>).map((section) => section.id)).toEqual([guides.id, reference.id])
  await call("removeSectionFromGroup", id, docs, group.id, reference.id)
  const before = { position: { before: { type: "site-section", id: reference.id } } }
  await call("moveSiteSectionGroup", id, docs, group.id, after("site-section", "id", reference))
  await call("moveSiteSectionGroup", id, docs, group.id, before)
  expect(titles(await call("listSiteSectionGroups", id, docs, {}))).toEqual(["All"])
  await call("deleteSiteSectionGroupById", id, docs, group.id)
  await call("deleteSiteSectionById", id, docs, reference.id)
  expect(titles(await call("listSiteSections", id, docs, { limit: 10 }))).toEqual(["Guides"])
})

drives("sites", async (call, id) => {
  const guides = await space(id, "Guides")
  const made = await call("createSite", id, { title: "Docs", visibility: "public", spaces: [guides.id] })
  const sample = await call("createSite", id, { spaces: "sample" })
  expect(sample).toMatchObject({ title: "sites", siteSpaces: 1, type: "basic" })
  const changed = await call("updateSiteById", id, made.id, {
    title: "Documentation",
    basename: "docs",
    agentsContext: "included",
    adaptiveContent: { enabled: true },
    proxy: "example.com/docs"
  })
  expect(await call("getSiteById", id, made.id)).toEqual(changed)
  expect(titles(await call("listSites", id, { limit: 10 }))).toEqual(["Documentation", "sites"])
  expect(ids(await call("listSites", id, { space: guides.id, published: false, title: "doc" }))).toEqual([made.id])
  const jsonSchema = {
    type: "object",
    properties: {
      beta: { type: "boolean", description: "Whether the visitor sees what is new" },
      unsigned: {
        type: "object",
        description: "Unsigned claims of the site visitor.",
        properties: { plus: { type: "boolean", description: "Whether the visitor pays" } },
        additionalProperties: false
      }
    },
    additionalProperties: false
  }
  const schema = await call("updateSiteAdaptiveSchema", id, made.id, { jsonSchema })
  expect(await call("getSiteAdaptiveSchema", id, made.id)).toEqual(schema)
  const { items } = await call("listSiteAdaptiveTemplateConditions", id, made.id)
  expect(items.map(({ condition }) => condition)).toHaveLength(2)
  await client("publishSite", 200, id, made.id)
  const published = await call("getPublishedContentSite", id, made.id, {})
  expect(published).toMatchObject({ site: { id: made.id, published: true }, structure: { type: "siteSpaces" } })
  await call("deleteSiteById", id, made.id)
  expect(ids(await call("listSites", id, {}))).toEqual([sample.id])
})

drives("share-links", async (call, id) => {
  const { id: docs } = await site(id, { title: "Docs", visibility: "share-link", spaces: "empty" })
  const link = await call("createSiteShareLink", id, docs, { name: "For friends" })
  expect(link).toMatchObject({ name: "For friends", active: true })
  await client("publishSite", 200, id, docs)
  const shareKey = (link.urls as { readonly published: string }).published.split("/").at(-2)
  const published = await client("getPublishedContentSite", 200, id, docs, { shareKey })
  expect(published).toMatchObject({ site: { id: docs } })
  const changed = await call("updateSiteShareLinkById", id, docs, link.id, { active: false })
  expect(changed).toMatchObject({ id: link.id, active: false, name: "For friends" })
  await expect(client("getPublishedContentSite", 200, id, docs, { shareKey })).rejects.toMatchObject({ code: 404 })
  expect((await call("listSiteShareLinks", id, docs, { limit: 10 })).items).toEqual([changed])
  await call("deleteSiteShareLinkById", id, docs, link.id)
  expect((await call("listSiteShareLinks", id, docs, {})).count).toBe(0)
})
