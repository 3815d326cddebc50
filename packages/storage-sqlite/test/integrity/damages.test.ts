/** Every kind of damage, made with plain SQL, is found, with its ids. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Actor, system } from "@lectern/core/access/Actor"
import * as InProcess from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import { findingText } from "@lectern/core/integrity/Finding"
import { Integrity } from "@lectern/core/integrity/Integrity"
import { allRecords } from "@lectern/core/integrity/records/All"
import { tables } from "@lectern/core/storage/Tables"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import Sqlite from "better-sqlite3"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as SqliteSnapshot from "../../src/SqliteSnapshot.js"
import { fill, type Sample } from "./sample.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-damages-"))
const original = join(folder, "original.db")
let sample: Sample

beforeAll(async () => {
  sample = await fill(original)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Everything that is found in a file, one line each. */
const check = (filename: string): Promise<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const { damage } = yield* SqliteSnapshot.SqliteSnapshot
    const inFile = yield* damage
    const { findings } = yield* Effect.flatMap(Integrity, (integrity) => integrity.check())
    return [...inFile, ...findings].map(findingText)
  }).pipe(
    Effect.provideService(Actor, system),
    Effect.provide(
      InProcess.layer({}, { takeUp: false }).pipe(
        Layer.provideMerge(
          Layer.mergeAll(SqliteSnapshot.layer(filename), Ids.layer, PublicUrls.layer("http://localhost:4000"))
        )
      )
    ),
    Effect.runPromise
  )

/** A damage: the SQL that makes it, and what some line about it must say. */
type Damage = readonly [name: string, sql: (sample: Sample) => string, found: (sample: Sample) => RegExp]

const json = (table: string, path: string, value: string, where: string): string =>
  `update ${table} set row_json = json_set(row_json, '$.${path}', ${value}) where ${where}`

const damages: ReadonlyArray<Damage> = [
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
    ({ organization }) => new RegExp(`organization ${organization}: the domain example.com leads to it`)
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
  ],
  [
    "intervals that overlap",
    ({ guide, space }) =>
      `update items set until = until + 1, row_json = json_set(row_json, '$.until', until + 1)
      where item = '${guide}' and line = '${space}' and until < 9007199254740991
        and "from" = (select min("from") from items where item = '${guide}' and line = '${space}')`,
    ({ guide }) => new RegExp(`page ${guide} from \\d+: the version before it ends at`)
  ],
  [
    "an interval that ends before it begins",
    ({ last }) => `update items set until = 1, row_json = json_set(row_json, '$.until', 1) where item = '${last}'`,
    ({ last }) => new RegExp(`items .* ${last} .*: it begins at`)
  ],
  [
    "an interval beyond the head",
    ({ last }) => `update items set until = 99, row_json = json_set(row_json, '$.until', 99) where item = '${last}'`,
    ({ last, space }) => new RegExp(`space ${space} page ${last} from \\d+: it ends at 99, beyond the head`)
  ],
  [
    "a sequence without a revision",
    ({ space }) => `delete from revisions where line = '${space}' and sequence = 3`,
    ({ space }) => new RegExp(`history: space ${space}: no revision has the sequence 3`)
  ],
  [
    "a head that is not the last revision",
    ({ space }) => json("spaces", "sequence", "4", `id = '${space}'`),
    ({ space }) => new RegExp(`space ${space} revision \\w+: its sequence \\d is beyond the head, 4`)
  ],
  [
    "a revision whose parent is another one",
    ({ space }) =>
      json(
        "revisions",
        "parents",
        `json_array((select id from revisions where line = '${space}' and sequence = 1))`,
        `line = '${space}' and sequence = 3`
      ),
    ({ space }) => new RegExp(`space ${space} revision .*: its parent is`)
  ],
  [
    "a page without its parent",
    ({ guide, space }) => `delete from items where item = '${guide}' and line = '${space}'`,
    ({ guide, install }) => new RegExp(`page ${install}: its parent ${guide} does not exist`)
  ],
  [
    "a page below itself",
    ({ guide, install }) =>
      `update items set parent = '${install}', row_json = json_set(row_json, '$.value.parent', '${install}') where item = '${guide}' and until = 9007199254740991`,
    ({ guide }) => new RegExp(`page ${guide}: it stands below itself`)
  ],
  [
    "a path that is not that of its place",
    ({ install, space }) =>
      `update items set path = 'guide/other', row_json = json_set(row_json, '$.value.path', 'guide/other') where item = '${install}' and line = '${space}' and until = 9007199254740991`,
    ({ install, space }) =>
      new RegExp(`space ${space} page ${install}: its path is guide/other, but its place is guide/install`)
  ],
  [
    "a path in a change request that is not that of its place",
    ({ install, request }) =>
      `update items set path = 'x', row_json = json_set(row_json, '$.value.path', 'x') where item = '${install}' and line = '${request}'`,
    ({ install, request }) => new RegExp(`change request ${request} page ${install}: its path is x`)
  ],
  [
    "two siblings with one slug",
    ({ install, space }) =>
      `update items set parent = '', path = 'guide', row_json = json_set(row_json, '$.value.parent', '', '$.value.slug', 'guide', '$.value.path', 'guide') where item = '${install}' and line = '${space}' and until = 9007199254740991`,
    () => /its slug guide is that of/
  ],
  [
    "two siblings at one position",
    ({ guide, install, space }) =>
      `update items set parent = '', path = 'install', position = (select position from items where item = '${guide}' and line = '${space}' and until = 9007199254740991), row_json = json_set(row_json, '$.value.parent', '', '$.value.path', 'install', '$.value.position', (select position from items where item = '${guide}' and line = '${space}' and until = 9007199254740991)) where item = '${install}' and line = '${space}' and until = 9007199254740991`,
    () => /its position \w+ is that of/
  ],
  [
    "a text that is gone",
    ({ guide }) =>
      `delete from documents where hash in (select json_extract(row_json, '$.value.document') from items where item = '${guide}')`,
    ({ guide }) => new RegExp(`page ${guide} from \\d+: its text \\w+ does not exist`)
  ],
  [
    "a text with another hash",
    ({ space }) =>
      json("documents", "markdown", "'other'", `space = '${space}' and rowid = (select min(rowid) from documents)`),
    ({ space }) => new RegExp(`documents ${space} \\w+: its text does not have the hash`)
  ],
  [
    "texts of no space",
    () => "insert into documents (space, hash, row_version, row_json) values ('none', 'x', 1, '{}')",
    () => /documents of none: there is no space none/
  ],
  [
    "content of no line",
    ({ merged }) => `delete from change_requests where id = '${merged}'`,
    ({ merged }) => new RegExp(`items of ${merged}: there is no space or change request`)
  ],
  [
    "a file that does not hold its blob",
    ({ space }) => `delete from blob_references where space = '${space}'`,
    ({ space }) => new RegExp(`space ${space} file \\w+ from \\d+: its space does not hold the blob`)
  ],
  [
    "a blob that is gone",
    () => "delete from blob_heads",
    ({ space }) => new RegExp(`blob \\w+: it does not exist, but ${space} uses it`)
  ],
  [
    "a blob with other bytes",
    () => "update blob_pieces set bytes = zeroblob(length(bytes))",
    () => /blob \w+: its bytes do not have its hash/
  ],
  [
    "a blob that is too short",
    () => "update blob_pieces set bytes = substr(bytes, 2)",
    () => /blob \w+: it has \d+ bytes, but its pieces have/
  ],
  [
    "pieces of no blob",
    () => "insert into blob_pieces (id, bytes) values (99 * 1048576, x'00')",
    () => /pieces of upload 99: 1 are of no blob/
  ],
  [
    "a blob that nobody holds",
    () => "update blob_references set space = 'none', row_json = json_set(row_json, '$.space', 'none')",
    () => /blob_references of none: there is no holder none/
  ],
  [
    "a file with another size",
    () => json("items", "value.size", "7", "kind = 'file'"),
    () => /file \w+ from \d+: it has 7 bytes, but its blob 5/
  ],
  [
    "links that are not those of the text",
    ({ install }) => json("page_links", "links[0].written", "'/pages/other'", `page = '${install}'`),
    ({ install }) => new RegExp(`page ${install}: its stored links are not those of its text`)
  ],
  [
    "a backlink that is gone",
    ({ guide }) => `delete from backlinks where target = '${guide}'`,
    ({ guide, install }) => new RegExp(`page ${install}: 1 of its links lead to ${guide}, but backlinks say 0`)
  ],
  [
    "a backlink too many",
    ({ space }) =>
      `insert into backlinks (space, target, page, row_version, row_json) values ('${space}', 'x', 'y', 1, json_object('space', '${space}', 'target', 'x', 'page', 'y', 'links', 1))`,
    ({ space }) => new RegExp(`space ${space}: it has 1 backlinks that no page's links account for`)
  ],
  [
    "links of a page that is gone",
    ({ space }) =>
      `insert into page_links (space, page, other, row_version, row_json) values ('${space}', 'x', 0, 1, json_object('space', '${space}', 'page', 'x', 'links', json_array()))`,
    ({ space }) => new RegExp(`space ${space}: links are stored of 1 pages`)
  ],
  [
    "a count of links that is wrong",
    ({ space }) => json("link_counts", "counts.broken", "9", `space = '${space}'`),
    ({ space }) => new RegExp(`space ${space}: its count of links is`)
  ],
  [
    "a section that search does not have",
    ({ guide }) =>
      `delete from search_index where rowid in (select id from search_sections where page = '${guide}'); delete from search_tokens where id in (select id from search_sections where page = '${guide}'); delete from search_sections where page = '${guide}'`,
    ({ guide }) => new RegExp(`page ${guide}: search does not have it`)
  ],
  [
    "a section that search has with another text",
    ({ install }) => `update search_sections set text = 'other' where page = '${install}' and section = 1`,
    ({ install }) => new RegExp(`page ${install} section 1: what search knows of it is not what its text says`)
  ],
  [
    "a section of a deleted page",
    ({ last, guide }) => `update search_sections set page = '${last}' where page = '${guide}' and section = 0`,
    ({ last }) => new RegExp(`page ${last} section 0: search has it, but its text does not`)
  ],
  [
    "sections of no space",
    ({ space }) => `update search_sections set space = 'none' where space = '${space}'`,
    () => /search index of none: there is no space none/
  ],
  [
    "words that search does not find",
    ({ guide }) =>
      `delete from search_index where rowid = (select min(id) from search_sections where page = '${guide}')`,
    ({ space }) => new RegExp(`space ${space}: search does not find the words`)
  ],
  [
    "a section without words",
    ({ guide }) => `delete from search_tokens where id in (select id from search_sections where page = '${guide}')`,
    ({ guide }) => new RegExp(`page ${guide} section 0: search has no words of it`)
  ],
  [
    "a count of change requests that is wrong",
    ({ space }) => json("spaces", "changeRequests.open", "5", `id = '${space}'`),
    ({ space }) => new RegExp(`space ${space}: it counts 5 change requests \\(open\\), but has 1`)
  ],
  [
    "a number that will be given twice",
    ({ space }) => `update counters set value = 1 where name = 'change-requests:${space}'`,
    ({ space }) => new RegExp(`space ${space}: a change request has the number 2, but the counter is at 1`)
  ],
  [
    "a count of comments that is wrong",
    ({ space }) => json("spaces", "comments", "3", `id = '${space}'`),
    ({ space }) => new RegExp(`space ${space}: it counts 3 open comments, but has 1`)
  ],
  [
    "a count of replies that is wrong",
    ({ comment }) => json("comments", "replies", "3", `id = '${comment}'`),
    ({ comment }) => new RegExp(`comment ${comment}: it counts 3 replies, but has 1`)
  ],
  [
    "a reply to nothing",
    ({ comment }) => `delete from comments where id = '${comment}'`,
    ({ comment }) => new RegExp(`comment_replies \\w+: its comment ${comment} does not exist`)
  ],
  [
    "a commenter who is counted wrongly",
    () => json("commenters", "posts", "8", "1"),
    () => /commenter \w+ in \w+: it counts 8 posts/
  ],
  [
    "a contributor of another status",
    ({ request }) =>
      `update change_request_contributors set status = 'draft', row_json = json_set(row_json, '$.status', 'draft') where changeRequest = '${request}'`,
    ({ request }) => new RegExp(`change request ${request} contributor \\w+: it says that the request is draft`)
  ],
  [
    "a request over what main does not have",
    ({ request }) => json("change_requests", "base", "99", `id = '${request}'`),
    ({ request }) => new RegExp(`change request ${request}: it lies over main at 99`)
  ],
  [
    "a request whose revision is gone",
    ({ request }) => json("change_requests", "revision", "'none'", `id = '${request}'`),
    ({ request }) => new RegExp(`change_requests ${request}: its revision none does not exist`)
  ],
  [
    "a review of nothing",
    ({ request }) =>
      `update change_request_reviews set changeRequest = 'none', row_json = json_set(row_json, '$.changeRequest', 'none') where changeRequest = '${request}'`,
    () => /change_request_reviews \w+: its change request none does not exist/
  ],
  [
    "a site of a space that is gone",
    ({ site }) =>
      `update site_structures set row_json = replace(row_json, (select space from site_links limit 1), 'none') where site = '${site}'`,
    ({ site }) => new RegExp(`site ${site}: its space none does not exist`)
  ],
  [
    "a site without its links",
    () => "delete from site_links",
    ({ site }) => new RegExp(`site ${site}: its space .*, but its link says undefined`)
  ],
  [
    "a count of site spaces that is wrong",
    ({ site }) => json("sites", "siteSpaces", "7", `id = '${site}'`),
    ({ site }) => new RegExp(`site ${site}: it counts 7 site spaces, but has 2`)
  ],
  [
    "a structure with two defaults",
    ({ site }) =>
      `update site_structures set row_json = replace(row_json, '"default":false', '"default":true') where site = '${site}'`,
    ({ site }) => new RegExp(`site ${site}: its sections have 2 defaults`)
  ],
  [
    "a share link of nothing",
    ({ site }) => `delete from sites where id = '${site}'`,
    ({ site }) => new RegExp(`share_links ${site} \\w+: its site ${site} does not exist`)
  ],
  [
    "a share link under another hash",
    () => "update share_links set hash = 'x'",
    () => /share_links .*: its column hash is "x"/
  ],
  [
    "a specification without its version",
    () => "delete from openapi_spec_versions",
    () => /openapi_specs \w+: its version .* does not exist/
  ],
  [
    "a specification whose text nobody holds",
    () => "delete from blob_references where space in (select id from openapi_specs)",
    () => /openapi_specs \w+: its use of blob .* does not exist/
  ],
  [
    "a PDF that does not hold its blob",
    ({ space }) =>
      `insert into pdfs (space, key, until, row_version, row_json) values ('${space}', 'k', 1, 1, json_object('space', '${space}', 'key', 'k', 'title', 't', 'hash', '${"0".repeat(64)}', 'keptUntil', 1))`,
    () => /pdfs \w+ k: its use of blob .* does not exist/
  ],
  [
    "parts of no import",
    () =>
      "insert into import_parts (import, ordinal, key, row_version, row_json) values ('none', 5, 'k', 1, json_object('import', 'none', 'ordinal', 5, 'key', 'k', 'value', json_object('kind', 'page', 'id', 'p', 'title', 't', 'slug', 's', 'markdown', '')))",
    () =>
      /import_parts none 5: its import none does not exist[\s\S]*import none: a part has the number 5, but the counter is at 0/
  ],
  [
    "an index that is gone",
    () => "drop index items_alive; create table unrelated (a)",
    () => /indexes: the file: it has no index items_alive/
  ]
]

/** Two damages that do not hide each other are made at once, but in a long run. */
const together = process.env.LECTERN_RUNS === undefined ? 2 : 1
const half = Math.ceil(damages.length / together)
const groups = damages.slice(0, half).map((first, index) => {
  const both = [first, ...damages.slice(half).slice(index, index + together - 1)]
  return [both.map(([name]) => name).join(", and "), both] as const
})

describe("a check", () => {
  it("finds nothing in a workspace that is whole", async () => {
    expect(await check(original)).toEqual([])
  })

  it("knows the rows of every table", () => {
    expect(allRecords.map(({ table }) => table.name).sort()).toEqual(tables.map(({ name }) => name).sort())
  })

  it.each(groups)("finds %s", async (_, together) => {
    const filename = join(folder, "damaged.db")
    copyFileSync(original, filename)
    const database = new Sqlite(filename)
    for (const [, sql] of together) database.exec(sql(sample))
    database.close()
    const findings = await check(filename)
    for (const [name, , found] of together) expect(findings.join("\n"), name).toMatch(found(sample))
    for (const line of findings) expect(line).not.toContain("\n")
  })
})
