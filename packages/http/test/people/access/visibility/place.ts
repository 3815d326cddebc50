/** Generated workspaces behind the API, and a plain reading of the levels of all members in them. */
import type { RoleOrGuest } from "@lectern/core/access/Role"
import { CollectionId } from "@lectern/core/collections/Collection"
import type { GrantTarget } from "@lectern/core/content-grants/ContentGrant"
import * as Lectern from "@lectern/core/Lectern"
import { SiteId } from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import { fetchHandler } from "@lectern/http/LecternHttp"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, FastCheck as fc } from "effect"
import { resources } from "../../../contract/resources.js"
import { certificate } from "../../../support/certificate.js"
import { failedImport, importer } from "../../../support/importer.js"
import { order } from "./entries.js"

/** The schema of the claims that sites may have of their visitors. */
const jsonSchema = { type: "object", properties: {}, additionalProperties: false } as const

/** The members that call, by their roles, and a user who is no member. */
export const callers = ["guest", ...order, "outsider"] as const
/** One of them. */
export type Caller = (typeof callers)[number]

type Level = RoleOrGuest
const level = fc.constantFrom<Level>(null, ...order)
const byDefault = fc.oneof(fc.constant("inherit" as const), level)
const inside = { parent: fc.option(fc.nat(2), { nil: undefined }), defaultLevel: byDefault }

/** Three collections, each at the root or in an earlier one; four spaces; grants to the members that ask. */
export const plan = fc.record({
  collections: fc.array(fc.record(inside), { minLength: 3, maxLength: 3 }),
  spaces: fc.array(fc.record(inside), { minLength: 4, maxLength: 4 }),
  grants: fc.array(fc.record({ caller: fc.nat(6), target: fc.nat(8), level }), { minLength: 10, maxLength: 14 }),
  /** The members of the calling members' one team, and its grants. */
  crew: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 }),
  crewGrants: fc.array(fc.record({ target: fc.nat(8), level }), { minLength: 2, maxLength: 4 })
})
/** @see {@link plan} */
export type Plan = typeof plan extends fc.Arbitrary<infer A> ? A : never

/** Something that calls are about, with the ids that its paths take, by the names of the parameters. */
export interface Target {
  readonly kind: "space" | "collection" | "site"
  readonly params: Readonly<Record<string, string>>
  /** Parameters of paths below a change request that replace others. */
  readonly ofRequest?: Readonly<Record<string, string>>
  /** The parameters of each caller's own things there. */
  readonly own?: Readonly<Partial<Record<Caller, Readonly<Record<string, string>>>>>
  readonly level: Readonly<Record<Caller, Level>>
  /** Whether it is in a collection. */
  readonly nested: boolean
  /** The level on the collection that the thing is in; the organization role at the root. */
  readonly around: Readonly<Record<Caller, Level>>
}

/** A generated workspace. */
export interface Place {
  readonly targets: ReadonlyArray<Target>
  /** Ids that are the same for all targets. */
  readonly params: Readonly<Record<string, string>>
  /** An organization that all members that ask are in as administrators, and a space on no site that they may manage. */
  readonly second: string
  readonly spare: string
  readonly ask: (
    caller: Caller,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Response>
  /**
   * The things that only administrators see, unless they are still in their organization, and in a collection or on a
   * site.
   */
  readonly disturbed: () => Promise<ReadonlyArray<string>>
  /** Undoes everything. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

interface Thing {
  readonly id: string
  readonly parent: number | undefined
  readonly defaultLevel: Level | "inherit"
}

const roleOf = (caller: Caller): Level => (caller === "guest" || caller === "outsider" ? null : caller)
const members = callers.filter((caller) => caller !== "outsider")
const rankOf = (of: Level): number => (of === null ? -1 : order.indexOf(of))

/**
 * Words in content that only some may read: of spaces, administrators; of the specification, members that are no
 * guests.
 */
export const secrets = { space: "zorilla", specification: "quokka" } as const

const paths = {
  "/pets": {
    get: { tags: [secrets.specification], summary: secrets.specification, responses: { 200: { description: "Pets" } } }
  }
}

/** A page that embeds and links to content that few may see. */
const embedding = (spaces: ReadonlyArray<string>): string =>
  [
    '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}',
    '{% openapi src="/openapi/pets" path="/pets" method="get" %}\n{% endopenapi %}',
    ...spaces.map((id) => `[There](/spaces/${id}) {% content-ref url="/spaces/${id}" %}\n.\n{% endcontent-ref %}`)
  ].join("\n\n")

const computed = {
  type: "builtin:openapi",
  dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
  props: { models: true }
} as const

/** Makes the content of a plan. */
export const makePlace = async ({ collections, spaces, grants, crew, crewGrants }: Plan): Promise<Place> => {
  const handle = Effect.runSync(MemoryStorage.make())
  const lectern = await Lectern.open({ storage: handle, baseUrl: "http://lectern.test", importer })
  const all = lectern.asSystem()
  const user = async (name: string) => {
    const { id } = await all.users.create({ displayName: name, email: `${name}@example.com` })
    return { id, token: (await all.apiTokens.create(id, { label: "test" })).token }
  }
  const founder = await user("founder")
  const own = lectern.as(founder.id)
  const organization = (await own.organizations.create({ title: "Example", emailDomains: ["example.com"] })).id
  await all.emailDomains.verify(organization, "example.com")
  const second = (await own.organizations.create({ title: "Second" })).id
  const people = new Map<Caller, { readonly id: typeof founder.id; readonly token: string }>()
  for (const caller of callers) people.set(caller, await user(caller))
  for (const caller of members) {
    await all.members.add(organization, people.get(caller)!.id, roleOf(caller))
    await all.members.add(second, people.get(caller)!.id, "admin")
  }
  const holder = await user("holder")
  await all.members.add(organization, holder.id, "read")
  const holders = (await all.teams.create(organization, { title: "Holders", members: [holder.id] })).id
  const team = (
    await all.teams.create(organization, { title: "Crew", members: crew.map((at) => people.get(members[at]!)!.id) })
  ).id

  const shelves: Array<Thing & { readonly id: CollectionId }> = []
  for (const [at, { parent, defaultLevel }] of collections.entries()) {
    const within = parent !== undefined && parent < at ? parent : undefined
    const input = within === undefined ? {} : { parent: shelves[within]!.id }
    const { id } = await all.collections.create(organization, input)
    await all.collections.update(id, { defaultLevel })
    shelves.push({ id, parent: within, defaultLevel })
  }
  // In each collection, at two depths, there is something that only administrators see.
  const denied = { role: null, users: members.filter((each) => each !== "admin").map((each) => people.get(each)!.id) }
  const hidden: Array<SpaceId> = []
  for (const { id } of shelves) {
    const inner = await all.collections.create(organization, { parent: id })
    await all.contentGrants.invite({ collection: inner.id }, denied)
    for (const parent of [id, inner.id]) {
      const space = await all.spaces.create(organization, { parent, title: secrets.space })
      await all.contentGrants.invite({ space: space.id }, denied)
      hidden.push(space.id)
    }
  }
  const disturbed = async () => {
    const found: Array<string> = []
    for (const id of hidden) {
      const { deletedAt, organization: now, parent } = await all.spaces.get(id)
      if (deletedAt !== undefined || now !== organization || parent === undefined) found.push(id)
    }
    for (const { site, id } of veils) {
      const there = await all.siteSpaces.list(organization, site, {}).then(
        ({ items }) => items.some((each) => each.id === id),
        () => false
      )
      if (!there) found.push(id)
    }
    return found
  }
  const books: Array<Thing & { readonly id: SpaceId }> = []
  const details: Array<Readonly<Record<string, string>>> = []
  const inRequest: Array<Readonly<Record<string, string>>> = []
  for (const { parent, defaultLevel } of spaces) {
    const input = parent === undefined ? {} : { parent: shelves[parent]!.id }
    const { id } = await all.spaces.create(organization, input)
    await all.spaces.update(id, { defaultLevel })
    books.push({ id, parent, defaultLevel })
    const { revision: revisionId } = await all.contentEdits.apply(id, {
      changes: [
        { operation: "insert_page", title: "Guide", document: { markdown: "# Guide\n" } },
        { operation: "insert_page", title: "Embedding", document: { markdown: embedding(hidden) } },
        { operation: "insert_page", title: "Computed", computed },
        { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: btoa("a") }] }
      ]
    })
    const { pages, files } = await all.contents.current(id)
    const page = pages.find(({ title }) => title === "Guide")!.id
    const request = await own.changeRequests.create(id, { subject: "A better guide" })
    const rewrite = (markdown: string, at = {}) =>
      own.contentEdits.apply(id, { changes: [{ operation: "update_page", page, document: { markdown } }] }, at)
    const describe = (description: string, at = {}) =>
      own.contentEdits.apply(id, { changes: [{ operation: "update_page", page, description }] }, at)
    await describe("Hers", { changeRequest: request.id })
    await describe("His")
    const described = { item: page, where: "description", take: "main" } as const
    await own.changeRequests.resolve(id, request.id, { resolutions: [described] })
    await rewrite("# Guide\n\nHers\n", { changeRequest: request.id })
    await rewrite("# Guide\n\nHis\n")
    const [conflict] = await own.changeRequests.conflicts(id, request.id)
    const place = { space: id, changeRequest: request.id }
    const on = { page, range: { start: 2, end: 7 }, suggestion: "Manual" }
    const remark = await own.comments.post(place, { body: { markdown: "Why?" }, ...on })
    const answer = await own.comments.reply(place, remark.id, { body: { markdown: "So" } })
    await own.reviews.request(id, request.id, { users: [holder.id] })
    const comment = await own.comments.post({ space: id }, { body: { markdown: "Why?" }, ...on })
    const reply = await own.comments.reply({ space: id }, comment.id, { body: { markdown: "So" } })
    details.push({
      spaceId: id,
      revisionId,
      pageId: page,
      itemId: page,
      changeRequestId: request.id,
      conflict: conflict!.where,
      pagePath: "guide",
      fileId: files[0]!.id,
      commentId: comment.id,
      commentReplyId: reply.id,
      importId: await failedImport(own, id),
      uploadId: (await own.uploads.begin(id, { size: 5 })).id
    })
    inRequest.push({ commentId: remark.id, commentReplyId: answer.id })
  }
  const spare = (await all.spaces.create(organization, { title: "Spare" })).id
  for (const caller of members) {
    await all.contentGrants.invite({ space: spare }, { role: "create", users: [people.get(caller)!.id] })
  }
  const plain = await all.sites.create(organization, { title: "Plain", spaces: [books[0]!.id, spare] })
  const parted = await all.sites.create(organization, { title: "Parted", spaces: [books[1]!.id] })
  const section = await all.siteSections.add(organization, parted.id, { spaceId: spare })
  const group = await all.siteSectionGroups.add(organization, parted.id, { title: "Group", sections: [section.id] })
  // On each site, and in a section of another space, there is something that only administrators see.
  const veiled = (await all.spaces.create(organization, { title: secrets.space })).id
  await all.contentGrants.invite({ space: veiled }, denied)
  const veils: Array<{ readonly site: typeof plain.id; readonly id: string }> = []
  for (const { site, ...at } of [{ site: plain.id }, { site: parted.id, sectionId: section.id }]) {
    const { id } = await all.siteSpaces.add(organization, site, { spaceId: veiled, ...at })
    veils.push({ site, id })
  }
  const loose = (await all.siteSpaces.list(organization, plain.id, {})).items.find(({ space }) => space.id === spare)!
  const inSection = section.siteSpaces[0]!
  const parts = async (site: typeof plain.id, siteSpaceId: typeof loose.id) => {
    await all.sites.publish(organization, site)
    await all.adaptiveSchemas.set(organization, site, { jsonSchema })
    const link = await all.shareLinks.create(organization, site, { name: "Link" })
    const destination = { kind: "site-space", siteSpaceId } as const
    const redirect = await all.siteRedirects.create(organization, site, { source: "/old", destination })
    const [key] = (await all.sitePublishing.rotateKey(organization, site)).oldKeys
    return { siteId: site, siteSpaceId, shareLinkId: link.id, siteRedirectId: redirect.id, signingKeyId: key!.id }
  }
  const sites = [
    { id: plain.id, on: [0], params: await parts(plain.id, loose.id) },
    {
      id: parted.id,
      on: [1],
      params: {
        ...(await parts(parted.id, inSection.id)),
        siteSectionId: section.id,
        siteSectionGroupId: group.id
      }
    }
  ]

  const ids: ReadonlyArray<string> = [...shelves, ...books, ...sites].map(({ id }) => id)
  const targetOf = (id: string): GrantTarget => {
    if (shelves.some((shelf) => shelf.id === id)) return { collection: CollectionId.make(id) }
    return books.some((book) => book.id === id) ? { space: SpaceId.make(id) } : { organization, site: SiteId.make(id) }
  }
  const given = new Map<string, Level>()
  for (const { caller, target, level } of grants) {
    const id = ids[target]!
    given.set(`${members[caller]} ${id}`, level)
    await all.contentGrants.invite(targetOf(id), { role: level, users: [people.get(members[caller]!)!.id] })
  }
  const givenToCrew = new Map(crewGrants.map(({ target, level }) => [ids[target]!, level]))
  for (const [id, role] of givenToCrew) await all.contentGrants.invite(targetOf(id), { role, teams: [team] })
  for (const id of ids) {
    await all.contentGrants.invite(targetOf(id), { role: "comment", users: [holder.id], teams: [holders] })
  }

  const grantOf = (caller: Caller, id: string): Level | undefined => {
    const own = given.get(`${caller} ${id}`)
    if (own !== undefined) return own
    return crew.some((at) => members[at] === caller) ? givenToCrew.get(id) : undefined
  }
  /** The words of the rules, one after the other. */
  const levelOf = (caller: Caller, thing: Thing | undefined, book?: number): Level => {
    if (caller === "outsider") return null
    if (caller === "admin" || thing === undefined) return roleOf(caller)
    const granted = grantOf(caller, thing.id)
    if (granted !== undefined) return granted
    if (caller !== "guest" && thing.defaultLevel !== "inherit") return thing.defaultLevel
    const onSites = sites.flatMap((site) => {
      const found = book !== undefined && site.on.includes(book) ? grantOf(caller, site.id) : undefined
      return found === undefined ? [] : [found]
    })
    if (onSites.length > 0) return onSites.reduce((best, other) => (rankOf(other) > rankOf(best) ? other : best))
    return levelOf(caller, thing.parent === undefined ? undefined : shelves[thing.parent])
  }
  const siteLevel = (caller: Caller, id: string): Level => {
    if (caller === "outsider" || caller === "admin") return roleOf(caller)
    const granted = grantOf(caller, id)
    return granted === undefined ? roleOf(caller) : granted
  }
  const each = (of: (caller: Caller) => Level) =>
    Object.fromEntries(callers.map((caller) => [caller, of(caller)])) as Record<Caller, Level>
  const within = ({ parent }: Thing) =>
    each((caller) => levelOf(caller, parent === undefined ? undefined : shelves[parent]))

  const owned: Array<Partial<Record<Caller, { readonly uploadId: string }>>> = []
  for (const [at, book] of books.entries()) {
    const uploads: Partial<Record<Caller, { readonly uploadId: string }>> = {}
    for (const caller of members) {
      if (rankOf(levelOf(caller, book, at)) < rankOf("edit")) continue
      uploads[caller] = { uploadId: (await lectern.as(people.get(caller)!.id).uploads.begin(book.id, { size: 5 })).id }
    }
    owned.push(uploads)
  }
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths })
  await all.openAPISpecs.create(organization, { slug: "pets", source: { text } })
  while ((await all.openAPISpecs.get(organization, "pets")).processingState !== "complete") {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const invite = await all.invites.create(organization, { role: "edit" })
  const saml = await all.saml.create(organization, {
    label: "Active",
    entityID: "https://idp.example/entity",
    ssoURL: "https://idp.example/sso",
    certificate
  })
  const openId = await all.openIdProviders.create(organization, {
    label: "Active",
    issuer: "https://idp.example",
    clientId: "lectern"
  })
  const adminId = people.get("admin")!.id
  const token = (await lectern.as(adminId).apiTokens.create(adminId, { label: "Laptop" })).apiToken.id
  const serviceToken = (await all.serviceTokens.create(organization, { label: "Exports" })).apiToken.id
  const gathered = await Promise.all(resources.map(({ params }) => params?.(all, organization)))
  const beginning = handle.snapshot()
  const handler = fetchHandler(lectern)
  return {
    targets: [
      ...shelves.map(
        (shelf): Target => ({
          kind: "collection",
          params: { collectionId: shelf.id },
          level: each((caller) => levelOf(caller, shelf)),
          nested: shelf.parent !== undefined,
          around: within(shelf)
        })
      ),
      ...books.map(
        (book, at): Target => ({
          kind: "space",
          params: details[at]!,
          ofRequest: inRequest[at]!,
          own: owned[at]!,
          level: each((caller) => levelOf(caller, book, at)),
          nested: book.parent !== undefined,
          around: within(book)
        })
      ),
      ...sites.map(
        ({ id, params }): Target => ({
          kind: "site",
          params,
          level: each((caller) => siteLevel(caller, id)),
          nested: false,
          around: each(roleOf)
        })
      )
    ],
    params: {
      ...Object.assign({}, ...gathered),
      organizationId: organization,
      userId: holder.id,
      teamId: holders,
      emailDomain: "example.com",
      domain: "example.com",
      userInviteId: "unknown",
      specSlug: "pets",
      versionId: (await all.openAPISpecs.version(organization, "pets")).id,
      samlProviderId: saml.id,
      openIdProviderId: openId.id,
      inviteId: invite.id,
      tokenId: token,
      serviceTokenId: serviceToken
    },
    second,
    spare,
    ask: (caller, method, path, body, headers) =>
      handler(
        new Request(`http://lectern.test${path}`, {
          method,
          headers: {
            authorization: `Bearer ${people.get(caller)!.token}`,
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers
          },
          ...(body !== undefined && { body: JSON.stringify(body) })
        })
      ),
    disturbed,
    reset: () => handle.reset(beginning),
    close: () => lectern.close()
  }
}
