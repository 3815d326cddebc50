/** Changing the settings of spaces. */
import * as Effect from "effect/Effect"
import { invalid, type LecternError } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { makeCreatorGrant } from "../../people/access/CreatorGrant.js"
import { needs } from "../../people/access/Policy.js"
import { makeStructure } from "../../people/access/Structure.js"
import { makeRuleParties } from "../../people/merge-rules/RuleParties.js"
import { isProtected } from "../../people/merge-rules/RulesInForce.js"
import type { Space, SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { sharedSpaceAnswer } from "../../people/places/SpaceAnswer.js"
import { UpdateSpace } from "../../people/places/UpdateSpace.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import { makeSpaceWrites } from "./SpaceWrites.js"

const parseUpdate = parser(UpdateSpace)

/** The space with a patch applied; setting an emoji removes the icon, and vice versa. */
const patched = (
  space: SpaceRecord,
  { emoji, icon, mergeRules, synonyms, ...changes }: UpdateSpace,
  at: string
): SpaceRecord => {
  const { emoji: oldEmoji, icon: oldIcon, mergeRules: oldRules, synonyms: oldSynonyms, ...rest } = space
  const newRules = mergeRules ?? oldRules
  const newSynonyms = synonyms ?? oldSynonyms ?? []
  const newEmoji = emoji === undefined ? (icon == null ? oldEmoji : undefined) : (emoji ?? undefined)
  const newIcon = icon === undefined ? (emoji == null ? oldIcon : undefined) : (icon ?? undefined)
  return {
    ...rest,
    ...changes,
    ...(newEmoji !== undefined && { emoji: newEmoji }),
    ...(newIcon !== undefined && { icon: newIcon }),
    ...(newRules !== undefined && newRules.type !== "inherit" && { mergeRules: newRules }),
    ...(newSynonyms.length > 0 && { synonyms: newSynonyms }),
    updatedAt: at
  }
}

/** `Spaces.update`, over the repositories of the context. */
export const makeSpaceUpdate = Effect.gen(function* () {
  const structure = yield* makeStructure
  const access = yield* Access
  const writes = yield* makeSpaceWrites
  const lines = yield* makeSavedLines
  const requireParties = yield* makeRuleParties
  const grantCreator = yield* makeCreatorGrant
  const urls = yield* PublicUrls

  return Effect.fnUntraced(function* (id: SpaceId, patch: UpdateSpace): Effect.fn.Return<Space, LecternError, Actor> {
    const changes = yield* parseUpdate(patch)
    if (changes.emoji != null && changes.icon != null) {
      return yield* invalid("icon", "a space has an emoji or an icon, not both")
    }
    return yield* structure.ofSpace(id)(
      Effect.gen(function* () {
        const { space: before, standing, stored: found } = yield* access.requireSpace(id, needs.manage)
        if (Object.keys(changes).length === 0) return sharedSpaceAnswer(urls, standing, before)
        if (changes.mergeRules !== undefined) {
          yield* access.requireOrganization(before.organization, "admin")
          yield* requireParties(standing, changes.mergeRules)
        }
        const at = yield* now
        const isClosing =
          changes.editMode === "locked" || isProtected(patched(before, changes, at), standing.organization)
        // Nobody can type in a space that takes no direct edits, so what was typed is saved before.
        const stored = isClosing ? yield* lines.space(found) : found
        const space = patched(stored.value, changes, at)
        yield* writes.replace(stored, space)
        if (changes.defaultLevel === undefined) return sharedSpaceAnswer(urls, standing, space)
        if (changes.defaultLevel === null) yield* grantCreator(space)
        return yield* Effect.map(access.lookupSpace(id), (after) =>
          sharedSpaceAnswer(urls, after.standing, after.stored.value)
        )
      })
    )
  })
})
