/** The statements that write the search index, and the settings that keep its reading statements from unfit plans. */

/** The indexed content of a space and of some of its pages. Parameters: its id, and the pages' ids. */
export const readKnown = `
  select x.id, x.organization, p.number, p.page, p.path, p.title,
    s.section, s.anchor, s.heading, s.text, s.title, s.body
  from {search_spaces} as x
  left join {search_pages} as p on p.space = x.id and p.page = any($2::text[])
  left join {search_sections} as s on s.space = p.space and s.number = p.number
  where x.space = $1 order by p.number, s.section`

/** The lowest free numbers of pages, and then the lowest that was never used. */
export const readNumbers = `
  (select number, true from {search_pages} where space = $1 and page is null order by number limit $2)
  union all select coalesce(max(number) + 1, 0), false from {search_pages} where space = $1`

/** A list without some entries, separated by bars; the only special character of entries is the question mark. */
const without = (list: string, gone: string): string =>
  `case when strpos(${gone}, '|') = 0 then replace(${list}, ${gone}, '')
    else regexp_replace(${list}, replace(${gone}, '?', '[?]'), '', 'g') end`

/**
 * Rows that are joined for each row before them: the planner does not merge this into the statement. It would otherwise
 * join them in ways that read a whole space, which cost the same as long as it believes that the table is small: in a
 * new database, until the server first analyzes it.
 */
export const eachOf = (query: string): string => `lateral (${query} offset 0)`

/**
 * Each part writes rows of its own: lists that become empty, change or grow; words that no page has any more, new
 * words, and words with other numbers of pages; pages; removed and added sections. Existing rows are written by their
 * places, which do not change while the space is locked.
 */
export const writeChanges = `
  with
  changed as materialized (
    select place, ${without("list", "gone")} || added as list
    from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as c (block, token, gone, added)
    cross join ${eachOf(`
      select ctid as place, list from {search_postings} where space = $1 and token = c.token and block = c.block`)} as own),
  emptied as (
    delete from {search_postings} where ctid = any(array(select place from changed where list = ''))),
  rewritten as (
    update {search_postings} as p set list = c.list from changed as c where p.ctid = c.place and c.list <> ''),
  grown as (
    insert into {search_postings} as p (space, token, block, list)
    select $1, token, block, added from unnest($6::int[], $7::text[], $8::text[]) as a (block, token, added)
    on conflict (space, token, block) do update set list = p.list || excluded.list),
  counted as materialized (
    select m.word, m.letters, place, coalesce(own.pages, 0) + m.pages as pages
    from unnest($9::text[], $10::bigint[], $11::int[]) as m (word, letters, pages)
    left join ${eachOf(`
      select ctid as place, pages from {search_words}
      where space = $1 and length = char_length(m.word) and word = m.word`)} as own on true),
  forgotten as (
    delete from {search_words} where ctid = any(array(select place from counted where pages <= 0))),
  recounted as (
    update {search_words} as w set pages = c.pages from counted as c where w.ctid = c.place and c.pages > 0),
  word_new as (
    insert into {search_words} (space, length, word, letters, pages)
    select $1, char_length(word), word, letters, pages from counted where place is null and pages > 0),
  numbered as (
    insert into {search_pages} (space, number, page, path, title)
    select $1, number, page, path, title
    from unnest($12::int[], $13::text[], $14::text[], $15::text[]) as n (number, page, path, title)
    on conflict (space, number) do update set page = excluded.page, path = excluded.path, title = excluded.title),
  removed as (
    delete from {search_sections} where ctid = any(array(
      select place from unnest($16::int[], $17::int[]) as d (number, section)
      cross join ${eachOf(`
        select ctid as place from {search_sections}
        where space = $1 and number = d.number and section = d.section`)} as own)))
  insert into {search_sections} (space, number, section, anchor, heading, text, title, body)
  select $1, number, section, anchor, heading, text, title, body
  from unnest($18::int[], $19::int[], $20::text[], $21::text[], $22::text[], $23::text[], $24::text[])
    as c (number, section, anchor, heading, text, title, body)
  on conflict (space, number, section) do update set
    anchor = excluded.anchor, heading = excluded.heading, text = excluded.text, title = excluded.title,
    body = excluded.body`

export const removeAll = `
  with removed as (delete from {search_spaces} where space = $1 returning id),
  postings as (delete from {search_postings} where space in (select id from removed)),
  words as (delete from {search_words} where space in (select id from removed)),
  sections as (delete from {search_sections} where space in (select id from removed))
  delete from {search_pages} where space in (select id from removed)`
