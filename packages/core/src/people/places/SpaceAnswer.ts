import { shareAnswer } from "../../foundation/lists/SharedAnswers.js"
import { type PublicUrlsService, spaceUrls } from "../../foundation/urls/PublicUrls.js"
import { deletedSpacePermissions, spacePermissions } from "../access/Permissions.js"
import { publishedSpace } from "../access/PublishedSpace.js"
import type { RoleOrGuest } from "../access/Role.js"
import { type AddressOf, plainAddresses } from "../access/SharedAddresses.js"
import { defaultInForce, type Standing, seesCollection } from "../access/Standing.js"
import type { SpaceMergeRules } from "../merge-rules/MergeRule.js"
import { isProtected } from "../merge-rules/RulesInForce.js"
import type { Space, SpaceRecord } from "./Space.js"
import { defaultEmoji } from "./SpaceInput.js"

/** An answer that was made from a record before, and the number of the standing that it was made for. */
interface Made {
  readonly standing: number
  readonly answer: Space
}

const numbers = new WeakMap<Standing, number>()
let standings = 0

/**
 * The number of a standing. An answer that referred to the standing itself would keep all of the organization's data
 * from that time in memory.
 */
const numberOf = (standing: Standing): number => {
  const known = numbers.get(standing)
  if (known !== undefined) return known
  numbers.set(standing, ++standings)
  return standings
}

/** The latest answers that were made from each record, the newest first. */
const made = new WeakMap<SpaceRecord, ReadonlyArray<Made>>()

/** The rules of approval of a space that has none set. */
const inherited: SpaceMergeRules = Object.freeze({ type: "inherit" })

/** The number of cached answers for each record: callers with the same rights may still have different standings. */
const most = 4

/**
 * A space as answered to a caller with this standing. The same object is returned as long as neither the record nor the
 * data that decides access changes.
 */
export const sharedSpaceAnswer = (urls: PublicUrlsService, standing: Standing, space: SpaceRecord): Space => {
  const before = made.get(space) ?? []
  const number = numberOf(standing)
  for (const known of before) if (known.standing === number) return known.answer
  const answer = spaceAnswer(urls, standing, space, standing.spaceLevel(space))
  // Answers of a record that is not frozen are not cached either.
  if (!Object.isFrozen(space)) return answer
  Object.freeze(answer.urls)
  made.set(space, [{ standing: number, answer: shareAnswer(answer) }, ...before.slice(0, most - 1)])
  return answer
}

/** A space as answered to a caller with this standing and this level on it. */
export const spaceAnswer = (
  publicUrls: PublicUrlsService,
  standing: Standing,
  space: SpaceRecord,
  level: RoleOrGuest,
  addressOf: AddressOf = plainAddresses(publicUrls)
): Space => {
  const { parent, deletedAt, icon } = space
  // The collection of a deleted space may be gone, and the caller may not be able to see the collection of a space.
  const inCollection = parent !== undefined && seesCollection(standing, parent)
  const urls: { -readonly [K in keyof Space["urls"]]: Space["urls"][K] } = spaceUrls(publicUrls.base, space.id)
  if (icon !== undefined) urls.icon = icon
  const published = publishedSpace(addressOf, standing, space.id)
  if (published?.address !== undefined) {
    urls.published = published.address
    if (published.visibility === "public") urls.public = published.address
  }
  // A space is answered more often than anything else: optional fields are assigned, which costs less than spreading.
  const answer: { -readonly [K in keyof Space]: Space[K] } = {
    object: "space",
    id: space.id,
    title: space.title,
    emoji: space.emoji ?? defaultEmoji,
    visibility:
      published?.visibility ?? (inCollection && space.defaultLevel === "inherit" ? "in-collection" : "private"),
    createdAt: space.createdAt,
    updatedAt: space.updatedAt,
    editMode: space.editMode,
    protected: isProtected(space, standing.organization),
    organization: space.organization,
    revision: space.revision,
    defaultLevel: defaultInForce(standing.snapshot, space),
    comments: space.comments ?? 0,
    changeRequests: space.changeRequests?.all ?? 0,
    changeRequestsOpen: space.changeRequests?.open ?? 0,
    changeRequestsDraft: space.changeRequests?.draft ?? 0,
    urls,
    permissions: deletedAt === undefined ? spacePermissions(level) : deletedSpacePermissions(level)
  }
  if (inCollection) answer.parent = parent
  if (standing.role !== null) answer.mergeRules = space.mergeRules ?? inherited
  if (space.synonyms !== undefined) answer.synonyms = space.synonyms
  if (deletedAt !== undefined) answer.deletedAt = deletedAt
  return answer
}
