/** Members and their spaces as they are answered, one by one and as lists. */
import { Effect } from "effect"
import { Access } from "../access/Access.js"
import { readableOf } from "../access/AccessCaches.js"
import type { RoleOrGuest } from "../access/Role.js"
import { type Standing, standingOf } from "../access/Standing.js"
import type { LecternError, Unavailable } from "../errors/Errors.js"
import type { Cursor, List } from "../lists/List.js"
import { pageOf } from "../lists/PageOf.js"
import { visibleScan } from "../lists/VisibleScan.js"
import type { SpaceRecord } from "../spaces/Space.js"
import { spaceAnswer } from "../spaces/SpaceAnswer.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import type { Stored } from "../storage/Repository.js"
import { PublicUrls } from "../urls/PublicUrls.js"
import type { UserRecord } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { userAnswer } from "../users/Users.js"
import type { Member, MemberRecord, MemberSpace, MemberSpacesQuery, MembersQuery } from "./Member.js"
import { MemberRepository, type MembersRange } from "./MemberRepository.js"

interface Person {
  readonly member: MemberRecord
  readonly user: UserRecord
  readonly cursor: Cursor
}

/** How members are answered. */
export interface MemberListsService {
  readonly one: (standing: Standing, member: MemberRecord) => Effect.Effect<Member, Unavailable>
  /** {@link one} for many members of one organization. */
  readonly each: (
    standing: Standing
  ) => Effect.Effect<(member: MemberRecord) => Effect.Effect<Member, Unavailable>, Unavailable>
  readonly page: (standing: Standing, query: MembersQuery) => Effect.Effect<List<Member>, LecternError>
  /** The spaces of `member` as answered to a caller who may see all of them. */
  readonly spaces: (
    caller: Standing,
    member: MemberRecord,
    query: MemberSpacesQuery
  ) => Effect.Effect<List<MemberSpace>, LecternError>
}

const matches =
  (search: string) =>
  ({ user }: Person): boolean =>
    user.displayName.toLowerCase().includes(search) || user.email.includes(search)

/** {@link MemberListsService} over the repositories of the context. */
export const make = Effect.gen(function* () {
  const access = yield* Access
  const members = yield* MemberRepository
  const users = yield* UserRepository
  const spaces = yield* SpaceRepository
  const { base } = yield* PublicUrls

  /** Counts the spaces that members may read, once for all who stand alike: those of one role without grants and teams. */
  const spacesCounter = Effect.fnUntraced(function* ({ snapshot, organization }: Standing) {
    const shapes = yield* access.shapes(organization.id)
    const byRole = new Map<RoleOrGuest, number>()
    return ({ role, user }: MemberRecord): number => {
      if (role === "admin") return shapes.length
      const count = () => readableOf(standingOf(snapshot, role, user), shapes).ids.size
      if (snapshot.grants.has(user) || snapshot.teams.has(user)) return count()
      const known = byRole.get(role) ?? count()
      byRole.set(role, known)
      return known
    }
  })

  const personOf = (member: MemberRecord, cursor: Cursor): Effect.Effect<Person, Unavailable> =>
    Effect.flatMap(users.find(member.user), (found) =>
      found === undefined
        ? Effect.dieMessage(`member ${member.user} is no user`)
        : Effect.succeed({ member, user: found.value, cursor })
    )

  const answer = (
    { snapshot }: Standing,
    { member, user }: Person,
    spacesOf: (member: MemberRecord) => number
  ): Member => ({
    object: "member",
    id: member.user,
    role: member.role,
    user: userAnswer(base, user),
    disabled: member.disabled,
    joinedAt: member.joinedAt,
    ...(member.lastSeenAt !== undefined && { lastSeenAt: member.lastSeenAt }),
    sso: member.sso,
    spaces: spacesOf(member),
    teams: snapshot.teams.get(member.user)?.size ?? 0
  })

  const each: MemberListsService["each"] = (standing) =>
    Effect.map(
      spacesCounter(standing),
      (spacesOf) => (member) => Effect.map(personOf(member, []), (person) => answer(standing, person, spacesOf))
    )

  const service: MemberListsService = {
    one: (standing, member) => Effect.flatMap(each(standing), (answerOf) => answerOf(member)),
    each,
    page: Effect.fnUntraced(function* (standing, query) {
      const { order = "desc", sort = "joinedAt", role, search = "" } = query
      const range: MembersRange = { organization: standing.organization.id, sort, ...(role !== undefined && { role }) }
      const isFound = matches(search.toLowerCase())
      const spacesOf = yield* spacesCounter(standing)
      const people = (after?: Cursor, limit?: number) =>
        Effect.flatMap(
          members.list(range, {
            reverse: order === "desc",
            ...(after !== undefined && { after }),
            ...(limit !== undefined && { limit })
          }),
          (found) => Effect.forEach(found, ({ value, cursor }) => personOf(value, cursor))
        )
      return yield* pageOf({
        binding: JSON.stringify(["members", range.organization, order, sort, role, search]),
        query,
        count: search === "" ? members.count(range) : Effect.map(people(), (all) => all.filter(isFound).length),
        scan: search === "" ? people : visibleScan(people, isFound),
        render: (person) => Effect.succeed(answer(standing, person, spacesOf))
      })
    }),
    spaces: Effect.fnUntraced(function* (caller, member, query) {
      const organization = caller.organization.id
      const { order = "desc" } = query
      const standing = standingOf(caller.snapshot, member.role, member.user)
      const spacesOf = yield* spacesCounter(caller)
      const scan = visibleScan(
        (after, limit) =>
          spaces.listCreated(organization, {
            reverse: order === "desc",
            limit,
            ...(after !== undefined && { after })
          }),
        ({ value }: Stored<SpaceRecord>) => standing.spaceLevel(value) !== null
      )
      return yield* pageOf({
        binding: `member-spaces:${organization}:${member.user}:${order}`,
        query,
        count: Effect.succeed(spacesOf(member)),
        scan,
        render: ({ value }) =>
          Effect.map(Effect.orDie(Effect.fromNullable(standing.spaceLevel(value))), (permission) => ({
            permission,
            space: spaceAnswer(base, caller, value, caller.spaceLevel(value))
          }))
      })
    })
  }
  return service
})
