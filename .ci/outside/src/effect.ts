/** A program written with Effect: the engine as a layer, errors in types, services from the context. */
import { deepEqual } from "node:assert/strict"
import * as Lectern from "@lectern/core"
import { Actor, system, user } from "@lectern/core/access/Actor"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import * as MemoryStorage from "@lectern/storage-memory"
import { Effect } from "effect"

const write = Effect.gen(function* () {
  const organization = yield* (yield* Organizations).create({ title: "Example" })
  const space = yield* (yield* Spaces).create(organization.id, { title: "Handbook" })
  yield* (yield* ContentEdits).apply(space.id, {
    changes: [{ operation: "insert_page", document: { markdown: "# Welcome\n\nEvery edit makes a revision.\n" } }]
  })
  const { items } = yield* (yield* Search).space(space.id, { query: "revisions" })
  return items.map((item) => item.path)
})

const program = Effect.gen(function* () {
  const ada = yield* Effect.provideService(
    (yield* Users).create({ displayName: "Ada", email: "ada@example.com" }),
    Actor,
    system
  )
  const paths = yield* Effect.provideService(write, Actor, user(ada.id))
  const refused = yield* Effect.flip(
    Effect.provideService((yield* Organizations).create({ title: "" }), Actor, user(ada.id))
  )
  return [paths, refused instanceof Lectern.Invalid, refused._tag] as const
})

const found = await Effect.runPromise(Effect.provide(program, Lectern.layer(MemoryStorage.layer())))
deepEqual(found, [["welcome"], true, "Invalid"])
