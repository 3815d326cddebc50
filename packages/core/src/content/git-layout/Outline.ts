/** The pages of a folder before their texts are read: which files are pages, their places and their titles. */

import { slug, unique } from "../../text/markdown/Slug.js"
import type { Computed } from "../pages/Computed.js"
import type { LinkTarget } from "../pages/Page.js"

/**
 * A future page. `path` is the file of a document; a page without a file is empty. `title` is the title of the page if
 * its text has none.
 */
export interface Entry {
  readonly type: "document" | "group" | "link" | "computed"
  readonly key: string
  readonly title: string
  /** What the table of contents calls it, if that is not its title. */
  readonly label?: string
  readonly path?: string
  readonly slug?: string
  readonly target?: LinkTarget
  readonly computed?: Computed
  /** The line of the table of contents that lists it. */
  readonly line?: number
  readonly entries: ReadonlyArray<Entry>
}

/** Makes unique keys for pages without a file, from their place: the key of the parent, then the title. */
export const keyMaker = (): ((kind: "group" | "link" | "page", parent: string, title: string) => string) => {
  const taken = new Set<string>()
  return (kind, parent, title) => {
    const key = unique(`${kind}:${parent === "" ? "" : `${parent}:`}${slug(title)}`, taken, Number.POSITIVE_INFINITY)
    taken.add(key)
    return key
  }
}
