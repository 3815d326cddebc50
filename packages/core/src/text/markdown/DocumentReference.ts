/** The target of a destination in a stored text, as the `data.ref` of a document node. */
import { decodePart } from "../../foundation/urls/Decoding.js"

/** A reference of a document node. Anchors are as their headings have them, without percent escapes. */
export type DocumentReference =
  | { readonly kind: "page"; readonly page: string }
  | { readonly kind: "anchor"; readonly anchor: string; readonly page?: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "reusable-content"; readonly reusableContent: string }
  | { readonly kind: "url"; readonly url: string }

const stored = /^\/(pages|files|reusable-contents)\/([^/?#]+)(?:\?[^#]*)?(?:#(.*))?$/

/** The reference that a destination is: an id form, an anchor of the page itself, or an address. */
export const documentReference = (destination: string): DocumentReference => {
  if (destination.startsWith("#") && destination.length > 1) {
    return { kind: "anchor", anchor: decodePart(destination.slice(1)) }
  }
  const match = stored.exec(destination)
  if (match === null) return { kind: "url", url: destination }
  const [, kind, id, anchor] = match
  if (kind === "files") return { kind: "file", file: id! }
  if (kind === "reusable-contents") return { kind: "reusable-content", reusableContent: id! }
  if (anchor === undefined || anchor === "") return { kind: "page", page: id! }
  return { kind: "anchor", page: id!, anchor: decodePart(anchor) }
}
