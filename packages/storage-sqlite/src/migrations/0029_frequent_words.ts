/**
 * Words of search are kept in the order in which they came, the most frequent ones first, and found by an index. A page
 * has mostly frequent words, so that an edit, which changes how many pages have its words, writes a few pages of the file
 * instead of one for each word. The index has their letters, so that those of words unlike a mistyped one are not read.
 */
export const frequentWords: ReadonlyArray<string> = [
  `create table search_words_by_frequency (
    space integer not null,
    length integer not null,
    word text not null,
    letters integer not null,
    pages integer not null
  ) strict`,
  `insert into search_words_by_frequency (space, length, word, letters, pages)
    select space, length, word, letters, pages from search_words order by space, pages desc`,
  "drop table search_words",
  "alter table search_words_by_frequency rename to search_words",
  "create unique index search_words_word on search_words (space, length, word, letters)"
]
