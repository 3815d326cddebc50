/**
 * The absolute URLs of objects, from the configured public base URL.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** The public URLs of this engine, without trailing slashes. */
export interface PublicUrlsService {
  /** The URL of the API and of the application. */
  readonly base: string
  /** The URL below which sites are read that have no host name of their own. */
  readonly sites: string
}

/** The public base URL of an engine. */
export class PublicUrls extends Context.Tag("@lectern/core/PublicUrls")<PublicUrls, PublicUrlsService>() {}

const withoutSlash = (url: string): string => url.replace(/\/+$/, "")

/** These URLs, without trailing slashes; sites are read below the base URL if there is no other one for them. */
export const make = (base: string, sites: string = base): PublicUrlsService => ({
  base: withoutSlash(base),
  sites: withoutSlash(sites)
})

/** {@link make} as a layer. */
export const layer = (base: string, sites?: string): Layer.Layer<PublicUrls> =>
  Layer.succeed(PublicUrls, make(base, sites))

/** An object's URLs in the API and in the application. */
export interface ObjectUrls {
  readonly location: string
  readonly app: string
}

/** The URLs of an organization. */
export const organizationUrls = (base: string, id: string): ObjectUrls => ({
  location: `${base}/v1/orgs/${id}`,
  app: `${base}/app/o/${id}`
})

/** The URLs of a collection. */
export const collectionUrls = (base: string, id: string): ObjectUrls => ({
  location: `${base}/v1/collections/${id}`,
  app: `${base}/app/c/${id}`
})

/** The URLs of a space. */
export const spaceUrls = (base: string, id: string): ObjectUrls => ({
  location: `${base}/v1/spaces/${id}`,
  app: spaceAppUrl(base, id)
})

/** A space's URL in the application. */
export const spaceAppUrl = (base: string, id: string): string => `${base}/app/s/${id}`

/** The URL in the application of the page at `path`, which joins slugs by `/`. */
export const pageAppUrl = (base: string, space: string, path: string): string =>
  path === "" ? spaceAppUrl(base, space) : `${spaceAppUrl(base, space)}/${encodeURI(path)}`

/** The URLs of a change request. */
export const changeRequestUrls = (base: string, space: string, id: string): ObjectUrls => ({
  location: `${spaceUrls(base, space).location}/change-requests/${id}`,
  app: `${spaceAppUrl(base, space)}/~/changes/${id}`
})

/** The URLs of a revision; people open its space. */
export const revisionUrls = (base: string, space: string, id: string): ObjectUrls => ({
  location: `${spaceUrls(base, space).location}/revisions/${id}`,
  app: spaceAppUrl(base, space)
})

/** The URLs of a site in the API and in the application. */
export const siteUrls = (base: string, organization: string, id: string): ObjectUrls => ({
  location: `${base}/v1/orgs/${organization}/sites/${id}`,
  app: `${base}/app/o/${organization}/sites/${id}`
})

/** The URL of a host name of a site, which has the scheme and the port of the server; ends with a slash. */
const hostAddress = (base: string, hostname: string): string => `${Object.assign(new URL(base), { hostname }).origin}/`

/** The URL at which a site is read once it is published; ends with a slash. */
export const siteAddress = (
  { base, sites }: PublicUrlsService,
  site: { readonly id: string; readonly hostname?: string; readonly basename?: string }
): string =>
  site.hostname === undefined
    ? `${sites}/sites/${encodeURIComponent(site.basename ?? site.id)}/`
    : hostAddress(base, site.hostname)

/** The URL at which a site is read with the key of one of its share links; ends with a slash. */
export const sharedSiteAddress = (
  urls: PublicUrlsService,
  site: Parameters<typeof siteAddress>[1],
  key: string
): string => `${siteAddress(urls, site)}${encodeURIComponent(key)}/`

/** The URL of a path below a site's URL, which is empty for the site itself; ends with a slash. */
export const siteAddressBelow = (address: string, path: string): string =>
  path === "" ? address : `${address}${encodeURI(path)}/`

/** A user's URL in the API. */
export const userLocation = (base: string, id: string): string => `${base}/v1/users/${id}`

/** The URL in the API of an invite that waits for its person's answer. */
export const userInviteLocation = (base: string, id: string): string => `${base}/v1/user/invites/${id}`
