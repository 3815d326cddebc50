/** The addresses of objects, all absolute, from the one configured public base address. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/**
 * Where this engine is reached; `base` has no trailing slash.
 * @since 0.1.0
 */
export interface PublicUrlsService {
  readonly base: string
}

/**
 * The public base address of an engine.
 * @since 0.1.0
 */
export class PublicUrls extends Context.Tag("@lectern/core/PublicUrls")<PublicUrls, PublicUrlsService>() {}

/**
 * This base address; trailing slashes are dropped.
 * @since 0.1.0
 */
export const make = (base: string): PublicUrlsService => ({ base: base.replace(/\/+$/, "") })

/**
 * {@link make} as a layer.
 * @since 0.1.0
 */
export const layer = (base: string): Layer.Layer<PublicUrls> => Layer.succeed(PublicUrls, make(base))

/**
 * An object's address in the API, and in the application.
 * @since 0.1.0
 */
export interface ObjectUrls {
  readonly location: string
  readonly app: string
}

/**
 * The addresses of an organization.
 * @since 0.1.0
 */
export const organizationUrls = (base: string, id: string): ObjectUrls => ({
  location: `${base}/v1/orgs/${id}`,
  app: `${base}/app/o/${id}`
})

/**
 * The addresses of a collection.
 * @since 0.1.0
 */
export const collectionUrls = (base: string, id: string): ObjectUrls => ({
  location: `${base}/v1/collections/${id}`,
  app: `${base}/app/c/${id}`
})

/**
 * The addresses of a space.
 * @since 0.1.0
 */
export const spaceUrls = (base: string, id: string): ObjectUrls => ({
  location: `${base}/v1/spaces/${id}`,
  app: spaceAppUrl(base, id)
})

/**
 * A space's address in the application.
 * @since 0.1.0
 */
export const spaceAppUrl = (base: string, id: string): string => `${base}/app/s/${id}`

/**
 * The address in the application of the page at `path`, which joins slugs by `/`.
 * @since 0.1.0
 */
export const pageAppUrl = (base: string, space: string, path: string): string =>
  path === "" ? spaceAppUrl(base, space) : `${spaceAppUrl(base, space)}/${encodeURI(path)}`

/**
 * The addresses of a change request.
 * @since 0.1.0
 */
export const changeRequestUrls = (base: string, space: string, id: string): ObjectUrls => ({
  location: `${spaceUrls(base, space).location}/change-requests/${id}`,
  app: `${spaceAppUrl(base, space)}/~/changes/${id}`
})
/**
 * The addresses of a site in the API and in the application.
 * @since 0.1.0
 */
export const siteUrls = (base: string, organization: string, id: string): ObjectUrls => ({
  location: `${base}/v1/orgs/${organization}/sites/${id}`,
  app: `${base}/app/o/${organization}/sites/${id}`
})

/**
 * Where a site is read once it is published; ends with a slash.
 * @since 0.1.0
 */
export const siteAddress = (
  base: string,
  site: { readonly id: string; readonly hostname?: string; readonly basename?: string }
): string =>
  site.hostname === undefined
    ? `${base}/sites/${encodeURIComponent(site.basename ?? site.id)}/`
    : `https://${site.hostname}/`

/**
 * Where a site is read by those who have the key of one of its share links; ends with a slash.
 * @since 0.1.0
 */
export const sharedSiteAddress = (base: string, site: Parameters<typeof siteAddress>[1], key: string): string =>
  `${siteAddress(base, site)}${encodeURIComponent(key)}/`

/**
 * The address of what has a path below a site's address, empty for the site itself; ends with a slash.
 * @since 0.1.0
 */
export const siteAddressBelow = (address: string, path: string): string =>
  path === "" ? address : `${address}${encodeURI(path)}/`

/**
 * A user's address in the API.
 * @since 0.1.0
 */
export const userLocation = (base: string, id: string): string => `${base}/v1/users/${id}`

/**
 * The address in the API of an invite that waits for its person's answer.
 * @since 0.1.0
 */
export const userInviteLocation = (base: string, id: string): string => `${base}/v1/user/invites/${id}`
