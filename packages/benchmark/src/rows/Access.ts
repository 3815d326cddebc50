/**
 * The cost of access checks in a large organization: lists compared with an administrator's, calls with a small
 * organization.
 */
import { Actor, system } from "@lectern/core/access/Actor"
import { Collections } from "@lectern/core/collections/Collections"
import { Comments } from "@lectern/core/comments/Comments"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import type * as Engine from "@lectern/core/engine/Engine"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Saml } from "@lectern/core/saml/Saml"
import { Search } from "@lectern/core/search/Search"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import { Translations } from "@lectern/core/translations/Translations"
import type { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import * as Effect from "effect/Effect"
import { addCrowd } from "../Crowd.js"
import { type Family, type Measure, type Prepared, ratioAtMost, timed } from "../Harness.js"
import { newWorkspace, treeOf, type Workspace, within } from "../Workspace.js"

/** A small organization with one of everything. */
const newPlace = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const { organization } = workspace
  const made = Effect.gen(function* () {
    const joined = Effect.fnUntraced(function* (name: string) {
      const { id } = yield* (yield* Users).create({ displayName: name, email: `${name}@example.org` })
      yield* (yield* Members).add(organization, id, "read")
      return id
    })
    const reader = yield* joined("reader")
    const colleague = yield* joined("colleague")
    const collection = (yield* (yield* Collections).create(organization, { title: "Shelf" })).id
    const space = (yield* (yield* Spaces).create(organization, { title: "Handbook", parent: collection })).id
    yield* (yield* ContentSync).apply(space, treeOf(20, 500))
    const site = (yield* (yield* Sites).create(organization, { title: "Site", spaces: [space] })).id
    const team = (yield* (yield* Teams).create(organization, { title: "Team", members: [reader, colleague] })).id
    const grants = yield* ContentGrants
    yield* grants.invite({ collection }, { role: "edit", teams: [team] })
    for (const target of [{ space }, { organization, site }]) {
      yield* grants.invite(target, { role: "create", users: [reader, colleague] })
    }
    const translation = (yield* (yield* Translations).create(organization, { title: "Translations" })).id
    const provider = (yield* (yield* Saml).create(organization, { label: "Provider" })).id
    return { reader, colleague, collection, space, site, team, translation, provider }
  })
  const place = yield* made.pipe(Effect.provideService(Actor, system), Effect.provide(workspace.services))
  const comment = yield* within(
    { ...workspace, user: place.reader },
    Effect.flatMap(Comments, (comments) => comments.post({ space: place.space }, { body: { markdown: "Good." } }))
  )
  return { ...workspace, ...place, comment: comment.id, admin: workspace.user }
})

type AccessWorkspace = Effect.Effect.Success<typeof newPlace>
type Call = (place: AccessWorkspace, i: number) => Effect.Effect<unknown, unknown, Engine.Services | Actor>

const levels = ["edit", "review"] as const

/** The calls by name, made by the member with the role `read` unless marked as an administrator's. */
const calls: Readonly<Record<string, Call>> = {
  "get-organization": ({ organization }) => Effect.flatMap(Organizations, (all) => all.get(organization)),
  "get-member": ({ organization, colleague }) => Effect.flatMap(Members, (all) => all.get(organization, colleague)),
  "ping-member": ({ organization }) => Effect.flatMap(Members, (all) => all.ping(organization)),
  "get-team": ({ organization, team }) => Effect.flatMap(Teams, (all) => all.get(organization, team)),
  "list-team-members": ({ organization, team }) => Effect.flatMap(Teams, (all) => all.members(organization, team, {})),
  "list-own-teams": ({ organization, reader }) =>
    Effect.flatMap(Teams, (all) => all.ofMember(organization, reader, {})),
  "get-collection": ({ collection }) => Effect.flatMap(Collections, (all) => all.get(collection)),
  "list-collection": ({ collection }) => Effect.flatMap(Collections, (all) => all.spaces(collection, {})),
  "get-space-of-crowd": ({ space }) => Effect.flatMap(Spaces, (all) => all.get(space)),
  "search-space": ({ space }) => Effect.flatMap(Search, (all) => all.space(space, { query: "page" })),
  "list-comments": ({ space }) => Effect.flatMap(Comments, (all) => all.list({ space }, {})),
  "get-comment": ({ space, comment }) => Effect.flatMap(Comments, (all) => all.get({ space }, comment)),
  "list-commenters": ({ space }) => Effect.flatMap(Comments, (all) => all.commenters({ space }, {})),
  "list-space-grants": ({ space }) => Effect.flatMap(ContentGrants, (all) => all.users({ space }, {})),
  "get-site": ({ organization, site }) => Effect.flatMap(Sites, (all) => all.get(organization, site)),
  "list-site-spaces": ({ organization, site }) => Effect.flatMap(SiteSpaces, (all) => all.list(organization, site, {})),
  "get-translation": ({ organization, translation }) =>
    Effect.flatMap(Translations, (all) => all.get(organization, translation)),
  "get-saml": ({ organization, provider }) => Effect.flatMap(Saml, (all) => all.get(organization, provider)),
  "rename-space": ({ space }, i) => Effect.flatMap(Spaces, (all) => all.update(space, { title: `Handbook ${i}` })),
  "rename-collection": ({ collection }, i) =>
    Effect.flatMap(Collections, (all) => all.update(collection, { title: `Shelf ${i}` }))
}

/** How often slow calls are made in one measurement. */
const counts: Readonly<Record<string, number>> = {
  "search-space": 20,
  "list-team-members": 200,
  "list-own-teams": 200,
  "list-collection": 200,
  "list-comments": 200,
  "list-commenters": 200,
  "list-space-grants": 200,
  "list-site-spaces": 200,
  "ping-member": 100,
  "rename-space": 100,
  "rename-collection": 100
}

const granted: Call = ({ space, colleague }, i) =>
  Effect.flatMap(ContentGrants, (all) => all.updateUser({ space }, colleague, { role: levels[i % 2]! }))

/** The calls that are made right after a grant of their member has changed. */
const afterGrant = ["get-space-of-crowd", "get-member", "get-team", "get-site", "search-space"] as const

const byAdmin: ReadonlySet<string> = new Set(["get-saml", "rename-collection"])

const measureOf = (place: AccessWorkspace, name: string, call: Call, count: number): Measure =>
  within(
    { ...place, user: byAdmin.has(name) ? place.admin : place.reader },
    timed(count, (i) => call(place, i))
  )

const sized = (large: AccessWorkspace, small: AccessWorkspace): ReadonlyArray<Prepared> => {
  const row = (name: string, subject: string, call: Call, count: number): Prepared => ({
    name,
    subject: `${subject}, large organization`,
    baseline: "small organization",
    unit: "µs",
    target: ratioAtMost(1.5),
    rounds: 9,
    pair: { subject: measureOf(large, name, call, count), baseline: measureOf(small, name, call, count) }
  })
  return [
    ...Object.entries(calls).map(([name, call]) => row(name, name.replaceAll("-", " "), call, counts[name] ?? 1_000)),
    ...afterGrant.map((name) => {
      const call: Call = (place, i) => Effect.zipRight(granted(place, i), calls[name]!(place, i))
      return row(`grant-${name}`, `a grant, then ${name.replaceAll("-", " ")}`, call, counts[name] ?? 50)
    })
  ]
}

const firstPage = ({ organization }: Workspace) =>
  Effect.flatMap(Spaces, (spaces) => spaces.list(organization, { limit: 50 }))

const wholeList = Effect.fnUntraced(function* ({ organization }: Workspace) {
  const spaces = yield* Spaces
  let page: string | undefined
  do {
    const list = yield* spaces.list(organization, { limit: 1_000, ...(page !== undefined && { page }) })
    page = list.next?.page
  } while (page !== undefined)
})

const lists = (large: AccessWorkspace, people: Readonly<Record<string, UserId>>): ReadonlyArray<Prepared> => {
  const listed = [
    { name: "list-spaces", subject: "first 50 spaces with count", list: firstPage, count: 100 },
    { name: "walk-spaces", subject: "the list of all spaces", list: wholeList, count: 1 }
  ]
  const measured = (user: UserId, { count, list }: (typeof listed)[number]): Measure =>
    within(
      { ...large, user },
      timed(count, () => list(large))
    )
  return listed.flatMap((list) =>
    Object.entries(people).map(([who, user]) => ({
      name: `${list.name}-${who}`,
      subject: `${list.subject}, ${who}`,
      baseline: "administrator",
      unit: "µs",
      target: ratioAtMost(3),
      rounds: 9,
      pair: { subject: measured(user, list), baseline: measured(large.admin, list) }
    }))
  )
}

/** Lists and calls in an organization of 1,000 members, 200 teams, 5,000 spaces in 500 collections and 10,000 grants. */
export const access: Family = {
  name: "access",
  rows: Effect.gen(function* () {
    const large = yield* newPlace
    const small = yield* newPlace
    const { reader, guest } = yield* addCrowd(large, large.space)
    return [...lists(large, { reader, guest }), ...sized(large, small)]
  })
}
