/** The answers for members and their spaces, one by one and as lists. */
import * as Effect from "effect/Effect"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import type { Cursor, List } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Access } from "../access/Access.js"
import type { Standing } from "../access/Standing.js"
import type { SpaceRecord } from "../places/Space.js"
import { sharedSpaceAnswer } from "../places/SpaceAnswer.js"
import { SpaceRepository } from "../places/SpaceRepository.js"
import { addressOf, type UserRecord } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { userAnswer } from "../users/Users.js"
import type { Member, MemberRecord, MemberSpace, MemberSpacesQuery, MembersQuery } from "./Member.js"
import { MemberRepository, type MembersRange } from "./MemberRepository.js"

interface Person {
  readonly member: MemberRecord
  readonly user: UserRecord
  readonly cursor: Cursor
}

/** Makes the answers for members. */
export interface MemberListsService {
  /** A member as answered to a caller with this standing, with the spaces that both may read. */
  readonly one: (caller: Standing, member: MemberRecord) => Effect.Effect<Member, Unavailable>
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
    user.displayName.toLowerCase().includes(search) || addressOf(user)?.includes(search) === true

/** {@link MemberListsService} over the repositories of the context. */
export const makeMemberLists = Effect.gen(function* () {
  const access = yield* Access
  const members = yield* MemberRepository
  const users = yield* UserRepository
  const spaces = yield* SpaceRepository
  const urls = yield* PublicUrls
  const { base } = urls

  const standingOf = ({ organization, user }: MemberRecord): Effect.Effect<Standing, Unavailable> =>
    Effect.flatMap(access.standingOf(organization, user), (found) =>
      found === undefined ? Effect.dieMessage(`${user} is not a member`) : Effect.succeed(found)
    )

  const personOf = (member: MemberRecord, cursor: Cursor): Effect.Effect<Person, Unavailable> =>
    Effect.flatMap(users.find(member.user), (found) =>
      found === undefined
        ? Effect.dieMessage(`member ${member.user} is not a user`)
        : Effect.succeed({ member, user: found.value, cursor })
    )

  const answer = Effect.fnUntraced(function* (caller: Standing, { member, user }: Person) {
    const standing = yield* standingOf(member)
    const answered: Member = {
      object: "member",
      id: member.user,
      role: member.role,
      user: userAnswer(base, user),
      disabled: member.disabled,
      joinedAt: member.joinedAt,
      ...(member.lastSeenAt !== undefined && { lastSeenAt: member.lastSeenAt }),
      sso: member.sso,
      spaces: yield* access.countCommon(caller, standing),
      teams: standing.teams.size
    }
    return answered
  })

  const one: MemberListsService["one"] = (caller, member) =>
    Effect.flatMap(personOf(member, []), (person) => answer(caller, person))

  const service: MemberListsService = {
    one,
    page: Effect.fnUntraced(function* (standing, query) {
      const { order = "desc", sort = "joinedAt", role, search = "" } = query
      const range: MembersRange = { organization: standing.organization.id, sort, ...(role !== undefined && { role }) }
      const isFound = matches(search.toLowerCase())
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
        render: (person) => answer(standing, person)
      })
    }),
    spaces: Effect.fnUntraced(function* (caller, member, query) {
      const organization = caller.organization.id
      const { order = "desc" } = query
      const standing = yield* standingOf(member)
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
        count: access.countReadable(standing),
        scan,
        render: ({ value }) =>
          Effect.map(Effect.orDie(Effect.fromNullable(standing.spaceLevel(value))), (permission) => ({
            permission,
            space: sharedSpaceAnswer(urls, caller, value)
          }))
      })
    })
  }
  return service
})
