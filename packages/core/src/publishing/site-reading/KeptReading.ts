/** Caches the reads that are the same for all visitors without credentials. */
import * as Effect from "effect/Effect"
import { Actor, type ActorValue, type Asked } from "../../people/access/Actor.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import { untilCommit } from "../../storage/rows/UntilCommit.js"
import type { HostedSite, ReadSite, SitePlace } from "./ReadSite.js"
import type { SiteOutline } from "./SiteOutline.js"
import type { SitePagesService } from "./SitePagesService.js"

/** The maximum number of names and sites with cached data. */
const capacity = 1_000

const isAnonymous = (actor: ActorValue): boolean =>
  actor.kind === "visitor" && Object.values(actor.visitor).every((each) => each === undefined)

/**
 * The service, with its reads for visitors without credentials cached until the next commit, up to this number of
 * outlines.
 */
export const keptReading = (
  storage: StorageService,
  pages: SitePagesService,
  keptOutlines: number
): SitePagesService => {
  const places = untilCommit<SitePlace | undefined>(storage, capacity)
  const hosts = untilCommit<HostedSite | undefined>(storage, capacity)
  const sites = untilCommit<ReadSite>(storage, capacity)
  const outlines = untilCommit<SiteOutline>(storage, keptOutlines)
  const forAll = <A>(kept: ReturnType<typeof untilCommit<A>>, key: string, read: Asked<A>): Asked<A> =>
    Effect.flatMap(Actor, (actor) => (isAnonymous(actor) ? kept(key, read) : read))
  return {
    ...pages,
    find: (name) => places(name, pages.find(name)),
    onHost: (hostName) => hosts(hostName, pages.onHost(hostName)),
    site: (organization, site) => forAll(sites, `${organization} ${site}`, pages.site(organization, site)),
    outline: (organization, site, siteSpace) =>
      forAll(outlines, `${organization} ${site} ${siteSpace}`, pages.outline(organization, site, siteSpace))
  }
}
