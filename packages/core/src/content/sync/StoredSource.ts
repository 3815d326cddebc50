/** Layouts as they are stored. */
import type { LayoutSource } from "./SpaceTree.js"

/** A layout whose table of contents names pages by id, given the ids by the layout's own names for them. */
export const storedSource = ({ table, ...source }: LayoutSource, pages: ReadonlyMap<string, string>): LayoutSource =>
  table === undefined
    ? source
    : {
        ...source,
        table: { ...table, entries: table.entries.map((each) => ({ ...each, page: pages.get(each.page) ?? "" })) }
      }
