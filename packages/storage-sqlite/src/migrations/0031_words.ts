/**
 * Search splits texts into words in another way: digits of all scripts are the same, and initials and names with an
 * ampersand are one word. What search knew of each space is noted to be removed, and then every page to be read again,
 * 64 at a time, by the engine that opens the file, or by whoever searches the space before.
 */
const last = "coalesce((select max(ordinal) from {pending_index} where space = noted), 0)"

/** Empties the index of search, and fills it again. */
export const words: ReadonlyArray<string> = [
  `insert into {pending_index} (space, ordinal, row_version, row_json)
  select noted, ${last} + 1, 1, json_object('space', noted, 'ordinal', ${last} + 1)
  from (select id as noted from {spaces} where deleted = 0)`,
  `insert into {pending_index} (space, ordinal, row_version, row_json)
  select noted, ${last} + part, 1,
    json_object(
      'space', noted,
      'ordinal', ${last} + part,
      'items', json_group_array(json_object('id', item))
    )
  from (
    select line as noted, item, (row_number() over (partition by line order by item) - 1) / 64 + 1 as part
    from {items}
    where until = 9007199254740991 and kind = 'page' and line in (select id from {spaces} where deleted = 0)
  )
  group by noted, part`
]
