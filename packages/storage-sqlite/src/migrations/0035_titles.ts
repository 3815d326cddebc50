/**
 * A page's title is read from its text in another way: link definitions and scripts may come before the heading, which
 * may be HTML, and a heading beside the title of the front matter is part of the text. Every page is noted to be read
 * again, 64 at a time, by the engine that opens the file, or by whoever searches the space before.
 */
const last = "coalesce((select max(ordinal) from {pending_index} where space = noted), 0)"

/** Has search read every page again. */
export const titles: ReadonlyArray<string> = [
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
