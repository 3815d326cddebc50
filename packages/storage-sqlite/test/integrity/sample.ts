/** A workspace in which there is something of everything that is stored. */
import { setImmediate } from "node:timers/promises"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { open } from "@lectern/core/Lectern"
import * as SqliteStorage from "../../src/SqliteStorage.js"

/** The ids that damages are made with. */
export type Sample = Awaited<ReturnType<typeof fill>>

const specification = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} })

/** Fills a new file and closes it. */
export const fill = async (filename: string) => {
  const lectern = await open({ storage: SqliteStorage.open({ filename }) })
  const system = lectern.asSystem()
  const ada = (await system.users.create({ displayName: "Ada", email: "ada@example.com" })).id
  const bob = (await system.users.create({ displayName: "Bob", email: "bob@example.com" })).id
  const all = lectern.as(ada)
  const { id: organization } = await all.organizations.create({ title: "Acme" })
  await all.organizations.update(organization, { emailDomains: ["example.com"] })
  await system.apiTokens.create(ada, { label: "one" })
  await system.members.add(organization, bob, "review")
  const team = (await all.teams.create(organization, { title: "Writers" })).id
  await all.teams.setMember(organization, team, bob, { role: "member" })
  const collection = (await all.collections.create(organization, { title: "Outer" })).id
  const inner = (await all.collections.create(organization, { title: "Inner", parent: collection })).id
  const space = (await all.spaces.create(organization, { title: "Handbook", parent: inner })).id
  const other = (await all.spaces.create(organization, { title: "Other" })).id
  await all.contentGrants.invite({ space }, { role: "review", users: [bob], teams: [team] })
  await all.invites.create(organization, { space, level: "read" })
  const write = async (changes: ReadonlyArray<object>, changeRequest?: string) =>
    all.contentEdits.apply(
      space,
      { changes } as never,
      ...((changeRequest === undefined ? [] : [{ changeRequest }]) as [never])
    )
  await write([
    { operation: "insert_files", files: [{ name: "a.txt", ref: "file", base64: "aGVsbG8=" }] },
    { operation: "insert_page", title: "Guide", ref: "guide", document: { markdown: "# Guide\n\nzebra crossing\n" } },
    {
      operation: "insert_page",
      title: "Install",
      into: "./guide",
      document: { markdown: "# Install\n\n[guide](./guide) [file](./file) [gone](/pages/none)\n\n## Linux\n\nmore\n" }
    },
    { operation: "insert_page", title: "Last", document: { markdown: "# Last\n\n[home](https://example.com)\n" } }
  ])
  const guide = (await all.contents.pageByPath(space, "guide")).id
  const install = (await all.contents.pageByPath(space, "guide/install")).id
  const last = (await all.contents.pageByPath(space, "last")).id
  await write([{ operation: "update_page", page: guide, document: { markdown: "# Guide\n\nlion and zebra\n" } }])
  await write([{ operation: "delete_page", page: last }])
  const request = (await all.changeRequests.create(space, { subject: "Open" })).id
  await write([{ operation: "update_page", page: install, document: { markdown: "# Install\n\nby hand\n" } }], request)
  await write([{ operation: "insert_page", title: "Added", into: install }], request)
  await all.changeRequests.update(space, request, { status: "open" })
  const merged = (await all.changeRequests.create(space, {})).id
  await write([{ operation: "update_page", page: guide, description: "of the guide" }], merged)
  await all.changeRequests.merge(space, merged)
  await all.reviews.request(space, request, { users: [bob] })
  await lectern.as(bob).reviews.submit(space, request, { status: "approved" })
  const comment = (await all.comments.post({ space }, { body: { markdown: "hello" }, page: guide })).id
  await all.comments.reply({ space }, comment, { body: { markdown: "again" } })
  await all.comments.post({ space, changeRequest: request }, { body: { markdown: "there" } })
  const site = (await all.sites.create(organization, { title: "Docs", spaces: [space] })).id
  await all.siteSections.add(organization, site, { spaceId: other })
  await all.shareLinks.create(organization, site, { name: "friends" })
  const [siteSpace] = (await all.siteSpaces.list(organization, site, {})).items
  if (siteSpace === undefined) throw new Error("there is no site space")
  const destination = { kind: "site-space", siteSpaceId: siteSpace.id } as const
  await all.siteRedirects.create(organization, site, { source: "/old", destination })
  await all.adaptiveSchemas.set(organization, site, {
    jsonSchema: { type: "object", properties: {}, additionalProperties: false }
  })
  const { id: synced } = await all.spaces.create(organization, { title: "Synced" })
  const files = Object.entries({ "README.md": "# Home\n", "SUMMARY.md": "# Contents\n\n* [Home](README.md)\n" })
  const bytes = files.map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  await all.contentSync.apply(synced, readLayout(bytes).tree)
  await all.translations.create(organization, { title: "German" })
  await all.openAPISpecs.create(organization, { slug: "api", source: { text: specification } })
  while ((await all.openAPISpecs.get(organization, "api")).processingState !== "complete") await setImmediate()
  await all.spaces.remove((await all.spaces.create(organization, { title: "Deleted" })).id)
  // It also takes over what is queued for search and links.
  await system.integrity.check()
  await lectern.close()
  return {
    ada,
    bob,
    organization,
    team,
    collection,
    inner,
    space,
    other,
    guide,
    install,
    last,
    request,
    merged,
    comment,
    site
  }
}
