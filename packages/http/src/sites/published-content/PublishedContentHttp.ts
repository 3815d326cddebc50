import { PublishedContents } from "@lectern/core/sites/published-content/PublishedContents"
import { Effect } from "effect"
import type { GroupHandlers } from "../../dispatcher/Handlers.js"
import type { PublishedContentApi } from "./PublishedContentApi.js"

/** The handlers of {@link PublishedContentApi}. */
export const handlers = Effect.map(
  PublishedContents,
  (contents): GroupHandlers<typeof PublishedContentApi> => ({
    getPublishedContentSite: ({ path, urlParams: { shareKey, ...claims } }) =>
      contents.get(path.organizationId, path.siteId, {
        ...(shareKey !== undefined && { shareKey }),
        unsigned: Object.fromEntries(Object.entries(claims).map(([key, text]) => [key.slice("visitor.".length), text]))
      })
  })
)
