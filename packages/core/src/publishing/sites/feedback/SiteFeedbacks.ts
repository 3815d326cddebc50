/**
 * The feedback of readers of sites: on pages, and searches without results.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ItemRepository } from "../../../content/items/ItemRepository.js"
import { ComputedPages } from "../../../content/openapi-registry/ComputedPages.js"
import { cutId, isComputed } from "../../../content/reading/ComputedReading.js"
import { Conflict, notFound } from "../../../foundation/errors/Errors.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import { now } from "../../../foundation/ids/Time.js"
import type { List } from "../../../foundation/lists/List.js"
import { pageOf } from "../../../foundation/lists/PageOf.js"
import { parser } from "../../../foundation/schema/Input.js"
import { firstCharacters } from "../../../foundation/schema/Text.js"
import { Access } from "../../../people/access/Access.js"
import type { Asked } from "../../../people/access/Actor.js"
import { needs } from "../../../people/access/Policy.js"
import { requireScope } from "../../../people/access/TokenLimits.js"
import { Visits } from "../../../people/access/Visits.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { SpaceRepository } from "../../../people/places/SpaceRepository.js"
import { siteSpacesOf } from "../../../people/places/Structure.js"
import { RateLimits } from "../../../people/rate-limits/RateLimits.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import type { Stored } from "../../../storage/rows/Repository.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { serviceOf } from "../../../storage/services/Service.js"
import { makeCustomizationRepository } from "../customization/CustomizationRepository.js"
import { makePublishedView } from "../published-content/PublishedView.js"
import { makeCountEntry, originKey } from "./FeedbackLimits.js"
import { looksSecret } from "./LooksSecret.js"
import {
  GiveSiteFeedback,
  type SiteFeedback,
  SiteFeedbackId,
  SiteFeedbackQuery,
  type SiteFeedbackRecord,
  VainSearch
} from "./SiteFeedback.js"
import { makeSiteFeedbackRepository } from "./SiteFeedbackRepository.js"
import { makeVainSearches } from "./VainSearches.js"

/** The service of readers' feedback. Nothing about the readers is stored. */
export interface SiteFeedbacksService {
  /** Feedback, newest first; feedback on pages by default. Needs `edit` on the site. */
  readonly list: (organization: OrganizationId, site: SiteId, query: SiteFeedbackQuery) => Asked<List<SiteFeedback>>
  /**
   * Stores a reader's feedback on a page that they can see. `Conflict` if the site does not collect it, `RateLimited` if
   * the site or the network address of the request has given too much.
   */
  readonly give: (organization: OrganizationId, site: SiteId, input: GiveSiteFeedback) => Asked<SiteFeedback>
  /**
   * Records a search without results, if the site collects these and neither it nor the network address of the request
   * has reached its limit: only for queries that a person has typed into a search. A text that seems to contain a key
   * or a token is not recorded. It is written within a minute, together with others.
   */
  readonly searched: (organization: OrganizationId, site: SiteId, input: VainSearch) => Asked<void>
}

/** The service of readers' feedback. */
export class SiteFeedbacks extends Context.Tag("@lectern/core/SiteFeedbacks")<SiteFeedbacks, SiteFeedbacksService>() {}

const parseQuery = parser(SiteFeedbackQuery)
const parseGive = parser(GiveSiteFeedback)
const parseSearch = parser(VainSearch)

/** The number of entries of each kind that a site keeps; older ones are deleted. */
const mostKept = 10_000

/** The number of characters of a search that are stored. */
const queryLimit = 200

const answer = ({ site: _, ...feedback }: SiteFeedbackRecord): SiteFeedback => ({
  object: "site-feedback",
  ...feedback
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const visits = yield* Visits
  const spaces = yield* SpaceRepository
  const items = yield* ItemRepository
  const customizations = yield* makeCustomizationRepository
  const feedback = yield* makeSiteFeedbackRepository
  const published = yield* makePublishedView
  const computedPages = yield* ComputedPages
  const ids = yield* Ids

  const settingsOf = (site: SiteId) => Effect.map(customizations.find(site), (found) => found?.settings)

  const keep = Effect.fnUntraced(function* (record: SiteFeedbackRecord) {
    if ((yield* feedback.count(record.site, record.kind)) >= mostKept) {
      yield* feedback.removeOldest(record.site, record.kind)
    }
    yield* feedback.insert(record)
  })
  const countEntry = makeCountEntry(yield* RateLimits)
  const searches = yield* makeVainSearches(feedback, countEntry, keep)

  const service: SiteFeedbacksService = {
    list: Effect.fnUntraced(function* (organization, site, query) {
      const { kind = "page", ...parsed } = yield* parseQuery(query)
      yield* access.requireSite(organization, site, needs.edit)
      if (kind === "search") yield* searches.flush
      return yield* pageOf({
        binding: JSON.stringify(["site-feedback", site, kind]),
        query: parsed,
        count: feedback.count(site, kind),
        scan: (after, limit) => feedback.list(site, kind, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }: Stored<SiteFeedbackRecord>) => Effect.succeed(answer(value))
      })
    }),
    give: Effect.fnUntraced(function* (organization, site, input) {
      const given = yield* parseGive(input)
      yield* requireScope("write")
      const view = yield* published(organization, site, {})
      if ((yield* settingsOf(site))?.feedback?.enabled !== true) {
        return yield* new Conflict({ message: "this site does not ask for feedback" })
      }
      const node = siteSpacesOf(view.seen).find(({ id }) => id === given.siteSpace)
      const space = node === undefined ? undefined : (yield* spaces.find(node.space))?.value
      if (space === undefined || space.deletedAt !== undefined) return yield* notFound("site space")
      const { hides } = yield* visits.hidden(space, [view])
      const below = cutId(given.page)
      const item = yield* items.find({ line: space.id, sequence: space.sequence }, below?.parent ?? given.page)
      const page = item?.value.value
      if (page?.kind !== "page" || hides(given.page)) return yield* notFound("page")
      if (below !== undefined) {
        const computed = isComputed(page)
          ? yield* computedPages.evaluate({ space, seesSpecs: true }, page.computed)
          : undefined
        if (computed?.pages.some(({ slug }) => slug === below.slug) !== true) return yield* notFound("page")
      }
      yield* countEntry(site, "page", yield* originKey)
      const time = yield* now
      const record: SiteFeedbackRecord = {
        ...given,
        site,
        kind: "page",
        id: SiteFeedbackId.make(yield* ids.next),
        createdAt: time,
        updatedAt: time
      }
      yield* storage.transaction(keep(record), [organizationLock(organization)])
      return answer(record)
    }),
    searched: Effect.fnUntraced(function* (organization, site, input) {
      const { query: asked } = yield* parseSearch(input)
      yield* requireScope("write")
      yield* published(organization, site, {})
      if ((yield* settingsOf(site))?.searches?.enabled !== true) return
      const text = asked.toWellFormed().replaceAll("\u0000", "").replaceAll(/\s+/g, " ").trim().toLowerCase()
      const query = firstCharacters(text, queryLimit)
      if (query === "" || looksSecret(asked)) return
      yield* searches.note(organization, site, query)
    })
  }
  return service
})

/** {@link SiteFeedbacks} over the repositories of the context. */
export const service = serviceOf(SiteFeedbacks, make)
