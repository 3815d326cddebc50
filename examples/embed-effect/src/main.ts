/** A workspace inside a program written with Effect: services from the context, failures in the type. */
import { Actor, system, user } from "@lectern/core/access/Actor"
import * as Lectern from "@lectern/core/Lectern"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Console, Effect } from "effect"

/** Makes a space with one page, as the user in the context. */
const writeHandbook = Effect.gen(function* () {
  const organizations = yield* Organizations
  const spaces = yield* Spaces
  const edits = yield* ContentEdits
  const organization = yield* organizations.create({ title: "Example" })
  const space = yield* spaces.create(organization.id, { title: "Handbook" })
  yield* edits.apply(space.id, {
    changes: [{ operation: "insert_page", title: "Welcome", document: { markdown: "# Welcome\n\nHello.\n" } }]
  })
  return space
})

const program = Effect.gen(function* () {
  const users = yield* Users
  const contents = yield* Contents
  const ada = yield* Effect.provideService(
    users.create({ displayName: "Ada", email: "ada@example.com" }),
    Actor,
    system
  )
  // Every service takes its caller from the context, so that authorization cannot be forgotten.
  const space = yield* Effect.provideService(writeHandbook, Actor, user(ada.id))
  const { pages } = yield* Effect.provideService(contents.pages(space.id), Actor, user(ada.id))
  yield* Console.log(`${space.title} by ${ada.displayName}: ${pages.map((page) => page.title).join(", ")}`)

  const bob = yield* Effect.provideService(
    users.create({ displayName: "Bob", email: "bob@example.com" }),
    Actor,
    system
  )
  const answer = yield* contents.current(space.id).pipe(
    Effect.provideService(Actor, user(bob.id)),
    Effect.map((current) => `Bob reads ${current.pages.length} pages`),
    Effect.catchTag("NotFound", ({ message }) => Effect.succeed(`Bob: ${message}`))
  )
  yield* Console.log(answer)
})

await Effect.runPromise(Effect.provide(program, Lectern.layer(MemoryStorage.layer())))
