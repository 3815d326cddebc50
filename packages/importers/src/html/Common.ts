/** What the pages of a site have in common. */

/** What stands on most pages of a site: it says nothing about any of them. */
export interface Common {
  /** The fingerprints of blocks. */
  readonly blocks: ReadonlySet<number>
  /** The texts of headings. */
  readonly headings: ReadonlySet<string>
  /** What the titles in the heads of pages begin or end with, separators included. */
  readonly titles: ReadonlyArray<string>
}

/** What a site knows of one of its pages before it is read. */
export interface Known extends Common {
  /** What the site's navigation calls it. */
  readonly label?: string | undefined
  /** Whether the title in its head tells it from others better than its heading does. */
  readonly isHeadTitled?: boolean | undefined
  /** Whether it is the first page of the site. */
  readonly isFirst?: boolean | undefined
}

/** What a page that was read alone has in common with others. */
export const nothingCommon: Common = { blocks: new Set(), headings: new Set(), titles: [] }
