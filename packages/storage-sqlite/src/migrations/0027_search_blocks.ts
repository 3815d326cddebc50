/**
 * Search keeps which blocks have a token, for 64 blocks at a time, so that a rare word is found without looking into
 * every block of its space.
 */
export const searchBlocks: ReadonlyArray<string> = [
  `create table search_blocks (
    part integer not null,
    token text not null,
    blocks integer not null,
    primary key (part, token)
  ) strict, without rowid`,
  `insert into search_blocks
    select block >> 6, token, sum(1 << (block & 63)) from search_postings group by block >> 6, token`,
  "alter table search_spaces add column pages integer not null default 0",
  "alter table search_spaces add column words integer not null default 0"
]
