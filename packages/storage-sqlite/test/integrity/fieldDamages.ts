/** Damages of single fields of records. Each row is damaged once: damaged JSON hides the rest. */
import { type Damage, json } from "./damage.js"

/** A damage of a field of the only rows like it. */
const field = (table: string, path: string, value: string, where = "true"): Damage => [
  `${path} of ${table}`,
  () => json(table, path, value, where),
  () => new RegExp(`${table} .*: its JSON is damaged: ${path}`)
]

/** The damages in groups that can be made together, each with what is found. */
export const fieldDamages: ReadonlyArray<ReadonlyArray<Damage>> = [
  [
    field("sites", "agentsContext", "'perhaps'"),
    field("organizations", "useCase", "'none'"),
    field("team_members", "role", "'boss'"),
    field("openapi_specs", "visibility", "'hidden'"),
    field("revisions", "mergedFrom.subject", "1", "json_extract(row_json, '$.mergedFrom.id') is not null"),
    field("site_redirects", "destination", "json('{}')"),
    field("adaptive_schemas", "jsonSchema", "json('{}')"),
    field("items", "value.values", "json('{}')", "kind = 'source'"),
    field("items", "value.layout", 'json(\'{"width":"narrow"}\')', "kind = 'page' and path = 'guide'"),
    [
      "a pointer to a link invite that leads nowhere",
      () => "update link_invite_targets set row_json = json_remove(row_json, '$.space')",
      ({ space }) =>
        new RegExp(`link_invite_targets ${space} .*: its column target is "${space}", but its JSON says ""`)
    ],
    [
      "remnant of a collection",
      ({ collection }) => json("collections", "remnant", "'yes'", `id = '${collection}'`),
      ({ collection }) => new RegExp(`collections ${collection}: its JSON is damaged: remnant`)
    ],
    [
      "a space that inherits from nothing",
      ({ space }) => json("spaces", "inherits", "'none'", `id = '${space}'`),
      ({ space }) => new RegExp(`spaces ${space}: its collection none does not exist`)
    ],
    [
      "a space that inherits for access only",
      ({ collection, organization, other }) =>
        `insert into inheriting_spaces (space, collection, organization, row_version, row_json) values ('${other}', '${collection}', '${organization}', 1, json_object('space', '${other}', 'collection', '${collection}', 'organization', '${organization}'))`,
      ({ collection, other }) => new RegExp(`space ${other}: access to it is inherited from ${collection}`)
    ]
  ],
  [
    field("organizations", "communityType", "'none'"),
    field("revisions", "git", "json('{}')"),
    field("openapi_specs", "lastProcessErrorCode", "'UNKNOWN'"),
    [
      "a space that inherits, but not for access",
      ({ space, inner }) => json("spaces", "inherits", `'${inner}'`, `id = '${space}'`),
      ({ space, inner }) => new RegExp(`spaces ${space}: its inheritance from ${inner} ${space} does not exist`)
    ]
  ],
  [
    [
      "a site that opens first and is gone",
      ({ organization }) =>
        json("organizations", "defaultContent", `json('{"type":"site","site":"none"}')`, `id = '${organization}'`),
      ({ organization }) => new RegExp(`organizations ${organization}: its site none does not exist`)
    ]
  ]
]
