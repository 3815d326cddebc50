/** Attacks by a user who knows every id and every name of another organization. */
import { base } from "../site.js"
import type { Names } from "./generated.js"
import { type Asked, embedding, type World } from "./world.js"

const patch = (path: string, body: unknown): Asked => ({ who: "eve", method: "PATCH", path, body })
const post = (path: string, body: unknown): Asked => ({ who: "eve", method: "POST", path, body })
const put = (path: string, body: unknown): Asked => ({ who: "eve", method: "PUT", path, body })

/** Names of the attacker's own things that are, or look like, names of the victim's. */
const names = (victim: Names, { openSpaceId, organizationId, siteId, siteSpaceId }: Names): ReadonlyArray<Asked> => {
  const org = `/v1/orgs/${organizationId}`
  const site = `${org}/sites/${siteId}`
  const content = `/v1/spaces/${openSpaceId}/content`
  const all = [...new Set(Object.values(victim))]
  const places: ReadonlyArray<readonly [keys: ReadonlyArray<string>, (name: string) => Asked]> = [
    [
      ["siteId", "plainSiteId", "keyedSiteId", "hostedSiteId", "basename", "hostname", "organizationHostname"],
      (basename) => patch(site, { basename })
    ],
    [["hostname", "basename", "siteId"], (hostname) => patch(site, { hostname })],
    [["hostname"], (hostname) => patch(site, { proxy: `${hostname}/docs` })],
    [["organizationId", "organizationHostname", "basename"], (hostname) => patch(org, { hostname })],
    [["domain", "hostname"], (domain) => patch(org, { emailDomains: [domain] })],
    [["specSlug", "specId"], (slug) => post(`${org}/openapi`, { slug, source: { text: "{}" } })],
    [["specSlug", "specId"], (slug) => put(`${org}/openapi/${slug}`, { source: { text: "{}" } })],
    [["pageId", "pagePath", "spaceId"], (slug) => post(content, { changes: [{ operation: "insert_page", slug }] })],
    [["basename", "siteId", "siteSpaceId"], (path) => patch(`${site}/site-spaces/${siteSpaceId}`, { path })],
    [
      ["basename", "siteId", "shareLinkId"],
      (source) =>
        post(`${site}/redirects`, {
          source: `/${source}`,
          destination: { kind: "site-space", siteSpaceId }
        })
    ]
  ]
  return places.flatMap(([keys, ask]) => all.filter((name) => keys.some((key) => victim[key] === name)).map(ask))
}

/** Ids of the victim's things in the attacker's calls. */
const uses = (victim: Names, attacker: Names): ReadonlyArray<Asked> => {
  const { collectionId, email, fileId, pageId, revisionId, spaceId, specSlug, teamId, userId } = victim
  const org = `/v1/orgs/${attacker.organizationId}`
  const site = `${org}/sites/${attacker.siteId}`
  const content = `/v1/spaces/${attacker.openSpaceId}/content`
  const change = (changes: ReadonlyArray<object>) => post(content, { changes })
  return [
    post(`${org}/sites`, { title: "Taken", spaces: [spaceId] }),
    post(`${org}/sites`, { title: "Taken", spaces: [victim.openSpaceId] }),
    post(`${site}/site-spaces`, { spaceId }),
    post(`${site}/sections`, { spaceId }),
    patch(`${site}/site-spaces/${attacker.siteSpaceId}`, { spaceId }),
    post(`${org}/collections`, { title: "Taken", parent: collectionId }),
    post(`/v1/spaces/${attacker.spaceId}/move`, { parent: collectionId }),
    post(`/v1/spaces/${attacker.spaceId}/transfer`, { organization: victim.organizationId }),
    post(`/v1/spaces/${spaceId}/transfer`, { organization: attacker.organizationId }),
    post(`/v1/collections/${collectionId}/transfer`, { organization: attacker.organizationId }),
    patch(org, { defaultContent: { type: "site", site: victim.siteId } }),
    change([{ operation: "insert_page", title: "Below", into: pageId }]),
    change([{ operation: "revert_page", page: pageId, revision: revisionId }]),
    change([
      {
        operation: "insert_page",
        title: "Computed",
        computed: {
          type: "builtin:openapi",
          dependencies: { spec: { ref: { kind: "openapi", spec: specSlug } } }
        }
      }
    ]),
    change([{ operation: "insert_files", files: [{ name: "a", url: `${base}/sites/${victim.keyedSiteId}/` }] }]),
    put(`${org}/teams`, { title: "Taken", members: [userId] }),
    put(`${org}/teams/${attacker.teamId}/members`, { add: [email] }),
    put(`${org}/teams/${teamId}/members`, { add: [attacker.userId] }),
    post(`${org}/invites`, { emails: [email], role: "read" }),
    post(`/v1/spaces/${attacker.spaceId}/permissions`, { users: [userId], teams: [teamId], role: "read" }),
    post(`/v1/spaces/${spaceId}/permissions`, { users: [attacker.userId], role: "admin" }),
    post(`${org}/email-domains/${victim.domain}/verify`, {}),
    patch(org, { sso: true, secondFactor: "required", defaultRole: null }),
    patch(org, { sso: false, secondFactor: "optional" }),
    { who: "eve", path: `${content}/page/${pageId}?format=document` },
    { who: "eve", path: `${content}/files/${fileId}` }
  ]
}

/** A page that embeds everything, and every form in which it is read. */
const embeds = (victim: Names, attacker: Names): ReadonlyArray<Asked> => {
  const { openSpaceId, organizationId, plainSiteId: siteId } = attacker
  const space = `/v1/spaces/${openSpaceId}`
  const path = `${space}/content/path/embedding`
  const tool = (name: string, given: object) => ({
    method: "POST",
    path: `/sites/${siteId}/~/mcp`,
    headers: { accept: "application/json, text/event-stream" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }
  })
  const page = { operation: "insert_page", title: "Embedding", slug: "embedding" }
  return [
    post(`${space}/content`, { changes: [{ ...page, document: { markdown: embedding(victim) } }] }),
    { who: "eve", path },
    { who: "eve", path: `${path}?format=document&evaluated=true` },
    { who: "eve", path: `${path}?evaluated=true` },
    { who: "eve", path: `${space}/links` },
    { who: "eve", path: `${space}/pdf` },
    { who: "eve", path: `/v1/orgs/${organizationId}/search?query=quokka` },
    ...["embedding", "embedding.md", "llms-full.txt", "search?q=quokka", "sitemap.xml"].map((below) => ({
      path: `/sites/${siteId}/${below}`
    })),
    tool("read_page", { path: "embedding" }),
    tool("search", { query: "wombat" })
  ]
}

/** Visits to the victim's addresses, with the credentials of the attacker's own sites. */
const visits = ({ forged, strangersKey, victim }: World): ReadonlyArray<Asked> => {
  const sites = [victim.basename, victim.siteId, victim.plainSiteId, victim.keyedSiteId, victim.closedSiteId]
  const brought: ReadonlyArray<Readonly<Record<string, string>>> = [
    {},
    { "x-visitor-token": forged },
    { cookie: `lectern_visitor=${Buffer.from(JSON.stringify({ shareKey: strangersKey })).toString("base64url")}` }
  ]
  return sites.flatMap((site) =>
    brought.flatMap((headers) => [
      ...["", "inner", "search?q=quokka", "search?q=wombat", "llms-full.txt", `${strangersKey}/`].map((below) => ({
        path: `/sites/${site}/${below}`,
        headers
      })),
      { path: `/v1/orgs/${victim.organizationId}/sites/${site}/search?query=wombat`, headers },
      { path: `/v1/orgs/${victim.organizationId}/sites/${site}/published?shareKey=${strangersKey}`, headers }
    ])
  )
}

/** Statements of the attacking organization's directory about people of the victim, and about a member of both. */
const provisioned = ({ attacker, kim, victim }: World): ReadonlyArray<Asked> => {
  const users = `/scim/v2/${attacker.organizationId}/Users`
  const schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"]
  const user = { schemas, userName: victim.email, displayName: "Taken", emails: [{ value: victim.email }] }
  const as = { who: "directory" } as const
  return [
    { ...as, method: "POST", path: users, body: user },
    { ...as, method: "PUT", path: `${users}/${victim.userId}`, body: user },
    { ...as, method: "PUT", path: `${users}/${kim}`, body: { ...user, userName: "kim", active: false } },
    { ...as, path: `${users}?filter=${encodeURIComponent(`userName eq "${victim.email}"`)}` },
    { ...as, method: "DELETE", path: `${users}/${victim.userId}` },
    patch(`/v1/orgs/${attacker.organizationId}/members/${kim}`, { role: null, disabled: true }),
    post(`/v1/orgs/${attacker.organizationId}/members/${kim}/sso`, {})
  ]
}

/** Reads of a guest of the victim in the one space that is open to them. Its page embeds content that is not. */
const guest = (victim: Names, commons: string): ReadonlyArray<Asked> =>
  [
    `/v1/spaces/${commons}/content/path/readme?format=document&evaluated=true`,
    `/v1/spaces/${commons}/links`,
    `/v1/spaces/${commons}/search?query=quokka`,
    `/v1/orgs/${victim.organizationId}/search?query=wombat`,
    `/v1/orgs/${victim.organizationId}/sites`,
    `/v1/spaces/${commons}/pdf`
  ].map((path) => ({ who: "gus", path }))

/** Everything that is tried in each walk. */
export const takings = (world: World): ReadonlyArray<ReadonlyArray<Asked>> => {
  const { attacker, commons, victim } = world
  const single = [...names(victim, attacker), ...uses(victim, attacker), ...visits(world), ...provisioned(world)]
  return [...single.map((each) => [each]), embeds(victim, attacker), guest(victim, commons)]
}
