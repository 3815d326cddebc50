/**
 * Words of search have their letters, which filter those that may be meant by a mistyped one. Number 11 had been
 * changed to add them after files had been written with it, so that a file may have the column already: its words are
 * kept. Where it is missing, what search knew is dropped, and every page noted to be read again.
 */
import { postings } from "./0011_postings.js"

const unknown = "not exists (select 1 from pragma_table_info('search_words') where name = 'letters')"

/** The last statement of that number, which notes every page, where search has to begin anew. */
const readPages = (postings.at(-1) ?? "").replace("\n  group by", ` where ${unknown}\n  group by`)

/** Makes the table of words anew, with the rows of a file that has letters. */
export const letters: ReadonlyArray<string> = [
  readPages,
  ...["spaces", "pages", "sections", "postings"].map((name) => `delete from search_${name} where ${unknown}`),
  `create table search_words_with_letters (
    space integer not null,
    length integer not null,
    word text not null,
    letters integer not null,
    pages integer not null,
    primary key (space, length, word)
  ) strict, without rowid`,
  // The innermost table that has a column of this name gives it: the words, or else a zero that is never inserted.
  `insert into search_words_with_letters
    select space, length, word,
      (select letters from search_words as same
        where same.space = every.space and same.length = every.length and same.word = every.word),
      pages
    from search_words as every, (select 0 as letters)
    where not (${unknown})`,
  "drop table search_words",
  "alter table search_words_with_letters rename to search_words"
]
