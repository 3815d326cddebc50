import { FetchHttpClient } from "@effect/platform"
import { GitBookAPI } from "@gitbook/api"
import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  RateLimited,
  Unauthenticated,
  Unavailable
} from "@lectern/core/errors/Errors"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Client from "@lectern/http/Client"
import { Effect, Either, Layer, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { base, makeWorld, type Person, type World } from "../support/world.js"

const fetchOf =
  ({ handler }: World): typeof fetch =>
  (input, init) =>
    handler(new Request(input, init))

const clientOf = (world: World, person: Person = "ada") =>
  Client.promises({ baseUrl: base, token: world.tokens[person], fetch: fetchOf(world) })

describe("the client of promises", () => {
  it("walks from the organization to a page", async () => {
    const world = await makeWorld()
    const client = clientOf(world)
    const { items } = await client.organizations.listOrganizationsForAuthenticatedUser({ urlParams: {} })
    const organizationId = items[0]!.id
    const space = await client.spaces.createSpace({ path: { organizationId }, payload: { title: "Handbook" } })
    const path = { spaceId: space.id }
    const { changes } = await client["space-content"].updateSpaceContent({
      path,
      headers: {},
      payload: {
        changes: [{ operation: "insert_page", title: "Über a/b", document: { markdown: "# Über a/b\n\ntext\n" } }]
      }
    })
    const [made] = changes.flatMap((change) => (change.object === "created_page" ? [change.page] : []))
    const read = await client["space-content"].getPageById({ path: { ...path, pageId: made!.id }, urlParams: {} })
    expect(read).toMatchObject({ title: "Über a/b", markdown: "# Über a/b\n\ntext\n" })
    const pagePath = (read as { path: string }).path
    expect((await client["space-content"].getPageByPath({ path: { ...path, pagePath }, urlParams: {} })).id).toBe(
      made!.id
    )
    const spaces = await client.spaces.listSpacesInOrganizationById({
      path: { organizationId },
      urlParams: { limit: 1 }
    })
    expect(spaces.items).toHaveLength(1)
    expect(spaces.count).toBeGreaterThan(1)
    const rest = await client.spaces.listSpacesInOrganizationById({
      path: { organizationId },
      urlParams: { page: spaces.next!.page }
    })
    expect(rest.items).toHaveLength(spaces.count - 1)
    expect(await client.spaces.deleteSpaceById({ path })).toBeUndefined()
  })

  it("rejects with the errors of the engine", async () => {
    const world = await makeWorld()
    const main = { path: { spaceId: SpaceId.make(world.ids.spaces.main) } }
    const reader = clientOf(world, "rex")
    const missing = reader.spaces.getSpaceById({ path: { spaceId: SpaceId.make("un/known ü") }, urlParams: {} })
    await expect(missing).rejects.toEqual(new NotFound({ message: "space not found" }))
    await expect(missing).rejects.toBeInstanceOf(NotFound)
    await expect(reader.spaces.updateSpaceById({ ...main, payload: {} })).rejects.toBeInstanceOf(Forbidden)
    await expect(clientOf(world).spaces.restoreSpace(main)).rejects.toBeInstanceOf(Conflict)
    const bad = clientOf(world).spaces.listSpacesInOrganizationById({
      path: { organizationId: OrganizationId.make(world.ids.organization) },
      urlParams: { page: "broken" }
    })
    await expect(bad).rejects.toMatchObject({ _tag: "Invalid", field: "page" })
    await expect(bad).rejects.toBeInstanceOf(Invalid)
    const nobody = Client.promises({ baseUrl: base, token: "unknown", fetch: fetchOf(world) })
    await expect(nobody.users.getAuthenticatedUser(undefined)).rejects.toBeInstanceOf(Unauthenticated)
    world.fail("away")
    await expect(reader.users.getAuthenticatedUser(undefined)).rejects.toBeInstanceOf(Unavailable)
  })

  it("knows from the headers when to call again", async () => {
    const world = await makeWorld({ limits: { token: { limit: 0, windowSeconds: 60 } } })
    const refused = await clientOf(world)
      .users.getAuthenticatedUser(undefined)
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RateLimited)
    const { limit, retryAfter } = refused as RateLimited
    expect(limit).toBe(0)
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  })
})

describe("the client of effects", () => {
  it("fails with typed errors", async () => {
    const world = await makeWorld()
    const nameOf = (client: Client.Client) =>
      Effect.map(client.users.getAuthenticatedUser(), (user) => user.displayName)
    const program = Effect.gen(function* () {
      const client = yield* Client.make({ baseUrl: base, token: Redacted.make(world.tokens.ada) })
      const missing = yield* Effect.either(
        Effect.catchTag(
          client.spaces.getSpaceById({ path: { spaceId: SpaceId.make("unknown") }, urlParams: {} }),
          "NotFound",
          ({ message }) => Effect.fail(message)
        )
      )
      return { name: yield* nameOf(client), missing }
    })
    const transport = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetchOf(world)))
    const { missing, name } = await Effect.runPromise(Effect.provide(program, transport))
    expect(name).toBe("ada")
    expect(missing).toEqual(Either.left("space not found"))
  })
})

type Call<A> = (...args: ReadonlyArray<unknown>) => Promise<{ readonly data: A }>

/** The methods of the public API's client that are called here. Its own types do not resolve as NodeNext. */
interface PublicClient {
  readonly user: { readonly getAuthenticatedUser: Call<{ readonly displayName: string }> }
  readonly orgs: {
    readonly listOrganizationsForAuthenticatedUser: Call<{ readonly items: ReadonlyArray<{ readonly id: string }> }>
    readonly createSpace: Call<{ readonly id: string }>
  }
  readonly spaces: {
    readonly getSpaceById: Call<{ readonly title: string }>
    readonly updateSpaceById: Call<unknown>
    readonly getPageByPath: Call<unknown>
    readonly searchSpaceContent: Call<{ readonly items: ReadonlyArray<unknown> }>
    readonly deleteSpaceById: Call<unknown>
    readonly getRevisionById: Call<unknown>
  }
}

describe("the public API's own client", () => {
  it("works unmodified", async () => {
    const world = await makeWorld()
    const { ids } = world
    const serviceBinding = { fetch: fetchOf(world) }
    const client: PublicClient = new GitBookAPI({
      endpoint: base,
      authToken: world.tokens.ada,
      serviceBinding
    } as never) as never
    expect((await client.user.getAuthenticatedUser()).data.displayName).toBe("ada")
    const { data: organizations } = await client.orgs.listOrganizationsForAuthenticatedUser({ limit: 10 })
    expect(organizations.items.map(({ id }) => id)).toEqual([ids.organization])
    const { data: space } = await client.orgs.createSpace(ids.organization, { title: "From outside" })
    expect((await client.spaces.getSpaceById(space.id)).data.title).toBe("From outside")
    await client.spaces.updateSpaceById(space.id, { title: "Renamed" })
    const { data: page } = await client.spaces.getPageByPath(ids.spaces.main, "guide%2Finstall", { format: "markdown" })
    expect(page).toMatchObject({ title: "Install", path: "guide/install" })
    const { data: found } = await client.spaces.searchSpaceContent(ids.spaces.main, { query: "requirements" })
    expect(found.items[0]).toMatchObject({ title: "Install" })
    await client.spaces.deleteSpaceById(space.id)
    await expect(client.spaces.getRevisionById(ids.spaces.main, "unknown")).rejects.toMatchObject({
      code: 404,
      errorMessage: "revision not found"
    })
  })
})
