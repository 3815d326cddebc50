/** The places that link invites lead to, and who may manage the invites there. */
import * as Effect from "effect/Effect"
import { type LecternError, type NotFound, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { organizationUrls, PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access, forbidden } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { GrantRepository } from "../access/GrantRepository.js"
import { allows, decide, needs } from "../access/Policy.js"
import { type RoleOrGuest, rank } from "../access/Role.js"
import type { Standing } from "../access/Standing.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { collectionAnswer } from "../places/CollectionAnswer.js"
import { CollectionId } from "../places/CollectionId.js"
import { CollectionRepository } from "../places/CollectionRepository.js"
import { spaceAnswer } from "../places/SpaceAnswer.js"
import { SpaceId } from "../places/SpaceId.js"
import { SpaceRepository } from "../places/SpaceRepository.js"
import type { UserId } from "../users/User.js"
import { makeInviteSecrets } from "./InviteSecrets.js"
import {
  type LinkInvite,
  LinkInviteId,
  type LinkInviteInput,
  type LinkInvitePointer,
  type LinkInviteRecord,
  type LinkInviteTarget
} from "./LinkInvite.js"
import { LinkInviteRepository } from "./LinkInviteRepository.js"

/** The place that a link invite leads to, as seen by one caller. */
export interface LinkInvitePlace {
  /** `false` for a deleted space, about which nothing is revealed. */
  readonly open: boolean
  /** Whether they may see, change and remove the invite. */
  readonly managed: boolean
  /** Their level there: the role, for the organization. */
  readonly level: RoleOrGuest
  /** The invite, as answered to them. */
  readonly answer: LinkInvite
}

/** The link invites of an organization that a caller may see, and their number. */
export interface VisibleLinkInvites {
  readonly isVisible: (invite: LinkInviteRecord) => boolean
  readonly count: Effect.Effect<number, Unavailable>
}

/** The queries of the service of invites about the places that link invites lead to. */
export interface LinkInvitePlaces {
  /** `undefined` if there is none; an invite that does not exist takes the same steps as one that does. */
  readonly of: (
    standing: Standing,
    invite: LinkInviteRecord | undefined
  ) => Effect.Effect<LinkInvitePlace | undefined, Unavailable>
  /** The caller's standing, if they may create such an invite in the organization. */
  readonly require: (
    organization: OrganizationId,
    input: LinkInviteInput
  ) => Effect.Effect<Standing, LecternError, Actor>
  readonly visible: (standing: Standing) => Effect.Effect<VisibleLinkInvites, LecternError>
  /**
   * Grants a member the level of an invite to content, unless they already have as much. `NotFound` if it leads
   * nowhere, or if the member's grants deny them the place or a collection around it.
   */
  readonly grant: (
    standing: Standing,
    invite: Extract<LinkInviteRecord, LinkInvitePointer>,
    user: UserId
  ) => Effect.Effect<void, NotFound | Unavailable>
}

/** A link invite that does not exist. */
const noInvite = LinkInviteId.make("")

/** A space that does not exist. */
const noSpace = SpaceId.make("")

/** A collection that does not exist. */
const noCollection = CollectionId.make("")

/** {@link LinkInvitePlaces} over the repositories of the context. */
export const makeLinkInvitePlaces = Effect.gen(function* () {
  const access = yield* Access
  const invites = yield* LinkInviteRepository
  const spaces = yield* SpaceRepository
  const collections = yield* CollectionRepository
  const grants = yield* GrantRepository
  const { idOf } = yield* makeInviteSecrets
  const publicUrls = yield* PublicUrls
  const { base } = publicUrls

  const of: LinkInvitePlaces["of"] = (standing, invite) =>
    Effect.map(
      Effect.all([
        spaces.find(invite !== undefined && "space" in invite ? invite.space : noSpace),
        collections.find(invite !== undefined && "collection" in invite ? invite.collection : noCollection),
        invite === undefined ? Effect.succeed(noInvite) : idOf(invite)
      ]),
      ([stored, shelf, id]): LinkInvitePlace | undefined => {
        if (invite === undefined) return undefined
        const { organization } = invite
        const urls = { location: `${organizationUrls(base, organization).location}/link-invites/${id}` }
        const answered = (has: RoleOrGuest, given: RoleOrGuest) =>
          ({ object: "invite", id, redundant: rank(has) >= rank(given), urls }) as const
        if ("role" in invite) {
          const { role } = standing
          const answer = { ...answered(role, invite.role), role: invite.role }
          return { open: true, managed: role === "admin", level: role, answer }
        }
        if ("space" in invite) {
          if (stored === undefined) return undefined
          const level = standing.spaceLevel(stored.value)
          const space = spaceAnswer(publicUrls, standing, stored.value, level)
          const open = stored.value.deletedAt === undefined
          const answer = { ...answered(level, invite.level), level: invite.level, space }
          return { open, managed: open && allows(level, "manage"), level, answer }
        }
        if (shelf === undefined || !standing.snapshot.collections.has(invite.collection)) return undefined
        const level = standing.collectionLevel(invite.collection)
        const collection = collectionAnswer(base, standing, shelf.value, level)
        const answer = { ...answered(level, invite.level), level: invite.level, collection }
        return { open: true, managed: allows(level, "manage"), level, answer }
      }
    )

  /** The level on a space or a collection of the organization, `null` if it does not exist or is deleted. */
  const levelOn = (standing: Standing, target: LinkInviteTarget): Effect.Effect<RoleOrGuest, Unavailable> => {
    if ("collection" in target) {
      const { collection: id } = target
      return Effect.succeed(standing.snapshot.collections.has(id) ? standing.collectionLevel(id) : null)
    }
    return Effect.map(spaces.find(target.space), (stored) => {
      const space = stored?.value
      if (space?.organization !== standing.organization.id || space.deletedAt !== undefined) return null
      return standing.spaceLevel(space)
    })
  }

  /** Whether grants deny a user a place, or a collection around it, which no invite to it can override. */
  const isShutOut = Effect.fnUntraced(function* (standing: Standing, target: LinkInviteTarget) {
    const { rules, subject } = standing
    const space = "space" in target ? (yield* spaces.find(target.space))?.value : undefined
    const asked =
      "collection" in target ? rules.collection(target.collection) : space === undefined ? [] : rules.space(space)
    if (asked.some((rule) => rule.name === "member-grant" && rule.level === null)) return true
    return subject.role !== "admin" && decide(asked)?.name === "team-grants" && decide(asked)?.level === null
  })

  const places: LinkInvitePlaces = {
    of,
    require: Effect.fnUntraced(function* (organization, input) {
      if ("role" in input) return yield* access.requireOrganization(organization, "admin")
      const standing = yield* access.standing(organization)
      const level = yield* levelOn(standing, input)
      const what = "space" in input ? "space" : "collection"
      if (level === null) return yield* notFound(what)
      return allows(level, "manage") ? standing : yield* forbidden(what, needs.manage)
    }),
    visible: Effect.fnUntraced(function* (standing) {
      const isAdmin = standing.role === "admin"
      const { id } = standing.organization
      const toContent = yield* invites.toContent(id)
      const readable = yield* access.readable(standing)
      const managed = new Set<string>()
      for (const invite of toContent) {
        if ("space" in invite && !readable.has(invite.space)) continue
        if (isAdmin || allows(yield* levelOn(standing, invite), "manage")) managed.add(invite.id)
      }
      return {
        isVisible: (invite) => ("role" in invite ? isAdmin : managed.has(invite.id)),
        count: isAdmin
          ? Effect.map(invites.count(id), (all) => all - toContent.length + managed.size)
          : Effect.succeed(managed.size)
      }
    }),
    grant: Effect.fnUntraced(function* (standing, invite, user) {
      const place = yield* of(standing, invite)
      if (place?.open !== true || (yield* isShutOut(standing, invite))) return yield* notFound("invite")
      const { organization, level } = invite
      if (rank(place.level) >= rank(level)) return
      yield* grants.set({ target: "space" in invite ? invite.space : invite.collection, user, organization, level })
    })
  }
  return places
})
