/** What the pages of a site have in common. */

/** What occurs on most pages of a site, and is therefore not content of any of them. */
export interface Common {
  /** The fingerprints of blocks. */
  readonly blocks: ReadonlySet<number>
  /** The texts of headings. */
  readonly headings: ReadonlySet<string>
  /** What the titles in the heads of pages begin or end with, separators included. */
  readonly titles: ReadonlyArray<string>
}

/** What is known about a page from its site before it is read. */
export interface Known extends Common {
  /** What the site's navigation calls it. */
  readonly label?: string | undefined
  /** Whether the title in its head tells it from others better than its heading does. */
  readonly isHeadTitled?: boolean | undefined
  /** Whether it is the first page of the site. */
  readonly isFirst?: boolean | undefined
}

/** Nothing in common, for a page that is read alone. */
export const nothingCommon: Common = { blocks: new Set(), headings: new Set(), titles: [] }
