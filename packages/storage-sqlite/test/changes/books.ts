/**
 * A worked example of how a schema changes, see `docs/schema-changes.md`: books, first as they were, then with an
 * indexed column more, a renamed field, and their reviews in a table of their own.
 */
import { table } from "@lectern/core/storage/Table"
import { latestOf } from "@lectern/storage-sql/SchemaNumbers"
import type { Migrations, Piece } from "../../src/Migration.js"
import { migrations as engine } from "../../src/Migrations.js"

/** A book as the first version stored it. */
export interface OldBook {
  readonly id: string
  readonly name: string
  readonly author: string
  readonly reviews: ReadonlyArray<string>
}

/** The first version of the table. */
export const OldBooks = table({ name: "books", columns: { id: "text" }, key: ["id"], indexes: {} })

/** A book of today: `name` has become `title`, and reviews are elsewhere. */
export interface Book {
  readonly id: string
  readonly title: string
  readonly author: string
}

/** Books of today, which are found by their author. */
export const Books = table({
  name: "books",
  columns: { id: "text", author: "text" },
  key: ["id"],
  indexes: { author: { on: ["author"] } },
  upgrades: [({ name, ...rest }) => ({ ...rest, title: name })]
})

/** A review of a book. */
export interface Review {
  readonly book: string
  readonly ordinal: number
  readonly text: string
}

/** Reviews by their book. */
export const Reviews = table({
  name: "book_reviews",
  columns: { book: "text", ordinal: "integer" },
  key: ["book", "ordinal"],
  indexes: {}
})

const named = (offset: number, name: string): string => `${String(latestOf(engine) + offset).padStart(4, "0")}_${name}`

/** The migrations of the first version. */
export const oldMigrations: Migrations = {
  ...engine,
  [named(1, "books")]: [
    `create table "books" ("id" text not null, row_version integer not null, row_json text not null) strict`,
    `create unique index if not exists "books_key" on "books" ("id")`
  ]
}

/** How many books {@link newMigrations} take at once. */
export const booksAtOnce = 10

const splitReviews = [
  `insert into {book_reviews} (book, ordinal, row_version, row_json)
    select book.id, review.key, 1, json_object('book', book.id, 'ordinal', review.key, 'text', review.value)
    from {books} as book, json_each(book.row_json, '$.reviews') as review
    where book.rowid > ? and book.rowid <= ?`,
  "update {books} set row_json = json_remove(row_json, '$.reviews') where rowid > ? and rowid <= ?"
]

/** The migrations of today; `meanwhile` is called in the transaction of each piece. */
export const newMigrations = (meanwhile: (piece: Piece) => void = () => {}): Migrations => ({
  ...oldMigrations,
  [named(2, "author")]: [
    `alter table "{books}" add column "author" text not null default ''`,
    "update {books} set author = json_extract(row_json, '$.author')",
    `create index if not exists "{books_author}" on "{books}" ("author", "id")`,
    `create table if not exists "{book_reviews}" ("book" text not null, "ordinal" integer not null, row_version integer not null, row_json text not null) strict`,
    `create unique index if not exists "{book_reviews_key}" on "{book_reviews}" ("book", "ordinal")`
  ],
  [named(3, "split_reviews")]: {
    table: "books",
    rows: booksAtOnce,
    piece: (database, piece) => {
      for (const statement of splitReviews) database.prepare(statement).run([piece.after, piece.last])
      meanwhile(piece)
    }
  }
})
