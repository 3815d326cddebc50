/** An engine with one organization and one space, and a caller who administrates them. */
import { setImmediate } from "node:timers/promises"
import { Actor, system, user } from "@lectern/core/access/Actor"
import type { Services } from "@lectern/core/engine/Engine"
import * as Ids from "@lectern/core/ids/Ids"
import { layer } from "@lectern/core/Lectern"
import type { Organization } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import type { Space } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import { Effect, Layer } from "effect"
import type { StorageUnderTest } from "../../storages.js"

/** The workspace that a test starts with. */
export interface Workspace {
  readonly organization: Organization
  readonly space: Space
}

/** Runs a test as the administrator of a new workspace. Ids are counted, so that failures read the same each time.
 * `context` may hold a test clock. */
export const inWorkspace = <A, E>(
  storage: StorageUnderTest,
  test: (workspace: Workspace) => Effect.Effect<A, E, Services | Actor>,
  context: Layer.Layer<never> = Layer.empty
): Promise<A> =>
  Effect.gen(function* () {
    // The runner must get a word in between thousands of runs.
    yield* Effect.promise(() => setImmediate())
    const users = yield* Users
    const ada = yield* users
      .create({ displayName: "Ada", email: "ada@example.com" })
      .pipe(Effect.provideService(Actor, system))
    return yield* Effect.gen(function* () {
      const organization = yield* (yield* Organizations).create({ title: "Example" })
      const space = yield* (yield* Spaces).create(organization.id, { title: "Handbook" })
      return yield* test({ organization, space })
    }).pipe(Effect.provideService(Actor, user(ada.id)))
  }).pipe(Effect.provide(Layer.merge(layer(storage.layer, { ids: Ids.layerSequence }), context)), Effect.runPromise)
