/** The target of a link, parsed from its destination. */
import { documentReference } from "../../text/markdown/DocumentReference.js"

/** The target of a link, as stored: something in the same space, something elsewhere, or a URL. */
export type LinkTarget =
  | { readonly kind: "page"; readonly page: string; readonly anchor?: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "reusable-content"; readonly reusableContent: string }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "openapi"; readonly spec: string }
  | { readonly kind: "url"; readonly url: string }

const elsewhere = /^\/(spaces|collections|users|openapi)\/([^/?#]+)\/?(?:[?#].*)?$/

/** The target of a destination in the text of a page. A bare `#anchor` is a place in that page. */
export const targetOf = (destination: string, page: string): LinkTarget => {
  const reference = documentReference(destination)
  switch (reference.kind) {
    case "anchor":
      return { kind: "page", page: reference.page ?? page, anchor: reference.anchor }
    case "url": {
      const [, kind, id] = elsewhere.exec(destination) ?? []
      if (kind === undefined || id === undefined) return reference
      if (kind === "spaces") return { kind: "space", space: id }
      if (kind === "openapi") return { kind: "openapi", spec: id }
      return kind === "collections" ? { kind: "collection", collection: id } : { kind: "user", user: id }
    }
    default:
      return reference
  }
}

/** The id of the item of the same space that a target is, if it is one. */
export const itemOf = (target: LinkTarget): string | undefined => {
  switch (target.kind) {
    case "page":
      return target.page
    case "file":
      return target.file
    case "reusable-content":
      return target.reusableContent
    default:
      return undefined
  }
}

/**
 * Whether a URL leads somewhere, as far as that can be told without fetching it. A URL with a scheme or a host does; a
 * path does not, since every path into the space became a link to a page or file when it was written.
 */
export const isAddress = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\{\{)/i.test(url)

/** Whether a URL belongs to one of this server's own objects, in its API, its application, its files or its sites. */
export const isOwnAddress = (url: string, base: string): boolean =>
  url.startsWith(`${base}/`) && /^(?:v1|app|files|sites|openapi)\//.test(url.slice(base.length + 1))
