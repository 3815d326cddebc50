/** The positions and targets of links, as answered. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import type { Actor } from "../../people/access/Actor.js"
import { Organizations } from "../../people/organizations/Organizations.js"
import { CollectionId } from "../../people/places/CollectionId.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { UserId } from "../../people/users/User.js"
import { Users } from "../../people/users/Users.js"
import { Collections } from "../collections/Collections.js"
import { makeToFile, toReusableContent } from "../files/FileAnswer.js"
import type { ItemVersion } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import { OpenAPISpecs } from "../openapi-registry/OpenAPISpecs.js"
import { toPage } from "../reading/PageTree.js"
import { Spaces } from "../spaces/Spaces.js"
import type { ContentLocation } from "./Link.js"
import type { LinkRecord } from "./LinkRows.js"
import type { LinkTarget } from "./LinkTarget.js"
import type { PlacedLink } from "./LinkView.js"

type Located<A> = Effect.Effect<A, LecternError, Actor>

/** Makes the answers for the positions of links. */
export interface Locations {
  /** An object outside the content of a space; `undefined` if it does not exist or is not visible to the caller. */
  readonly elsewhere: (space: SpaceRecord, target: LinkTarget) => Located<ContentLocation | undefined>
  /** The target of a link: the destination as written, if it leads nowhere. */
  readonly target: (space: SpaceRecord, view: View, placed: PlacedLink) => Located<ContentLocation>
  /** The position of a link, as precisely as possible. */
  readonly place: (space: SpaceRecord, view: View, placed: PlacedLink) => Located<ContentLocation>
  /** The position of a link: the page, and the section if it is in one. */
  readonly places: (space: SpaceRecord, view: View, placed: PlacedLink) => Located<ReadonlyArray<ContentLocation>>
}

/** {@link Locations} over the services of the context. */
export const makeLocations = Effect.gen(function* () {
  const items = yield* ItemRepository
  const organizations = yield* Organizations
  const spaces = yield* Spaces
  const collections = yield* Collections
  const users = yield* Users
  const specs = yield* OpenAPISpecs
  const { base } = yield* PublicUrls
  const toFile = yield* makeToFile

  const inSpace = (id: SpaceId) =>
    Effect.flatMap(spaces.get(id), (space) =>
      Effect.map(organizations.get(space.organization), (organization) => ({ organization, space }))
    )
  const located = (
    space: SpaceRecord,
    { line, value: item }: ItemVersion,
    anchor?: string
  ): Located<ContentLocation | undefined> =>
    Effect.gen(function* (): Effect.fn.Return<ContentLocation | undefined, LecternError, Actor> {
      const at = yield* inSpace(space.id)
      switch (item.kind) {
        case "page":
          return {
            kind: "page",
            ...at,
            page: toPage(item, [], { base, space: space.id, metadata: false }),
            ...(anchor !== undefined && { internalLocation: { type: "anchor", anchor } })
          }
        case "file":
          return { kind: "file", ...at, file: yield* toFile(space, { line, value: item }, false) }
        case "reusable-content":
          return { kind: "reusable-content", ...at, reusableContent: toReusableContent(item, false) }
        default:
          return undefined
      }
    })

  const found = (space: SpaceRecord, target: LinkTarget): Located<ContentLocation | undefined> => {
    switch (target.kind) {
      case "space":
        return Effect.map(inSpace(SpaceId.make(target.space)), (at) => ({ kind: "space", ...at }))
      case "collection":
        return Effect.flatMap(collections.get(CollectionId.make(target.collection)), (collection) =>
          Effect.map(organizations.get(collection.organization), (organization) => ({
            kind: "collection",
            organization,
            collection
          }))
        )
      case "user":
        return Effect.map(users.get(UserId.make(target.user)), (user) => ({ kind: "user", user }))
      case "openapi":
        return Effect.flatMap(specs.get(space.organization, target.spec), (openAPISpec) =>
          Effect.map(organizations.get(space.organization), (organization) => ({
            kind: "openapi",
            organization,
            openAPISpec
          }))
        )
      default:
        return Effect.succeed(undefined)
    }
  }
  const elsewhere: Locations["elsewhere"] = (space, target) =>
    Effect.catchTags(found(space, target), {
      NotFound: () => Effect.succeed(undefined),
      Forbidden: () => Effect.succeed(undefined)
    })

  const holder = (space: SpaceRecord, view: View, { page }: PlacedLink, anchor?: string) =>
    Effect.flatMap(items.find(view, page), (item) =>
      item === undefined ? Effect.succeed(undefined) : located(space, item.value, anchor)
    )
  const nowhere = (link: LinkRecord): ContentLocation => ({ kind: "url", url: link.written })

  const locations: Locations = {
    elsewhere,
    target: Effect.fnUntraced(function* (space, view, { link, target }) {
      if (target.kind !== "page" && target.kind !== "file" && target.kind !== "reusable-content") {
        return (yield* elsewhere(space, target)) ?? nowhere(link)
      }
      const id = target.kind === "page" ? target.page : target.kind === "file" ? target.file : target.reusableContent
      const item = yield* items.find(view, id)
      if (item?.value.value.kind !== target.kind) return nowhere(link)
      const anchor = target.kind === "page" ? target.anchor : undefined
      return (yield* located(space, item.value, anchor)) ?? nowhere(link)
    }),
    place: (space, view, placed) =>
      Effect.map(holder(space, view, placed, placed.link.section), (place) => place ?? nowhere(placed.link)),
    places: Effect.fnUntraced(function* (space, view, placed) {
      const { section } = placed.link
      const page = yield* holder(space, view, placed)
      const part = section === undefined ? undefined : yield* holder(space, view, placed, section)
      return [page, part].filter((place) => place !== undefined)
    })
  }
  return locations
})
