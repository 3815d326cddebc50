import { Move } from "@lectern/core/ordering/Position"
import { CreateSpace, UpdateSpace } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { emoji, level, mergeRules, nullableUrl } from "../../engine/bounds/common.js"
import { choice, items, nullable, subject, text } from "../../engine/bounds/fields.js"
import { bySystem } from "../../operations/audit-events/calling.js"
import { makeOther } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, row, silent } from "../../people/access/rows.js"

const day = 86_400_000

const pointed = choice("space", "collection")
const pointer = { type: "space", space: "a", collection: "b" }

/** Spaces. */
export const resource: Resource = {
  calls: ({ deleted, organization: o, space }) => ({
    rows: {
      spaces: {
        list: row("NotFound", [o, {}], "own"),
        create: forbidden(o, {}),
        get: absent(space),
        update: absent(space, { title: "Mine" }),
        remove: silent(space),
        duplicate: absent(space),
        restore: absent(deleted),
        move: absent(space, { parent: null }),
        transfer: absent(space, { organization: o })
      }
    }
  }),
  recorded: {
    spaces: {
      list: "reads",
      create: ["space.created"],
      get: "reads",
      update: ["space.updated"],
      remove: ["site-structure.updated", "space.deleted"],
      duplicate: ["space.created", "space.restored"],
      restore: ["space.restored"],
      move: ["space.updated"],
      transfer: ["site-structure.updated", "space.updated", "space.updated"],
      purgeable: "reads",
      purge: ["space.purged"]
    }
  },
  special: ({ later, made: { space } }) => ({
    spaces: {
      transfer: (begin) =>
        Effect.gen(function* () {
          const { id } = yield* makeOther
          yield* begin
          yield* (yield* Spaces).transfer(space, { organization: id })
        }),
      purgeable: bySystem(),
      purge: { after: later(8 * day), ...bySystem() }
    }
  }),
  locks: {
    spaces: {
      create: "organization + space",
      update: "organization + space",
      remove: "organization + space",
      duplicate: "organization + space; organization + space + space; space",
      restore: "organization + space",
      move: "organization + space",
      transfer: "organization + space"
    }
  },
  bounds: [
    subject("a space", CreateSpace, { title: text(0, 50), emoji }),
    subject(
      "a change of a space",
      UpdateSpace,
      {
        title: text(0, 50),
        emoji: nullable(emoji),
        icon: nullableUrl,
        editMode: choice("live", "locked"),
        defaultLevel: level,
        synonyms: items(0, 200, () => ["one", "other"]),
        "synonyms.0": items(2, 10, (index) => `word ${index}`),
        "synonyms.0.0": text(1, 50)
      },
      { synonyms: [["one", "other"]] }
    ),
    ...mergeRules("a space", UpdateSpace, choice("inherit", "none", "rules")),
    subject(
      "a move",
      Move,
      { "position.before.type": pointed, "position.after.type": pointed },
      {
        position: { before: pointer, after: pointer }
      }
    )
  ]
}
