/** Asks Lectern the judged questions. */
import * as Lectern from "@lectern/core/Lectern"
import { type Manual, namesByPath } from "./Manuals.js"
import { depth } from "./Scores.js"

/** The names of the pages that a query finds, best first, without duplicates. */
export type PageSearch = (query: string) => Promise<ReadonlyArray<string>>

/** An engine with the manuals, each in its own space. */
export interface ManualEngine {
  /** The search of the manual with this name. */
  readonly searchOf: (manual: string) => PageSearch
  readonly close: () => Promise<void>
}

/** Opens an engine over a storage, and imports the manuals. */
export const openManuals = async (
  manuals: ReadonlyArray<Manual>,
  storage: Lectern.OpenOptions["storage"]
): Promise<ManualEngine> => {
  const lectern = await Lectern.open({ storage })
  const { id: user } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { contentSync, organizations, search, spaces } = lectern.as(user)
  const { id: organization } = await organizations.create({ title: "Manuals" })
  const searches = new Map<string, PageSearch>()
  for (const { name, tree } of manuals) {
    const { id } = await spaces.create(organization, { title: name })
    await contentSync.apply(id, tree)
    const names = namesByPath(tree)
    searches.set(name, async (query) => {
      const { items } = await search.space(id, { query, limit: depth })
      return items.map(({ path }) => names.get(path) ?? path)
    })
  }
  return {
    searchOf: (manual) => {
      const found = searches.get(manual)
      if (found === undefined) throw new Error(`no manual is called ${manual}`)
      return found
    },
    close: () => lectern.close()
  }
}
