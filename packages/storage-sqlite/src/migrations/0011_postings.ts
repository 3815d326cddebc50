/**
 * Search keeps where words occur in lists of its own, apart for each space, instead of one index of FTS5 over all of
 * them. What search knew is dropped, and every page noted to be read again, 64 at a time, by whoever searches its space
 * or asks for its links next.
 */
const readPages = `insert into pending_index (space, ordinal, row_version, row_json)
  select line, ordinal + coalesce((select max(ordinal) from pending_index where space = line), 0), 1,
    json_object(
      'space', line,
      'ordinal', ordinal + coalesce((select max(ordinal) from pending_index where space = line), 0),
      'items', json_group_array(json_object('id', item))
    )
  from (
    select line, item, (row_number() over (partition by line order by item) - 1) / 64 + 1 as ordinal
    from items
    where until = 9007199254740991 and kind = 'page' and line in (select id from spaces where deleted = 0)
  )
  group by line, ordinal`

/** Makes the tables of search anew. */
export const postings: ReadonlyArray<string> = [
  ...["index", "tokens", "sections", "spaces", "pages", "postings", "words"].map(
    (name) => `drop table if exists search_${name}`
  ),
  `create table search_spaces (
    id integer primary key,
    organization text not null,
    space text not null unique
  ) strict`,
  "create index search_spaces_organization on search_spaces (organization, space)",
  `create table search_pages (
    id integer primary key,
    space integer not null check (space = id >> 24),
    page text,
    path text not null,
    title text not null,
    unique (space, page)
  ) strict`,
  "create index search_pages_free on search_pages (id) where page is null",
  `create table search_sections (
    id integer primary key,
    page integer not null,
    section integer not null,
    anchor text not null,
    heading text not null,
    text text not null,
    title text not null,
    body text not null,
    unique (page, section)
  ) strict`,
  `create table search_postings (
    block integer not null,
    token text not null,
    list text not null,
    primary key (block, token)
  ) strict, without rowid`,
  `create table search_words (
    space integer not null,
    length integer not null,
    word text not null,
    pages integer not null,
    primary key (space, length, word)
  ) strict, without rowid`,
  readPages
]
