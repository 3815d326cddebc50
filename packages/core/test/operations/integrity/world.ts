/** Random operations of every kind on a small world of two organizations, as numbers that pick among existing items. */
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import type { CollectionId } from "@lectern/core/collections/Collection"
import type { CommentId } from "@lectern/core/comments/Comment"
import type { PageId } from "@lectern/core/content/Page"
import type { SystemWorkspace, Workspace } from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { SiteId } from "@lectern/core/sites/Site"
import type { SpaceId } from "@lectern/core/spaces/Space"
import type { TeamId } from "@lectern/core/teams/Team"
import type { UserId } from "@lectern/core/users/User"
import { FastCheck as fc } from "effect"

/** Everything that was ever made, including deleted items. */
export interface World {
  readonly all: Workspace
  readonly bob: Workspace
  readonly system: SystemWorkspace
  readonly users: ReadonlyArray<UserId>
  readonly organizations: ReadonlyArray<OrganizationId>
  readonly collections: Array<CollectionId>
  readonly spaces: Array<SpaceId>
  readonly teams: Array<TeamId>
  readonly sites: Array<SiteId>
  readonly requests: Array<readonly [SpaceId, ChangeRequestId]>
  readonly comments: Array<readonly [SpaceId, CommentId]>
  readonly pages: Array<readonly [SpaceId, PageId]>
}

/** Three numbers that pick. */
interface Picked {
  readonly a: number
  readonly b: number
  readonly c: number
}

const pick = <A>(all: ReadonlyArray<A>, index: number): A => {
  const found = all[index % Math.max(all.length, 1)]
  if (found === undefined) throw new Error("there is none")
  return found
}

const words = ["alpha", "beta", "Gamma ray", "日本語"]

const text = ({ pages }: World, { a, b }: Picked): string => {
  const [, to] = pages[a % Math.max(pages.length, 1)] ?? []
  const link = to === undefined ? "[nowhere](/pages/none)" : `[link](/pages/${to}#part)`
  return `# ${pick(words, a)}\n\n${pick(words, b)} ${link} [out](https://example.com)\n\n## Part\n\n${"more ".repeat(b % 7)}\n`
}

/** A change of a page that there once was, or a new one. */
const change = (world: World, picked: Picked) => {
  const { a, b, c } = picked
  const page = world.pages.length === 0 ? undefined : pick(world.pages, a)[1]
  const into = b % 3 === 0 || page === undefined ? null : pick(world.pages, b)[1]
  const document = { markdown: text(world, picked) }
  if (page === undefined || c % 6 < 2)
    return { operation: "insert_page", title: pick(words, b), document, into } as const
  if (c % 6 === 2) return { operation: "update_page", page, document } as const
  if (c % 6 === 3) return { operation: "update_page", page, into, hidden: b % 2 === 0 } as const
  if (c % 6 === 4) return { operation: "delete_page", page } as const
  const base64 = Buffer.from(`file ${a % 3}`).toString("base64")
  return { operation: "insert_files", files: [{ name: `${pick(words, a)}.txt`, base64 }] } as const
}

const placeOf = (world: World, { a, b }: Picked) => ({
  space: pick(world.spaces, a),
  ...(b % 2 === 0 && world.requests.length > 0 && { changeRequest: pick(world.requests, a)[1] })
})

/** The operations; each may be refused. */
const operations = {
  collection: async (world: World, { a, b }: Picked) => {
    const parent = b % 2 === 0 ? undefined : pick(world.collections, b)
    const { id } = await world.all.collections.create(pick(world.organizations, a), {
      title: "C",
      ...(parent !== undefined && { parent })
    })
    world.collections.push(id)
  },
  space: async (world: World, { a, b }: Picked) => {
    const parent = b % 3 === 0 ? undefined : pick(world.collections, b)
    const { id } = await world.all.spaces.create(pick(world.organizations, a), {
      title: "S",
      ...(parent !== undefined && { parent })
    })
    world.spaces.push(id)
  },
  duplicate: async (world: World, { a }: Picked) => {
    world.spaces.push((await world.all.spaces.duplicate(pick(world.spaces, a))).id)
  },
  remove: (world: World, { a }: Picked) => world.all.spaces.remove(pick(world.spaces, a)),
  restore: (world: World, { a }: Picked) => world.all.spaces.restore(pick(world.spaces, a)),
  removeCollection: (world: World, { a, b }: Picked) =>
    b % 8 === 0 ? world.all.collections.remove(pick(world.collections, a)) : Promise.resolve(),
  transfer: (world: World, { a, b, c }: Picked) =>
    c % 2 === 0
      ? world.all.spaces.transfer(pick(world.spaces, a), { organization: pick(world.organizations, b) })
      : world.all.collections.transfer(pick(world.collections, a), { organization: pick(world.organizations, b) }),
  move: (world: World, { a, b, c }: Picked) =>
    c % 2 === 0
      ? world.all.spaces.move(pick(world.spaces, a), { parent: pick(world.collections, b) })
      : world.all.collections.move(pick(world.collections, a), { parent: pick(world.collections, b) }),
  edit: async (world: World, picked: Picked) => {
    const space = pick(world.spaces, picked.a)
    await world.all.contentEdits.apply(space, { changes: [change(world, picked)] })
    for (const { id } of (await world.all.contents.pages(space)).pages) {
      if (!world.pages.some(([, known]) => known === id)) world.pages.push([space, id])
    }
  },
  request: async (world: World, { a }: Picked) => {
    const space = pick(world.spaces, a)
    world.requests.push([space, (await world.all.changeRequests.create(space, {})).id])
  },
  editRequest: async (world: World, picked: Picked) => {
    const [space, changeRequest] = pick(world.requests, picked.a)
    await world.all.contentEdits.apply(space, { changes: [change(world, picked)] }, { changeRequest })
  },
  merge: (world: World, { a }: Picked) => world.all.changeRequests.merge(...pick(world.requests, a)),
  pull: (world: World, { a }: Picked) => world.all.changeRequests.pull(...pick(world.requests, a)),
  status: (world: World, { a, b }: Picked) => {
    const status = pick(["draft", "open", "archived"] as const, b)
    return world.all.changeRequests.update(...pick(world.requests, a), { status })
  },
  review: (world: World, { a, b }: Picked) => {
    const [space, request] = pick(world.requests, a)
    return b % 2 === 0
      ? world.all.reviews.request(space, request, { users: [pick(world.users, b)] })
      : world.bob.reviews.submit(space, request, { status: "approved", comment: { markdown: "fine" } })
  },
  comment: async (world: World, picked: Picked) => {
    const place = placeOf(world, picked)
    const by = picked.c % 2 === 0 ? world.all : world.bob
    const { id } = await by.comments.post(place, { body: { markdown: "hello" } })
    world.comments.push([place.space, id])
  },
  reply: (world: World, { a }: Picked) => {
    const [space, comment] = pick(world.comments, a)
    return world.bob.comments.reply({ space }, comment, { body: { markdown: "again" } })
  },
  settle: (world: World, { a, b }: Picked) => {
    const [space, comment] = pick(world.comments, a)
    return b % 2 === 0
      ? world.all.comments.update({ space }, comment, { resolved: b % 4 === 0 })
      : world.all.comments.remove({ space }, comment)
  },
  team: async (world: World, { a, b, c }: Picked) => {
    const organization = pick(world.organizations, a)
    if (c % 4 === 0) world.teams.push((await world.all.teams.create(organization, { title: "T" })).id)
    else if (c % 4 === 1) await world.all.teams.remove(organization, pick(world.teams, b))
    else await world.all.teams.setMember(organization, pick(world.teams, b), pick(world.users, b), { role: "member" })
  },
  member: (world: World, { a, b }: Picked) => {
    const [organization, user] = [pick(world.organizations, a), world.users[1] ?? pick(world.users, 1)]
    return b % 3 === 0
      ? world.all.members.remove(organization, user)
      : world.system.members.add(organization, user, pick(["review", null, "edit"] as const, b))
  },
  grant: (world: World, { a, b, c }: Picked) => {
    const target = c % 2 === 0 ? { space: pick(world.spaces, a) } : { collection: pick(world.collections, a) }
    const teams = world.teams.length > 0 && b % 2 === 0 ? { teams: [pick(world.teams, b)] } : {}
    return world.all.contentGrants.invite(target, { role: "edit", users: [pick(world.users, b)], ...teams })
  },
  invite: (world: World, { a, b }: Picked) =>
    world.all.invites.create(pick(world.organizations, a), { space: pick(world.spaces, b), level: "read" }),
  site: async (world: World, { a, b, c }: Picked) => {
    const organization = pick(world.organizations, a)
    if (c % 4 === 0 || world.sites.length === 0) {
      const spaces = b % 2 === 0 ? [pick(world.spaces, b)] : ("empty" as const)
      world.sites.push((await world.all.sites.create(organization, { title: "Site", spaces })).id)
    } else if (c % 4 === 1) await world.all.sites.remove(organization, pick(world.sites, b))
    else if (c % 4 === 2) {
      await world.all.siteSections.add(organization, pick(world.sites, b), { spaceId: pick(world.spaces, c) })
    } else await world.all.shareLinks.create(organization, pick(world.sites, b), { name: "friends" })
  }
} as const

const kinds = Object.keys(operations) as ReadonlyArray<keyof typeof operations>
const heavy: ReadonlyArray<keyof typeof operations> = ["edit", "edit", "editRequest", "editRequest", "merge", "pull"]

/** One operation. */
export const operation = fc.record({
  kind: fc.constantFrom(...kinds, ...heavy),
  a: fc.nat(1000),
  b: fc.nat(1000),
  c: fc.nat(1000)
})

/** Runs an operation; a refused one changes nothing, which the check verifies. */
export const operate = async (
  world: World,
  { kind, ...picked }: typeof operation extends fc.Arbitrary<infer A> ? A : never
) => {
  try {
    await operations[kind](world, picked)
  } catch (error) {
    if (!(error instanceof Error) || (!("_tag" in error) && error.message !== "there is none")) throw error
  }
}
