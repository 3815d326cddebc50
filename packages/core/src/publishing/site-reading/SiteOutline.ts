/** The outline of a space as a reader of a site sees it, made once for each revision. */
import type { DocumentPage, GroupPage, LinkTarget, Page } from "../../content/pages/Page.js"

/** A page in an outline. */
export interface OutlineEntry {
  readonly id: string
  readonly type: "document" | "group" | "link"
  readonly title: string
  /** What navigation shows in place of the title. */
  readonly label?: string
  /** The slugs from the root, joined by `/`; empty for links. */
  readonly path: string
  /** The id of its parent page; empty at the root. */
  readonly parent: string
  readonly updatedAt: string
  readonly description?: string
  readonly emoji?: string
  readonly icon?: string
  /** Whether it is omitted from the navigation. */
  readonly isHidden: boolean
  /** Whether search engines may list it. */
  readonly isListed: boolean
  /** The target of a link. */
  readonly target?: LinkTarget
  /** The path in its repository of the file that it was imported from. */
  readonly source?: string
  /** The layout and the cover of a document. */
  readonly page?: Pick<DocumentPage, "layout" | "cover">
}

/** The pages of a space that a reader sees. */
export interface SiteOutline {
  /** Identifies this outline among all outlines of the space. */
  readonly version: string
  /** Whether its content depends on conditions. */
  readonly isConditional: boolean
  /** Every page in reading order. */
  readonly entries: ReadonlyArray<OutlineEntry>
  readonly byId: ReadonlyMap<string, OutlineEntry>
  readonly byPath: ReadonlyMap<string, OutlineEntry>
  /** The pages directly below each page, by its id; pages at the root are under the empty id. */
  readonly children: ReadonlyMap<string, ReadonlyArray<OutlineEntry>>
  /** The documents that the navigation shows, in reading order. */
  readonly documents: ReadonlyArray<OutlineEntry>
  /** The places of {@link documents}, by their ids. */
  readonly placeOf: ReadonlyMap<string, number>
  /** The page that the space opens with. */
  readonly first: OutlineEntry | undefined
}

const flagsOf = ({ hidden, noRobotsIndex }: Pick<GroupPage, "hidden" | "noRobotsIndex">, isBelowHidden: boolean) => ({
  isHidden: hidden === true || isBelowHidden,
  isListed: hidden !== true && noRobotsIndex !== true && !isBelowHidden
})

const entryOf = (page: Page, parent: string, isBelowHidden: boolean): OutlineEntry => {
  const { emoji, icon, id, label, title, updatedAt } = page
  const base = {
    id,
    title,
    parent,
    updatedAt: updatedAt ?? "",
    ...(label !== undefined && { label }),
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon })
  }
  switch (page.type) {
    case "link":
      return { ...base, type: "link", path: "", target: page.target, ...flagsOf(page, isBelowHidden) }
    case "group":
      return { ...base, type: "group", path: page.path, ...flagsOf(page, isBelowHidden) }
    case "computed":
      return { ...base, type: "document", path: page.path, ...flagsOf(page, isBelowHidden) }
    case "document": {
      const { cover, description, git, layout, path } = page
      return {
        ...base,
        type: "document",
        path,
        ...flagsOf(page, isBelowHidden),
        ...(description !== undefined && { description }),
        ...(git !== undefined && { source: git.path }),
        page: { layout, ...(cover !== undefined && { cover }) }
      }
    }
  }
}

/** The outline of pages in reading order. */
export const outlineFrom = (
  entries: ReadonlyArray<OutlineEntry>,
  { isConditional, version }: Pick<SiteOutline, "isConditional" | "version">
): SiteOutline => {
  const children = new Map<string, Array<OutlineEntry>>()
  for (const entry of entries) {
    const beside = children.get(entry.parent)
    if (beside === undefined) children.set(entry.parent, [entry])
    else beside.push(entry)
  }
  const documents = entries.filter(({ isHidden, type }) => type === "document" && !isHidden)
  return {
    version,
    isConditional,
    entries,
    children,
    documents,
    placeOf: new Map(documents.map(({ id }, place) => [id, place])),
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    byPath: new Map(entries.flatMap((entry) => (entry.type === "link" ? [] : [[entry.path, entry]]))),
    first: documents[0] ?? entries.find(({ type }) => type === "document")
  }
}

/** The outline of a tree of pages. */
export const outlineOf = (
  pages: ReadonlyArray<Page>,
  of: Pick<SiteOutline, "isConditional" | "version">
): SiteOutline => {
  const entries: Array<OutlineEntry> = []
  const add = (inside: ReadonlyArray<Page>, parent: string, isBelowHidden: boolean): void => {
    for (const page of inside) {
      const entry = entryOf(page, parent, isBelowHidden)
      entries.push(entry)
      if (page.type !== "link" && page.pages.length > 0) add(page.pages, page.id, entry.isHidden)
    }
  }
  add(pages, "", false)
  return outlineFrom(entries, of)
}
