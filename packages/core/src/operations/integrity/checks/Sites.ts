/** Checks sites: their structures are valid, and match the rows derived from them. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { nameProblem } from "../../../foundation/ids/Names.js"
import { SiteId, type SiteRecord } from "../../../people/places/Site.js"
import { pathsOf } from "../../../people/places/SitePaths.js"
import {
  SiteLinksTable,
  type SiteRepositoryService,
  SiteStructuresTable,
  SitesTable
} from "../../../people/places/SiteRepository.js"
import type { SpaceRecord } from "../../../people/places/Space.js"
import { SpacesTable } from "../../../people/places/SpaceRepository.js"
import { groupsOf, type Structure, sectionsOf, siteSpacesOf } from "../../../people/places/Structure.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import type { Check, Mend, Report } from "../Finding.js"
import { eachRow, parsed } from "../Scanning.js"

const repeated = (values: ReadonlyArray<string>): boolean => new Set(values).size < values.length

interface Sibling {
  readonly path: string
  readonly default: boolean
}

/** Checks that each sibling has its own path, and that exactly one is the default. */
const siblingProblems = (what: string, siblings: ReadonlyArray<Sibling>): ReadonlyArray<string> => {
  const defaults = siblings.filter((each) => each.default).length
  return [
    ...(repeated(siblings.map(({ path }) => path)) ? [`${what} have one path twice`] : []),
    ...(siblings.length > 0 && defaults !== 1 ? [`${what} have ${defaults} defaults`] : [])
  ]
}

/** The problems of a structure by itself. */
const structureProblems = (structure: Structure): ReadonlyArray<string> => {
  const sections = sectionsOf(structure)
  const ids = [...sections, ...groupsOf(structure), ...siteSpacesOf(structure)].map(({ id }) => id)
  const homes = structure.type === "siteSpaces" ? [structure] : sections
  const paths = [...sections, ...siteSpacesOf(structure)].map(({ path }) => path)
  return [
    ...paths.flatMap((path) => nameProblem("path", path) ?? []),
    ...(repeated(ids) ? ["one id is in its structure twice"] : []),
    ...(structure.type === "sections" && sections.length === 0
      ? ["its structure has sections, but none is there"]
      : []),
    ...siblingProblems("its sections", sections),
    ...sections.filter(({ siteSpaces }) => siteSpaces.length === 0).map(({ id }) => `its section ${id} is empty`),
    ...homes.flatMap(({ siteSpaces }) => siblingProblems("its site spaces", siteSpaces))
  ]
}

/** The reason why a space cannot be on a site, if it cannot. */
const spaceProblem = (space: SpaceRecord | undefined, site: SiteRecord): string | undefined => {
  if (space === undefined) return "does not exist"
  if (space.deletedAt !== undefined) return "is deleted"
  return space.organization === site.organization ? undefined : "is in another organization"
}

/** Derives the links of a site and its number of site spaces from its structure. */
const structureMend = (storage: StorageService, sites: SiteRepositoryService, site: SiteRecord): Mend => ({
  of: `structure of ${site.id}`,
  run: storage.transaction(
    Effect.flatMap(sites.structure(site.id), (found) =>
      found === undefined ? Effect.void : Effect.asVoid(sites.saveStructure(found, found.structure.value))
    ),
    [organizationLock(site.organization)]
  )
})

const siteOf = Effect.fnUntraced(function* (
  storage: StorageService,
  sites: SiteRepositoryService,
  site: SiteRecord,
  report: Report
) {
  const where = `site ${site.id}`
  const { basename } = site
  const unusable = nameProblem("basename", basename)
  if (unusable !== undefined) report(where, unusable)
  else if (basename !== undefined && (yield* sites.find(SiteId.make(basename))) !== undefined) {
    report(where, `its basename is ${basename}, which is the id of a site`)
  }
  const row = yield* storage.get(SiteStructuresTable, [site.id])
  const structure = row && parsed<{ readonly structure?: Structure }>(SiteStructuresTable, row.json)?.structure
  if (structure === undefined) return
  for (const problem of structureProblems(structure)) report(where, problem)
  const paths = pathsOf(structure)
  const places = siteSpacesOf(structure).length
  const damages: Array<string> = []
  let isWhole = true
  if (site.siteSpaces !== places) damages.push(`it counts ${site.siteSpaces} site spaces, but has ${places}`)
  if (site.remnant === true && places === 0) report(where, "it is a remnant with nothing on it")
  for (const [space, expected] of paths) {
    const found = yield* storage.get(SpacesTable, [space])
    const record = found && parsed<SpaceRecord>(SpacesTable, found.json)
    const problem = spaceProblem(record, site)
    if (problem !== undefined) {
      isWhole = false
      report(where, `its space ${space} ${problem}`)
    }
    const link = yield* storage.get(SiteLinksTable, [space, site.id])
    const stored = link && parsed<{ readonly paths?: ReadonlyArray<string> }>(SiteLinksTable, link.json)?.paths
    if (JSON.stringify(stored) !== JSON.stringify(expected)) {
      damages.push(`its space ${space} is at ${JSON.stringify(expected)}, but its link says ${JSON.stringify(stored)}`)
    }
  }
  const surplus = (yield* storage.count(SiteLinksTable, { index: "site", prefix: [site.id] })) - paths.size
  if (surplus > 0) damages.push(`${surplus} of its links lead to spaces that are not on it`)
  const mend = isWhole ? structureMend(storage, sites, site) : undefined
  for (const problem of damages) report(where, problem, mend)
})

/** The check of sites. */
export const sites = (storage: StorageService, repository: SiteRepositoryService): Check => ({
  name: "sites",
  units: Stream.make({
    where: `table ${SitesTable.name}`,
    run: (report: Report): Effect.Effect<void, Unavailable> =>
      eachRow<SiteRecord>(storage, SitesTable, {}, ({ value }) =>
        value === undefined ? undefined : siteOf(storage, repository, value, report)
      )
  })
})
