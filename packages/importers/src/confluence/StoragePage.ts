/** A page of Confluence's storage format as markdown, in plain data, so that any thread can read it. */
import { readTree } from "../html/HtmlPage.js"
import { storageToHtml } from "./StorageFormat.js"

/** What a page refers to by its name: a page, in another space if one is named, or a file of a page. */
export interface StorageReference {
  readonly kind: "page" | "attachment"
  readonly name: string
  readonly within?: string
}

/** What tells references apart. */
export const referenceKey = ({ kind, name, within }: StorageReference): string => JSON.stringify([kind, name, within])

/** A page to be read: `address` is its own, `known` has those of what it refers to, by {@link referenceKey}. */
export interface StoragePage {
  readonly storage: string
  readonly address: string
  readonly known: ReadonlyMap<string, string>
}

/** A page as it was read: what is lost of it, and everything that it refers to, known or not. */
export interface StorageReading {
  readonly markdown: string
  readonly lost: ReadonlyArray<string>
  readonly references: ReadonlyArray<StorageReference>
}

/** Reads a page. */
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
    lost: (what) => lost.add(what)
  })
  return { markdown: readTree(root, address).markdown, lost: [...lost], references: [...found.values()] }
}
