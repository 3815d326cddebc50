import { CollectionsQuery, CreateCollection, UpdateCollection } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { Effect } from "effect"
import { level } from "../../engine/bounds/common.js"
import { integer, subject, text } from "../../engine/bounds/fields.js"
import { makeOther } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, row, silent } from "../../people/access/rows.js"

/** Collections. */
export const resource: Resource = {
  calls: ({ collection: shelf, organization: o }) => ({
    rows: {
      collections: {
        list: row("NotFound", [o, {}], "own"),
        create: forbidden(o, {}),
        get: absent(shelf),
        update: absent(shelf, { title: "Mine" }),
        remove: silent(shelf),
        transfer: absent(shelf, { organization: o }),
        spaces: absent(shelf, {}),
        move: absent(shelf, { parent: null })
      }
    }
  }),
  recorded: {
    collections: {
      list: "reads",
      create: ["collection.created"],
      get: "reads",
      update: ["collection.updated"],
      remove: ["collection.updated", "site-structure.updated", "space.deleted", "space.updated"],
      spaces: "reads",
      move: ["collection.updated"],
      transfer: ["collection.updated", "collection.updated", "site-structure.updated", "space.updated", "space.updated"]
    }
  },
  special: ({ made: { collection, organization } }) => ({
    collections: {
      move: (begin) =>
        Effect.gen(function* () {
          const collections = yield* Collections
          const parent = (yield* collections.create(organization, {})).id
          yield* begin
          yield* collections.move(collection, { parent })
        }),
      transfer: (begin) =>
        Effect.gen(function* () {
          const { id } = yield* makeOther
          yield* begin
          yield* (yield* Collections).transfer(collection, { organization: id })
        })
    }
  }),
  locks: {
    collections: {
      create: "organization",
      update: "organization",
      remove: "organization + space",
      transfer: "organization",
      move: "organization"
    }
  },
  bounds: [
    subject("a collection", CreateCollection, { title: text(0, 50) }),
    subject("a change of a collection", UpdateCollection, {
      title: text(0, 50),
      description: text(0, 100),
      defaultLevel: level
    }),
    subject("a list of collections", CollectionsQuery, { limit: integer(0, 1000) })
  ]
}
