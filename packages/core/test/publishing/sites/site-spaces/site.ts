/** Sites of spaces, in the state that the tests of their content begin with. */
import { Sites } from "@lectern/core/sites/Sites"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { as, organization } from "../../../workspace.js"

/** An organization with some spaces, and a site with the first of them on it, if there are any. */
export const siteOf = (titles: ReadonlyArray<string>, onSite: number = titles.length) =>
  Effect.gen(function* () {
    const { id, admin } = yield* organization()
    const spaces = yield* Spaces
    const made = yield* Effect.forEach(titles, (title) => as(admin)(spaces.create(id, { title })))
    const ids = made.map((space) => space.id)
    const site = yield* as(admin)((yield* Sites).create(id, { title: "The site", spaces: ids.slice(0, onSite) }))
    return { id, admin, own: as(admin), site: site.id, spaces: ids }
  })
