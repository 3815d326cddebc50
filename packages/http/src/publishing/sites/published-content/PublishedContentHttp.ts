import { invalid } from "@lectern/core/errors/Errors"
import { Search } from "@lectern/core/search/Search"
import { PublishedContents } from "@lectern/core/sites/published-content/PublishedContents"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { Query } from "../../../foundation/dispatcher/Query.js"
import { visitorOf } from "../../../foundation/dispatcher/VisitorCredentials.js"
import type { PublishedContentApi } from "./PublishedContentApi.js"

/** The credentials of the visitor as whom a member views a site. */
const visitorIn = (query: Query, headers: Readonly<Record<string, string | undefined>>) => {
  const visitor = visitorOf(query, (name) => headers[name])
  return visitor === undefined
    ? invalid("", "expected a share key, a token and claims without control characters")
    : Effect.succeed(visitor)
}

/** The handlers of {@link PublishedContentApi}. */
export const handlers = Effect.map(
  Effect.all([PublishedContents, Search]),
  ([contents, search]): GroupHandlers<typeof PublishedContentApi> => ({
    getPublishedContentSite: ({ path, urlParams, headers }) =>
      Effect.flatMap(visitorIn(urlParams, { ...headers }), (visitor) =>
        contents.get(path.organizationId, path.siteId, visitor)
      ),
    searchSiteContent: ({ path, urlParams: { limit, page, query, ...brought }, headers }) =>
      Effect.flatMap(visitorIn(brought, { ...headers }), (visitor) =>
        search.site(
          path.organizationId,
          path.siteId,
          { query, ...(limit !== undefined && { limit }), ...(page !== undefined && { page }) },
          visitor
        )
      )
  })
)
