/** The pages of a folder before their texts are read: what is a page, where it sits, what it is called. */
import type { Computed } from "../content/Computed.js"
import type { LinkTarget } from "../content/Page.js"
import { slug, unique } from "../markdown/Slug.js"

/**
 * A page to be. `path` is the file of a document; one without a file is empty. `title` is what the page is called when
 * its text has no title.
 */
export interface Entry {
  readonly type: "document" | "group" | "link" | "computed"
  readonly key: string
  readonly title: string
  readonly path?: string
  readonly slug?: string
  readonly target?: LinkTarget
  readonly computed?: Computed
  /** The line of the table of contents that lists it. */
  readonly line?: number
  readonly entries: ReadonlyArray<Entry>
}

/** Makes keys for what has no file, from its place: the key of its parent, then its title. None is given twice. */
export const keyMaker = (): ((kind: "group" | "link" | "page", parent: string, title: string) => string) => {
  const taken = new Set<string>()
  return (kind, parent, title) => {
    const key = unique(`${kind}:${parent === "" ? "" : `${parent}:`}${slug(title)}`, taken, Number.POSITIVE_INFINITY)
    taken.add(key)
    return key
  }
}
