/** Wrong counts, and rows that belong to nothing; all of them can be wrong together. */
import { type Damage, json } from "./damage.js"

/** The damages, each with its findings. */
export const countedDamages: ReadonlyArray<Damage> = [
  [
    "a count of comments in a request that is wrong",
    ({ request }) => json("change_requests", "comments", "6", `id = '${request}'`),
    ({ request }) => new RegExp(`change request ${request}: it counts 6 open comments, but has 1`)
  ],
  [
    "bytes of a space that are counted wrongly",
    ({ space }) => `update counters set value = value + 7 where name = 'stored-bytes:${space}'`,
    ({ space }) => new RegExp(`stored bytes: space ${space}: it counts \\d+ bytes`)
  ],
  [
    "bytes of an organization that are counted wrongly",
    ({ organization }) => `update counters set value = value + 5 where name = 'organization-bytes:${organization}'`,
    ({ organization }) => new RegExp(`stored bytes: organization ${organization}: it counts \\d+ bytes`)
  ],
  [
    "a space that search measures wrongly",
    () => "update search_spaces set words = words + 1",
    ({ space }) => new RegExp(`space ${space}: search measures it wrongly`)
  ],
  [
    "links of no space",
    () =>
      "insert into page_links (space, page, other, row_version, row_json) values ('none', 'x', 0, 1, json_object('space', 'none', 'page', 'x', 'links', json_array()))",
    () => /page_links of none: there is no space none/
  ]
]
