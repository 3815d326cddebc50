import type { PublicUrlsService } from "../../foundation/urls/PublicUrls.js"
import type { AddressOf } from "../../people/access/SharedAddresses.js"
import type { Standing } from "../../people/access/Standing.js"
import type { Space, SpaceRecord } from "../../people/places/Space.js"
import { spaceAnswer } from "../../people/places/SpaceAnswer.js"

/**
 * A space as answered to a visitor of a site: without anything about the work on it, and with no right except to read.
 */
export const publishedSpaceAnswer = (
  urls: PublicUrlsService,
  standing: Standing,
  space: SpaceRecord,
  addressOf: AddressOf
): Space => {
  const { synonyms: _, ...answer } = spaceAnswer(urls, standing, space, null, addressOf)
  return {
    ...answer,
    defaultLevel: null,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0
  }
}
