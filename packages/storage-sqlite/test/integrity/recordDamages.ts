/** Damages of single records, and of their references. */
import { type Damage, json } from "./damage.js"

/** The damages, each with its findings. */
export const recordDamages: ReadonlyArray<Damage> = [
  [
    "JSON that does not parse",
    ({ space }) => `update spaces set row_json = '{' where id = '${space}'`,
    ({ space }) => new RegExp(`spaces ${space}: its JSON does not parse`)
  ],
  [
    "JSON without a field",
    ({ ada }) => `update users set row_json = json_remove(row_json, '$.email') where id = '${ada}'`,
    ({ ada }) => new RegExp(`users ${ada}: its JSON is damaged: email: is missing`)
  ],
  [
    "JSON with a wrong type",
    ({ site }) => json("sites", "published", "'yes'", `id = '${site}'`),
    ({ site }) => new RegExp(`sites ${site}: its JSON is damaged: published`)
  ],
  [
    "a column that differs from the JSON",
    ({ space }) => `update spaces set position = 'zz' where id = '${space}'`,
    ({ space }) => new RegExp(`spaces ${space}: its column position is "zz"`)
  ],
  [
    "a membership of nobody",
    () => "delete from users where email = 'bob@example.com'",
    ({ bob, organization }) => new RegExp(`members ${organization} ${bob}: its user ${bob} does not exist`)
  ],
  [
    "a token of nobody",
    ({ ada }) => `delete from users where id = '${ada}'`,
    ({ ada }) => new RegExp(`api_tokens .*: its user ${ada} does not exist`)
  ],
  [
    "a grant to somebody who is no member",
    ({ bob }) => `delete from members where user = '${bob}'`,
    ({ bob, organization, space }) =>
      new RegExp(`grants ${space} ${bob}: its member ${organization} ${bob} does not exist`)
  ],
  [
    "a grant on nothing",
    ({ space }) =>
      `update grants set target = 'none', row_json = json_set(row_json, '$.target', 'none') where target = '${space}'`,
    () => /grants on none: its target does not exist/
  ],
  [
    "a team that is gone",
    ({ team }) => `delete from teams where id = '${team}'`,
    ({ team }) => new RegExp(`team_members ${team} .*: its team .* does not exist`)
  ],
  [
    "a link invite without its target",
    () => "delete from link_invite_targets",
    () => /link_invites .*: its target .* does not exist/
  ],
  [
    "an e-mail domain that nothing leads from",
    () => "delete from email_domains",
    ({ organization }) => new RegExp(`organizations ${organization}: its e-mail domain example.com`)
  ],
  [
    "an e-mail domain of nobody",
    ({ organization }) => json("organizations", "emailDomains", "json('[]')", `id = '${organization}'`),
    ({ organization }) => new RegExp(`organization ${organization}: the domain example.com points to it`)
  ],
  [
    "a collection in itself",
    ({ collection, inner }) =>
      `update collections set parent = '${inner}', row_json = json_set(row_json, '$.parent', '${inner}') where id = '${collection}'`,
    ({ collection }) => new RegExp(`collection ${collection}: it is in itself`)
  ],
  [
    "a space in no collection",
    ({ inner }) => `delete from collections where id = '${inner}'`,
    ({ inner, space }) => new RegExp(`spaces ${space}: its collection ${inner} does not exist`)
  ]
]
