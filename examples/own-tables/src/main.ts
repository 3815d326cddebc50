/** An application with tables of its own: its releases are rows, their notes are pages that somebody approves. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Actor, system, user } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import * as Lectern from "@lectern/core/Lectern"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Console, Effect, Layer } from "effect"
import { type Release, releases } from "./Releases.js"

/** Proposes the notes of a release as a page, in a change request. */
const propose = Effect.fn(function* (space: SpaceId, { notes, version }: Release) {
  const requests = yield* ChangeRequests
  const edits = yield* ContentEdits
  const request = yield* requests.create(space, { subject: `Notes of ${version}` })
  const document = { markdown: `# Version ${version}\n\n${notes}\n` }
  yield* edits.apply(
    space,
    { changes: [{ operation: "insert_page", title: `Version ${version}`, document }] },
    { changeRequest: request.id }
  )
  return yield* requests.update(space, request.id, { status: "open" })
})

/** Proposes what is not proposed yet, and remembers where. */
const proposeAll = Effect.fn(function* (space: SpaceId) {
  const { proposed, unproposed } = yield* releases
  const found = yield* unproposed
  for (const release of found) {
    const request = yield* propose(space, release)
    yield* proposed(release.version, request.id)
    yield* Console.log(`proposed ${release.version} in change request ${request.number}`)
  }
  if (found.length === 0) yield* Console.log("nothing to propose")
})

const program = Effect.gen(function* () {
  const { create } = yield* Users
  const robot = yield* create({ displayName: "Release robot", email: "robot@example.com" })
  yield* Effect.gen(function* () {
    const organization = yield* (yield* Organizations).create({ title: "Example" })
    const space = yield* (yield* Spaces).create(organization.id, { title: "Releases" })
    const { add } = yield* releases
    yield* add("1.0", "The first version.")
    yield* add("1.1", "Search answers sooner.")
    yield* proposeAll(space.id)
    yield* proposeAll(space.id)

    const requests = yield* ChangeRequests
    const [first] = (yield* requests.list(space.id, { status: "open" })).items
    if (first !== undefined) yield* requests.merge(space.id, first.id)
    const { pages } = yield* (yield* Contents).pages(space.id)
    yield* Console.log(`published: ${pages.map(({ title }) => title).join(", ")}`)
  }).pipe(Effect.provideService(Actor, user(robot.id)))
}).pipe(Effect.provideService(Actor, system))

const folder = mkdtempSync(join(tmpdir(), "own-tables-"))
const application = SqliteClient.layer({ filename: join(folder, "application.db") })
const documentation = Lectern.layer(SqliteStorage.layer({ filename: join(folder, "documentation.db") }))

await program.pipe(
  Effect.provide(Layer.merge(application, documentation)),
  Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true }))),
  Effect.runPromise
)
