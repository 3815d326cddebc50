/** Small specifications, and the common steps of the tests with them. */
import type { ActorValue } from "@lectern/core/access/Actor"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { UserId } from "@lectern/core/users/User"
import { Effect } from "effect"
import { as } from "../../workspace.js"

/** A specification with one operation for each path. */
export const petstore = (title: string, paths: ReadonlyArray<string> = ["/pets"], more: object = {}) => ({
  openapi: "3.1.0",
  info: { title, version: "1.0.0" },
  paths: Object.fromEntries(
    paths.map((path) => [path, { get: { tags: ["pets"], responses: { 200: { description: "Fine" } } } }])
  ),
  ...more
})

/** The same as text. */
export const text = (...args: Parameters<typeof petstore>) => JSON.stringify(petstore(...args))

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** The specification once no work on it is under way any more. */
export const settled = (actor: ActorValue | UserId, organization: OrganizationId, slug: string) =>
  Effect.gen(function* () {
    const specs = yield* OpenAPISpecs
    while (true) {
      const spec = yield* as(actor)(specs.get(organization, slug))
      if (spec.processingState === "complete") return spec
      yield* turn
    }
  })

/** Waits until something is so. */
export const until = (condition: () => boolean) =>
  Effect.gen(function* () {
    while (!condition()) yield* turn
  })
