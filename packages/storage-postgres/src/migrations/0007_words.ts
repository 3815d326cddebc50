/**
 * Search splits texts into words in another way: digits of all scripts are the same, and initials and names with an
 * ampersand are one word. What search knew of each space is noted to be removed, and then every page to be read again,
 * 64 at a time, by an engine on the database, or by whoever searches the space before.
 */
const last = "coalesce((select max(ordinal) from pending_index where space = noted), 0)"

/** Empties the index of search, and fills it again. */
export const words: ReadonlyArray<string> = [
  `insert into pending_index (space, ordinal, row_version, row_json)
  select noted, place, 1, json_build_object('space', noted, 'ordinal', place)::text
  from (select noted, ${last} + 1 as place from (select id as noted from spaces where deleted = 0) as kept) as placed`,
  `insert into pending_index (space, ordinal, row_version, row_json)
  select noted, first + part, 1,
    json_build_object('space', noted, 'ordinal', first + part, 'items', json_agg(json_build_object('id', item)))::text
  from (
    select noted, item, part, ${last} as first
    from (
      select line as noted, item, (row_number() over (partition by line order by item) - 1) / 64 + 1 as part
      from items
      where "until" = 9007199254740991 and kind = 'page' and line in (select id from spaces where deleted = 0)
    ) as numbered
  ) as placed
  group by noted, first, part`
]
