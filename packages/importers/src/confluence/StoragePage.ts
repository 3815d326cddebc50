/**
 * Converts a page from Confluence's storage format to markdown. Input and output are plain data, so that any thread can
 * do it.
 */
import { measureTree } from "../html/HtmlPage.js"
import { storageToHtml } from "./StorageFormat.js"

/** A reference of a page by name: to a page, possibly of another space, to an attachment of a page, or to a user. */
export interface StorageReference {
  readonly kind: "page" | "attachment" | "user"
  readonly name: string
  readonly within?: string
}

/** A string that identifies a reference. */
export const referenceKey = ({ kind, name, within }: StorageReference): string => JSON.stringify([kind, name, within])

/** A page to convert: `address` is its own; `known` has the addresses of its references and the names of users, by {@link referenceKey}. */
export interface StoragePage {
  readonly storage: string
  readonly address: string
  readonly known: ReadonlyMap<string, string>
}

/** A converted page, with its losses and all its references, known or not. */
export interface StorageReading {
  readonly markdown: string
  readonly lost: ReadonlyArray<string>
  readonly references: ReadonlyArray<StorageReference>
}

/** Converts a page. */
export const readStorage = ({ address, known, storage }: StoragePage): StorageReading => {
  const lost = new Set<string>()
  const found = new Map<string, StorageReference>()
  const resolve = (kind: StorageReference["kind"], name: string, within: string | undefined): string | undefined => {
    const reference: StorageReference = { kind, name, ...(within !== undefined && { within }) }
    const key = referenceKey(reference)
    found.set(key, reference)
    return known.get(key)
  }
  const root = storageToHtml(storage, {
    page: (title, space) => resolve("page", title, space),
    attachment: (name, page) => resolve("attachment", name, page),
    user: (id) => resolve("user", id, undefined),
    lost: (what) => lost.add(what)
  })
  const { losses, markdown } = measureTree(root, address)
  return { markdown, lost: [...lost, ...losses], references: [...found.values()] }
}
