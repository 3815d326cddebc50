/** One database for the application and its documentation. */
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Actor, system, user } from "@lectern/core/access/Actor"
import * as Lectern from "@lectern/core/Lectern"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, Layer } from "effect"
import * as Releases from "./Releases.js"

/** The application's client, and Lectern's services over the same database. */
export const layer = (filename: string) =>
  Layer.provideMerge(Lectern.layer(SqliteStorage.layerSqlClient()), SqliteClient.layer({ filename }))

/** The address of the account that the application works with. */
const email = "robot@example.com"

/** The space of the releases and the account that writes to it, which are made when the database is new. */
export const open = Effect.gen(function* () {
  yield* Releases.createTable
  const users = yield* Users
  const organizations = yield* Organizations
  const spaces = yield* Spaces
  const make = Effect.gen(function* () {
    const robot = yield* users.create({ displayName: "Release robot", email })
    const asRobot = Effect.provideService(Actor, user(robot.id))
    const organization = yield* asRobot(organizations.create({ title: "Example" }))
    const space = yield* asRobot(spaces.create(organization.id, { title: "Releases" }))
    return { robot: robot.id, space: space.id }
  })
  const find = Effect.gen(function* () {
    const robot = yield* users.findByEmail(email)
    if (robot === undefined) return yield* make
    const asRobot = Effect.provideService(Actor, user(robot.id))
    const [organization] = (yield* asRobot(organizations.list({}))).items
    if (organization === undefined) return yield* Effect.dieMessage("the account has no organization")
    const [space] = (yield* asRobot(spaces.list(organization.id, {}))).items
    if (space === undefined) return yield* Effect.dieMessage("the organization has no space")
    return { robot: robot.id, space: space.id }
  })
  return yield* Lectern.transaction(find)
}).pipe(Effect.provideService(Actor, system))
