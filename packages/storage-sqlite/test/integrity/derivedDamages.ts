/** Damages of rows that are derived, counted or made of several rows. */
import { type Damage, json } from "./damage.js"

/** The damages, each with its findings. */
export const derivedDamages: ReadonlyArray<Damage> = [
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
    ({ space }) => new RegExp(`space ${space}: it has stored links of 1 pages`)
  ],
  [
    "a count of links that is wrong",
    ({ space }) => json("link_counts", "counts.broken", "9", `space = '${space}'`),
    ({ space }) => new RegExp(`space ${space}: its count of links is`)
  ],
  [
    "a section that search does not have",
    ({ guide }) =>
      `delete from search_sections where page in (select id from search_pages where page = '${guide}'); delete from search_pages where page = '${guide}'`,
    ({ guide }) => new RegExp(`page ${guide}: search does not have it`)
  ],
  [
    "a section that search has with another text",
    ({ install }) =>
      `update search_sections set text = 'other' where page in (select id from search_pages where page = '${install}') and section = 1`,
    ({ install }) => new RegExp(`page ${install} section 1: what search knows of it is not what its text says`)
  ],
  [
    "a section of a deleted page",
    ({ last, guide }) => `update search_pages set page = '${last}' where page = '${guide}'`,
    ({ last }) => new RegExp(`page ${last} section 0: search has it, but its text does not`)
  ],
  [
    "sections of no space",
    ({ space }) => `update search_spaces set space = 'none' where space = '${space}'`,
    () => /search index of none: there is no space none/
  ],
  [
    "words that search does not find",
    ({ guide }) =>
      `delete from search_postings where token <> '' and block in (select id >> 6 from search_pages where page = '${guide}')`,
    ({ space }) => new RegExp(`space ${space}: search does not find the words`)
  ],
  [
    "blocks that search does not know to have a word",
    () => "update search_blocks set blocks = 2",
    ({ space }) => new RegExp(`space ${space}: search does not know which of its blocks have which words`)
  ],
  [
    "a word that search counts wrongly",
    () => "update search_words set pages = pages + 1",
    ({ space }) => new RegExp(`space ${space}: search counts its words wrongly`)
  ],
  [
    "sections of no page",
    ({ guide }) => `update search_pages set page = null where page = '${guide}'`,
    () => /page \d+ of search: \d+ sections belong to no page/
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
