/** The dialect of mdBook. */
import { basename } from "../../git-layout/Paths.js"
import type { Dialect } from "../Dialect.js"
import { bookOutline } from "./BookOutline.js"
import { mdbookReading } from "./MdBookReading.js"

/** mdBook: books of markdown with `book.toml` and a table of contents. */
export const mdbook: Dialect = {
  reading: mdbookReading,
  markup: ["alerts", "attribute-lists"],
  isCertain: (paths) => [...paths].some((path) => basename(path) === "book.toml"),
  outline: bookOutline
}
