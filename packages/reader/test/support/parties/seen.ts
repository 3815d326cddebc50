/** Everything that the victim, its members and its visitors are answered. */
import { base } from "../site.js"
import { filled, operations } from "./generated.js"
import type { Asked, World } from "./world.js"

/**
 * Reads of data that others may change, or be seen to do, without a right in the organization: the trail of refused
 * calls, the input of visitors, and invites of a user.
 */
const open: ReadonlySet<string> = new Set([
  "listAuditEvents",
  "listSiteFeedback",
  "listUserInvites",
  "listOrganizationsForAuthenticatedUser",
  "getOrganizationsForEmailDomain"
])

/** Reads whose answers are other ones each time: they give out ids of clients. */
const unique: ReadonlySet<string> = new Set(["getLiveText", "getChangeRequestLiveText"])

/** The requests whose answers no attacker may change. */
export const seen = ({ shareKey, victim, visitor }: World): ReadonlyArray<Asked> => {
  const reads = operations.filter(({ method, name }) => method === "GET" && !open.has(name) && !unique.has(name))
  const calls = (["ann", "bob", "kim"] as const).flatMap((who) =>
    reads.flatMap(({ path }) => {
      const whole = filled(path, victim)
      return whole === undefined ? [] : [{ who, path: path.endsWith("/search") ? `${whole}?query=welcome` : whole }]
    })
  )
  const sites = [
    victim.basename,
    victim.siteId,
    victim.plainSiteId,
    victim.keyedSiteId,
    victim.closedSiteId,
    victim.hostedSiteId
  ]
  const below = ["", "guide", "guide.md", "inner", "llms.txt", "llms-full.txt", "search?q=open", "sitemap.xml", "none"]
  const kept = (value: object) => ({
    cookie: `lectern_visitor=${Buffer.from(JSON.stringify(value)).toString("base64url")}`
  })
  return [
    ...calls,
    ...sites.flatMap((site) => below.map((path) => ({ path: `/sites/${site}/${path}` }))),
    ...below.map((path) => ({ host: victim.hostname, path: `/${path}` })),
    { path: `/sites/${victim.keyedSiteId}/${shareKey}/` },
    ...below.map((path) => ({ path: `/sites/${victim.keyedSiteId}/${path}`, headers: kept({ shareKey }) })),
    ...below.map((path) => ({
      path: `/sites/${victim.closedSiteId}/${path}`,
      headers: { "x-visitor-token": visitor }
    })),
    { path: `/openapi/${victim.organizationId}/${victim.specSlug}` },
    { path: `${new URL(base).pathname}v1/orgs/${victim.organizationId}/sites/${victim.siteId}/published` }
  ]
}
