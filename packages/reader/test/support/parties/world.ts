/** Two organizations of one server, and everybody who may reach something of either; the secrets are one word. */
import * as Lectern from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { fetchHandler as apiHandler } from "@lectern/http/LecternHttp"
import { fetchHandler as pagesHandler } from "@lectern/reader/Reader"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Layer } from "effect"
import { SignJWT } from "jose"
import { importer } from "../../../../http/test/support/importer.js"
import { base, treeOf } from "../site.js"

/** Ids of the default form, and secrets, one after the other: two worlds of the same history have the same. */
const counted = () => {
  let ids = 0
  let secrets = 0
  return {
    next: () => `01k${String(++ids).padStart(23, "0")}`,
    secret: () => `secret${String(++secrets).padStart(37, "0")}`
  }
}

/** Sets documents as the text of their data. */
const pdf = Layer.succeed(PdfRenderer, {
  version: "1",
  render: ({ pages }) => Effect.succeed({ bytes: new TextEncoder().encode(JSON.stringify(pages)), problems: [] })
})

const spec = (word: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: word, version: "1.0.0", description: word },
    paths: { "/pets": { get: { summary: word, responses: { 200: { description: word } } } } }
  })

/** Ways to write embedded content: a specification, a reusable content, a file and a page, by any name of it. */
export const embedding = (names: Readonly<Record<string, string>>): string =>
  [
    `{% openapi-operation spec="${names.specSlug}" path="/pets" method="get" %}\n{% endopenapi-operation %}`,
    `{% openapi-schemas spec="${names.specId}" schemas="Pet" %}\n{% endopenapi-schemas %}`,
    `{% openapi src="/openapi/${names.specSlug}" path="/pets" method="get" %}\n{% endopenapi %}`,
    `{% openapi src="/files/${names.fileId}" path="/pets" method="get" %}\n{% endopenapi %}`,
    `{% include "/reusable-contents/${names.reusableId}" %}`,
    `{% include "../.gitbook/includes/shared.md" %}`,
    `![](/files/${names.fileId})`,
    `[page](/pages/${names.pageId}) [path](/pages/inner) [space](/spaces/${names.spaceId}) [user](/users/${names.userId})`,
    `[specification](/openapi/${names.specSlug}) [collection](/collections/${names.collectionId})`,
    `{% content-ref url="/spaces/${names.spaceId}" %}\n{% endcontent-ref %}`,
    `{% content-ref url="/pages/${names.pageId}" %}\n{% endcontent-ref %}`,
    `{% embed url="${base}/sites/${names.siteId}/" %}`,
    `{{ space.vars.password }} <code class="expression">space.vars.password</code>`
  ].join("\n\n")

/** A world whose victim's secrets are this word. */
export const makeWorld = async (word: string) => {
  const now = Date.UTC(2026, 10, 1)
  const lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    baseUrl: base,
    ids: counted(),
    clock: () => now,
    importer,
    pdf
  })
  const system = lectern.asSystem()
  const person = async (name: string, domain: string) => {
    const { id } = await system.users.create({ displayName: name, email: `${name}@${domain}` })
    return { id, token: (await system.apiTokens.create(id, { label: "walk" })).token, own: lectern.as(id) }
  }
  const ann = await person("ann", "victim.example")
  const bob = await person("bob", "victim.example")
  const kim = await person("kim", "both.example")
  const eve = await person("eve", "attacker.example")
  const gus = await person("gus", "guest.example")
  const sid = await person("sid", "stranger.example")

  /** The content of both organizations; the victim's is full of the word. */
  const found = async (owner: typeof ann, name: string, secret: string) => {
    const { own } = owner
    const { id: organization } = await own.organizations.create({
      title: name,
      hostname: name,
      emailDomains: [`${name}.example`]
    })
    await system.emailDomains.verify(organization, `${name}.example`)
    await system.members.add(organization, kim.id, name === "victim" ? "edit" : "read")
    const { id: team } = await own.teams.create(organization, { title: secret, members: [kim.id] })
    const { id: collection } = await own.collections.create(organization, { title: secret })
    const files = {
      "README.md": `# Home\n\nWelcome to ${name}.\n`,
      "inner.md": `# Inner\n\n${secret} {% include ".gitbook/includes/shared.md" %}\n\n![](a.json)\n`,
      ".gitbook/includes/shared.md": `# Shared\n\n${secret}\n`,
      ".gitbook/vars.yaml": `password: ${secret}\n`,
      "a.json": spec(secret)
    }
    const { space: inner } = await own.contentSync.create(
      organization,
      { title: secret, parent: collection },
      treeOf(files)
    )
    const { space: open } = await own.contentSync.create(
      organization,
      { title: `${name} open` },
      treeOf({ "README.md": `# ${name}\n\nOpen to all.\n`, "guide.md": "# Guide\n\nNothing secret.\n" })
    )
    await own.openAPISpecs.create(organization, { slug: `${name}-pets`, source: { text: spec(secret) } })
    await settled(own, organization)
    const made = await own.openAPISpecs.get(organization, `${name}-pets`)
    const request = await own.changeRequests.create(inner.id, { subject: secret })
    const comment = await own.comments.post({ space: inner.id }, { body: { markdown: secret } })
    const site = async (title: string, spaces: ReadonlyArray<SpaceId>) => {
      const { id } = await own.sites.create(organization, { title, spaces: [...spaces] })
      await own.sites.publish(organization, id)
      return id
    }
    const docs = await site(`${name} docs`, [open.id])
    const plain = await site(`${name} plain`, [open.id])
    await own.sites.update(organization, docs, { basename: `${name}-docs` })
    const keyed = await site(secret, [inner.id])
    await own.sites.update(organization, keyed, { visibility: "share-link" })
    const link = await own.shareLinks.create(organization, keyed, { name: secret })
    const closed = await site(secret, [inner.id])
    await own.sites.update(organization, closed, { visibility: "visitor-auth" })
    const hosted = await site(`${name} hosted`, [open.id])
    await system.sites.update(organization, hosted, { hostname: `docs.${name}.example` })
    const { pages, files: held, reusableContents } = await own.contents.current(inner.id)
    const page = pages.find((each) => "path" in each && each.path === "inner")!
    const [siteSpace] = (await own.siteSpaces.list(organization, docs, {})).items
    return {
      organizationId: organization,
      teamId: team,
      collectionId: collection,
      spaceId: inner.id,
      openSpaceId: open.id,
      pageId: page.id,
      pagePath: "inner",
      fileId: held[0]!.id,
      reusableId: reusableContents[0]!.id,
      revisionId: inner.revision,
      changeRequestId: request.id,
      changeRequestNumber: String(request.number),
      commentId: comment.id,
      specSlug: `${name}-pets`,
      specId: made.id,
      versionId: made.lastVersion!,
      siteId: docs,
      basename: `${name}-docs`,
      plainSiteId: plain,
      keyedSiteId: keyed,
      shareLinkId: link.id,
      closedSiteId: closed,
      hostedSiteId: hosted,
      hostname: `docs.${name}.example`,
      organizationHostname: name,
      siteSpaceId: siteSpace!.id,
      userId: owner.id,
      email: `${owner === ann ? "ann" : "eve"}@${name}.example`,
      domain: `${name}.example`,
      emailDomain: `${name}.example`,
      translationSettingsId: (await own.translations.create(organization, { title: secret })).id,
      samlProviderId: (await own.saml.create(organization, { label: secret })).id,
      invite: (await own.invites.create(organization, { role: "read" })).id,
      shareKey: new URL(link.urls.published).pathname.split("/").at(-2)!
    }
  }
  const settled = async (own: (typeof ann)["own"], organization: OrganizationId) => {
    while ((await own.openAPISpecs.list(organization, {})).items.some((each) => each.processingState !== "complete")) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const { invite, shareKey, ...victim } = await found(ann, "victim", word)
  const attacker = await found(eve, "attacker", "harmless")
  await system.members.add(victim.organizationId, bob.id, "read")
  await system.members.add(victim.organizationId, gus.id, null)
  const { space: commons } = await ann.own.contentSync.create(
    victim.organizationId,
    { title: "Commons" },
    treeOf({ "README.md": `# Commons\n\n${embedding(victim)}\n` })
  )
  await ann.own.contentGrants.invite({ space: commons.id }, { role: "read", users: [gus.id] })
  for (const site of [victim.plainSiteId, victim.hostedSiteId]) {
    const { id } = await ann.own.siteSpaces.add(victim.organizationId, site, { spaceId: victim.spaceId })
    await ann.own.siteSpaces.update(victim.organizationId, site, id, { condition: "visitor.claims.insider" })
  }
  const { privateKey } = await ann.own.sitePublishing.auth(victim.organizationId, victim.closedSiteId)
  const auth = await eve.own.sitePublishing.auth(attacker.organizationId, attacker.closedSiteId)
  /** A visitor token for a site, signed with this key. */
  const signed = (key: string, site: string) =>
    new SignJWT({ insider: true })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience(site)
      .setExpirationTime(now / 1000 + 100_000_000)
      .sign(new TextEncoder().encode(key))
  const visitor = await signed(privateKey, victim.closedSiteId)
  const forged = await signed(auth.privateKey, victim.closedSiteId)
  const service = await eve.own.serviceTokens.create(attacker.organizationId, { label: "Directory", scopes: ["admin"] })
  const tokens: Record<Who, string> = {
    ann: ann.token,
    bob: bob.token,
    kim: kim.token,
    eve: eve.token,
    gus: gus.token,
    sid: sid.token,
    directory: service.token
  }

  const api = apiHandler(lectern)
  const pages = pagesHandler(lectern, { baseUrl: base })
  const isApi = /^\/(?:v1|files|openapi|scim|pdf|healthz)\b/
  /** The answer to a request, without the parts that do not depend on stored data. */
  const ask = async (request: Asked): Promise<string> => {
    const { body, headers, host, method = "GET", path, who } = request
    const url = `${host === undefined ? base : `http://${host}`}${path}`
    const token = who === undefined ? undefined : tokens[who]
    const response = await (host === undefined && isApi.test(path) ? api : pages)(
      new Request(url, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    )
    const told = [...response.headers]
      .filter(([name]) => !/^(?:date|x-request-id)$/.test(name))
      .map((pair) => pair.join(": "))
    const text = await response.text()
    const printed = response.ok && path.endsWith("/pdf") ? new URL(JSON.parse(text).url).pathname : undefined
    const answer = [
      response.status,
      ...told,
      text,
      ...(printed === undefined ? [] : [await ask({ path: printed })])
    ].join("\n")
    if (method !== "GET" && path.includes("/openapi")) await settled(eve.own, attacker.organizationId)
    return answer
  }
  return {
    ask,
    victim,
    attacker,
    shareKey,
    strangersKey: attacker.shareKey,
    kim: kim.id,
    forged,
    visitor,
    commons: commons.id,
    guest: gus.id,
    close: () => lectern.close()
  }
}

/** The caller; `directory` is the token of the attacking organization itself. */
export type Who = "ann" | "bob" | "kim" | "eve" | "gus" | "sid" | "directory"

/** A request. There is no caller if `who` is absent. */
export interface Asked {
  readonly who?: Who
  readonly method?: string
  readonly path: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** @see {@link makeWorld} */
export type World = Awaited<ReturnType<typeof makeWorld>>
