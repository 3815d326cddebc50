import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, type Operation, space } from "../../contract/rows.js"
import {
  absentToGuests,
  body,
  type Entry,
  type Level,
  onCollection,
  onSite,
  onSpace
} from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

/** Who may do them on one kind of content. */
const grants = (name: string, of: (needs: Level, more?: Partial<Entry>) => Entry): Readonly<Record<string, Entry>> => ({
  [`inviteTo${name}`]: of("create", {
    ...absentToGuests,
    body: ({ params }) => ({ role: "edit", users: [params.userId] })
  }),
  [`listUserPermissionsIn${name}`]: of("create", { guest: 403 }),
  [`listTeamPermissionsIn${name}`]: of("create", { guest: 403 }),
  [`listPermissionsAggregateIn${name}`]: of("create", { guest: 403 }),
  [`updateUserPermissionIn${name}`]: of("create", { ...absentToGuests, ...body({ role: "read" }) }),
  [`removeUserFrom${name}`]: of("create"),
  [`updateTeamPermissionIn${name}`]: of("create", { ...absentToGuests, ...body({ role: "read" }) }),
  [`removeTeamFrom${name}`]: of("create")
})

type Path = (ids: Ids) => string

/** The operations of grants on one kind of content; `rex` may read `open` and not see `hidden`. */
const grantsOn = (kind: string, open: Path, hidden: Path): Readonly<Record<string, Operation>> => {
  const below = (rest: string) => (ids: Ids) => `${open(ids)}/permissions${rest}`
  const all = below("")
  const user = (ids: Ids) => `${all(ids)}/users/${ids.users.gus}`
  const team = (ids: Ids) => `${all(ids)}/teams/${ids.team}`
  const invite = ask("POST", all)
  const invited: Operation["prepare"] = (world) =>
    world.ask("POST", all(world.ids), {
      body: { role: "edit", users: [world.ids.users.gus], teams: [world.ids.team] }
    })
  const list = (rest: string, bad: string): Operation => ({
    method: "GET",
    path: below(rest),
    status: 200,
    prepare: invited,
    failures: {
      400: { path: below(`${rest}?${bad}`) },
      403: { as: "rex" },
      404: { as: "rex", path: (ids) => `${hidden(ids)}/permissions${rest}` },
      409: never.readsOnly
    },
    more: [{ path: below(`${rest}?limit=1`) }, { prepare: invite }]
  })
  const update = (path: Path, unknown: string): Operation => ({
    method: "PATCH",
    path,
    status: 204,
    prepare: invited,
    body: () => ({ role: "review" }),
    failures: {
      400: { body: () => ({ role: "boss" }) },
      403: { as: "rex", prepare: async () => undefined },
      404: { path: below(unknown) },
      409: never.noState
    },
    more: [{ body: () => ({ role: null }) }, { body: () => ({}) }]
  })
  const remove = (path: Path, unknown: string, bad: string): Operation => ({
    method: "DELETE",
    path,
    status: 204,
    prepare: invited,
    failures: {
      400: { path: below(bad) },
      403: { as: "rex", prepare: async () => undefined },
      404: never.goneIsFine,
      409: never.noState
    },
    more: [{ path: below(unknown) }, { as: "eve" }, { prepare: invite }]
  })
  return {
    [`inviteTo${kind}`]: {
      method: "POST",
      path: all,
      status: 204,
      body: ({ users, team: id }) => ({ role: "edit", users: [users.gus, users.rex], teams: [id] }),
      failures: {
        400: malformed,
        403: { as: "rex" },
        404: { body: ({ users }) => ({ role: "edit", users: [users.gus, users.eve] }) },
        409: never.noState
      },
      more: [{ body: ({ team: id }) => ({ role: null, teams: [id] }) }]
    },
    [`listUserPermissionsIn${kind}`]: list("/users", "limit=-1"),
    [`listTeamPermissionsIn${kind}`]: list("/teams", "page=broken"),
    [`listPermissionsAggregateIn${kind}`]: list("/aggregate", "role=guest"),
    [`updateUserPermissionIn${kind}`]: update(user, "/users/unknown"),
    [`removeUserFrom${kind}`]: remove(user, "/users/unknown", "/users/%zz"),
    [`updateTeamPermissionIn${kind}`]: update(team, "/teams/unknown"),
    [`removeTeamFrom${kind}`]: remove(team, "/teams/unknown", "/teams/%zz")
  }
}

/** Grants. */
export const resource: Resource = {
  operations: {
    ...grantsOn(
      "Space",
      ({ spaces }) => `/v1/spaces/${spaces.second}`,
      ({ spaces }) => `/v1/spaces/${spaces.hidden}`
    ),
    explainPermissionInSpace: {
      method: "GET",
      path: space("second", "/permissions/explain"),
      status: 200,
      failures: {
        400: { path: space("second", "/permissions/explain?user=a&user=b") },
        403: { as: "rex", path: (ids) => space("second", `/permissions/explain?user=${ids.users.ada}`)(ids) },
        404: { as: "rex", path: space("hidden", "/permissions/explain") },
        409: never.readsOnly
      },
      more: [{ as: "rex" }, { path: (ids) => space("second", `/permissions/explain?user=${ids.users.gus}`)(ids) }]
    },
    ...grantsOn(
      "Collection",
      ({ collections }) => `/v1/collections/${collections.outer}`,
      ({ collections }) => `/v1/collections/${collections.hidden}`
    ),
    ...grantsOn(
      "Site",
      ({ organization, sites }) => `/v1/orgs/${organization}/sites/${sites.main}`,
      ({ organization, sites }) => `/v1/orgs/${organization}/sites/${sites.hidden}`
    )
  },
  own: [
    "explainPermissionInSpace",
    "inviteToSite",
    "listTeamPermissionsInSite",
    "listUserPermissionsInSite",
    "removeTeamFromSite",
    "removeUserFromSite",
    "updateTeamPermissionInSite",
    "updateUserPermissionInSite"
  ],
  visibility: {
    ...grants("Space", onSpace),
    explainPermissionInSpace: onSpace("read"),
    ...grants("Collection", onCollection),
    ...grants("Site", onSite)
  }
}
