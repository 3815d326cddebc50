/** Describes the content that the pages of a site have in common. */

/** Content that occurs on most pages of a site, and therefore belongs to none of them. */
export interface Common {
  /** The fingerprints of blocks. */
  readonly blocks: ReadonlySet<number>
  /** The texts of headings. */
  readonly headings: ReadonlySet<string>
  /** The common beginnings and ends of the pages' `<title>`s, including separators. */
  readonly titles: ReadonlyArray<string>
}

/** Facts about a page that are known from the site before it is converted. */
export interface Known extends Common {
  /** Its name in the site's navigation. */
  readonly label?: string | undefined
  /** Whether its `<title>` distinguishes it better from other pages than its heading does. */
  readonly isHeadTitled?: boolean | undefined
  /** Whether it is the first page of the site. */
  readonly isFirst?: boolean | undefined
}

/** For a page that is converted alone. */
export const nothingCommon: Common = { blocks: new Set(), headings: new Set(), titles: [] }
