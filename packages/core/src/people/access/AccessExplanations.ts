/**
 * Explains why a user has a level on something, and which levels a planned change would alter. Both are derived from
 * the one policy.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { invalid, notFound } from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import { serviceOf } from "../../storage/services/Service.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { CollectionId } from "../places/CollectionId.js"
import { CollectionRepository } from "../places/CollectionRepository.js"
import { SiteId } from "../places/SiteId.js"
import { SpaceId } from "../places/SpaceId.js"
import { SpaceRepository } from "../places/SpaceRepository.js"
import type { SpaceShape } from "../places/SpaceShape.js"
import type { TeamId } from "../teams/Team.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { Access } from "./Access.js"
import type { Asked } from "./Actor.js"
import {
  type ExplainedRule,
  type Explanation,
  type LevelChange,
  type Source,
  sourcesOf,
  type Titled,
  verdicts
} from "./Explanation.js"
import { makeGrantors } from "./Grantors.js"
import { afterChange, ContentInput, concerns, PlannedChange, reaches } from "./PlannedChange.js"
import { type Content, needs, type Rule } from "./Policy.js"
import type { RoleOrGuest } from "./Role.js"
import { ExplainQuery, type SpacePermissionExplanation } from "./SpacePermissionExplanation.js"
import { around, type Standing, standingOf, type WholeSnapshot } from "./Standing.js"

/** The service that explains access. */
export interface AccessExplanationsService {
  /**
   * The level of a member on a space, a collection or a site, with the rule that decided it, the rules that it
   * overruled and the rules that said nothing. For oneself, or with the role `admin`; for others it omits rules about
   * content that they may not see. `NotFound` for content that the caller may not see.
   */
  readonly explain: (organization: OrganizationId, user: UserId, on: Content) => Asked<Explanation>
  /**
   * {@link AccessExplanationsService.explain} on a space, for the caller when no `user` is named, with those who can
   * give the member more. Needs `read` on the space. Takes time proportional to the members of the organization, if few
   * of them may.
   */
  readonly explainSpace: (space: SpaceId, query?: ExplainQuery) => Asked<SpacePermissionExplanation>
  /**
   * The levels that a change would alter, ordered by when the members joined. Nothing is changed, and whether the
   * change itself would be refused is not checked. Disabled members have no access and are omitted. Needs the role
   * `admin`; takes time proportional to the number of affected members and content.
   */
  readonly preview: (organization: OrganizationId, change: PlannedChange) => Asked<ReadonlyArray<LevelChange>>
}

/** The service that explains access. */
export class AccessExplanations extends Context.Tag("@lectern/core/AccessExplanations")<
  AccessExplanations,
  AccessExplanationsService
>() {}

/** Content that was looked up: its rules, and its level for a caller with a given standing. */
interface Found {
  readonly on: Titled
  readonly rules: (standing: Standing) => ReadonlyArray<Rule>
  readonly level: (standing: Standing) => RoleOrGuest
}

const parseContent = parser(ContentInput)
const parseChange = parser(PlannedChange)
const parseUser = parser(UserId)
const parseQuery = parser(ExplainQuery)

const collectionsAround = (snapshot: WholeSnapshot, parent: CollectionId | undefined): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = parent; at !== undefined; at = snapshot.collections.get(at)?.parent) found.push(at)
  return found
}

const make = Effect.gen(function* () {
  const access = yield* Access
  const collections = yield* CollectionRepository
  const members = yield* MemberRepository
  const spaces = yield* SpaceRepository
  const teams = yield* TeamRepository
  const users = yield* UserRepository
  const grantors = yield* makeGrantors

  const find = Effect.fnUntraced(function* (snapshot: WholeSnapshot, { kind, id }: Content) {
    const missing = notFound(kind)
    if (kind === "space") {
      const space = (yield* spaces.find(SpaceId.make(id)))?.value
      const absent = space === undefined || space.deletedAt !== undefined
      if (absent || space.organization !== snapshot.organization.id) return yield* missing
      const found: Found = {
        on: { kind, id, title: space.title },
        rules: ({ rules }) => rules.space(space),
        level: (standing) => standing.spaceLevel(space)
      }
      return found
    }
    if (kind === "collection") {
      const collection = (yield* collections.find(CollectionId.make(id)))?.value
      if (collection?.organization !== snapshot.organization.id) return yield* missing
      const found: Found = {
        on: { kind, id, title: collection.title },
        rules: ({ rules }) => rules.collection(collection.id),
        level: (standing) => standing.collectionLevel(collection.id)
      }
      return found
    }
    const site = snapshot.sites.get(SiteId.make(id))
    if (site === undefined) return yield* missing
    const found: Found = {
      on: { kind, id, title: site.title },
      rules: ({ rules }) => rules.site(site.id),
      level: (standing) => standing.siteLevel(site.id)
    }
    return found
  })

  const nameOf = (user: UserId) => Effect.map(users.find(user), (found) => found?.value.displayName ?? "")

  const titled = Effect.fnUntraced(function* ({ sites }: WholeSnapshot, { kind, id }: Content) {
    const found =
      kind === "site"
        ? sites.get(id)
        : kind === "space"
          ? (yield* spaces.find(SpaceId.make(id)))?.value
          : (yield* collections.find(CollectionId.make(id)))?.value
    const answer: Titled = { kind, id, title: found?.title ?? "" }
    return answer
  })

  const explained = Effect.fnUntraced(function* (
    snapshot: WholeSnapshot,
    user: UserId,
    sees: (on: Content) => boolean,
    rule: Rule
  ) {
    const sources: Array<Source> = []
    for (const { team, site, level } of sourcesOf(snapshot, user, rule)) {
      const on = site === undefined ? undefined : yield* titled(snapshot, { kind: "site", id: site })
      if (on !== undefined && !sees(on)) continue
      const title = team && (yield* teams.find(snapshot.organization.id, team))?.value.title
      sources.push({
        ...(team !== undefined && { team: { id: team, title: title ?? "" } }),
        ...(on !== undefined && { site: on }),
        level
      })
    }
    const result: ExplainedRule = {
      rule: rule.name,
      ...(rule.on !== undefined && { on: yield* titled(snapshot, rule.on) }),
      ...(rule.level !== undefined && { level: rule.level }),
      sources
    }
    return result
  })

  const explain: AccessExplanationsService["explain"] = Effect.fnUntraced(function* (organization, user, on) {
    const content = yield* parseContent(on)
    const id = yield* parseUser(user)
    const caller =
      (yield* access.standing(organization)).user === id
        ? yield* access.standing(organization)
        : yield* access.requireOrganization(organization, "admin")
    const snapshot = yield* access.whole(caller)
    const found = yield* find(snapshot, content)
    if (found.level(caller) === null) return yield* notFound(content.kind)
    const member = (yield* members.find(organization, id))?.value
    if (member === undefined) return yield* notFound("member")
    const standing = standingOf(snapshot, member.role, id)
    const decided = verdicts(found.rules(standing))
    if (decided === undefined) return yield* Effect.dieMessage("the role decides last")
    const sees = ({ kind, id: other }: Content): boolean => {
      if (other === content.id) return true
      if (kind === "space") return false
      return (
        (kind === "site" ? caller.siteLevel(SiteId.make(other)) : caller.collectionLevel(CollectionId.make(other))) !==
        null
      )
    }
    const shown = (rules: ReadonlyArray<Rule>) =>
      Effect.forEach(
        rules.filter((rule) => rule.on === undefined || sees(rule.on)),
        (rule) => explained(snapshot, id, sees, rule)
      )
    return {
      member: { id, displayName: yield* nameOf(id), role: member.role, disabled: member.disabled },
      on: found.on,
      level: found.level(standing),
      decidedBy: yield* explained(snapshot, id, sees, decided.decidedBy),
      overruled: yield* shown(decided.overruled),
      silent: yield* shown(decided.silent)
    }
  })

  const explainSpace: AccessExplanationsService["explainSpace"] = Effect.fnUntraced(function* (id, query = {}) {
    const { user } = yield* parseQuery(query)
    const { space, standing } = yield* access.requireSpace(id, needs.view)
    const about = user ?? standing.user
    if (about === undefined) return yield* invalid("user", "is missing, and the caller is not a user")
    return {
      ...(yield* explain(space.organization, about, { kind: "space", id })),
      grantors: yield* grantors(standing, space, about)
    }
  })

  /** Fails if a change refers to something that does not exist. */
  const requireThere = Effect.fnUntraced(function* (organization: OrganizationId, plan: PlannedChange) {
    const named: { readonly user?: UserId; readonly team?: TeamId } =
      "holder" in plan ? plan.holder : "on" in plan ? {} : plan
    if (named.user !== undefined && (yield* members.find(organization, named.user)) === undefined) {
      return yield* notFound("member")
    }
    if (named.team !== undefined && (yield* teams.find(organization, named.team)) === undefined) {
      return yield* notFound("team")
    }
  })

  const preview: AccessExplanationsService["preview"] = Effect.fnUntraced(function* (organization, change) {
    const plan = yield* parseChange(change)
    const snapshot = yield* access.whole(yield* access.requireOrganization(organization, "admin"))
    if ("on" in plan) yield* find(snapshot, plan.on)
    yield* requireThere(organization, plan)
    const everybody = (yield* members.list({ organization, sort: "joinedAt" }, {})).map(({ value }) => value)
    const changedSpace =
      plan.change === "default-level" && plan.on.kind === "space"
        ? (yield* spaces.find(SpaceId.make(plan.on.id)))?.value
        : undefined
    const after = afterChange(snapshot, plan, changedSpace)
    const levelAfter = (space: SpaceShape): SpaceShape =>
      plan.change === "default-level" && plan.on.id === space.id ? { ...space, defaultLevel: plan.level } : space
    const enclosing = (parent: CollectionId | undefined) => collectionsAround(snapshot, parent)
    const things = [
      ...[...snapshot.collections.values()]
        .filter(({ id, parent }) => reaches(plan, { id, collections: enclosing(parent), sites: [] }))
        .map(({ id }) => ({
          on: { kind: "collection", id } as const,
          before: (standing: Standing) => standing.collectionLevel(id),
          after: (standing: Standing) => standing.collectionLevel(id)
        })),
      ...(yield* access.shapes(organization))
        .filter((space) => {
          const sites = snapshot.sitesOf.get(space.id)?.map((site) => site.id) ?? []
          return reaches(plan, { id: space.id, collections: enclosing(around(space)), sites })
        })
        .map((space) => ({
          on: { kind: "space", id: space.id } as const,
          before: (standing: Standing) => standing.spaceLevel(space),
          after: (standing: Standing) => standing.spaceLevel(levelAfter(space))
        })),
      ...[...snapshot.sites.values()]
        .filter(({ id }) => reaches(plan, { id, collections: [], sites: [] }))
        .map(({ id }) => ({
          on: { kind: "site", id } as const,
          before: (standing: Standing) => standing.siteLevel(id),
          after: (standing: Standing) => standing.siteLevel(id)
        }))
    ]
    const changes: Array<LevelChange> = []
    const titles = new Map<string, Titled>()
    for (const { user, role, disabled } of everybody) {
      if (disabled || !concerns(snapshot, plan, user)) continue
      const now = standingOf(snapshot, role, user)
      const then = standingOf(after, plan.change === "role" ? plan.role : role, user)
      const member = { id: user, displayName: yield* nameOf(user) }
      for (const thing of things) {
        const from = thing.before(now)
        const to = thing.after(then)
        if (from === to) continue
        const on = titles.get(thing.on.id) ?? (yield* titled(snapshot, thing.on))
        titles.set(on.id, on)
        changes.push({ member, on, from, to })
      }
    }
    return changes
  })

  const service: AccessExplanationsService = { explain, explainSpace, preview }
  return service
})

/** {@link AccessExplanations} over the repositories and services of the context. */
export const service = serviceOf(AccessExplanations, make)
