/** The readings of the tools other than GitBook. */
import type { Reading } from "../../text/markdown/Reading.js"
import type { DialectName } from "./DialectName.js"
import { githubReading } from "./github/GitHubReading.js"
import { mdbookReading } from "./mdbook/MdBookReading.js"
import { mkdocsReading } from "./mkdocs/MkDocsReading.js"

/** The readings by their dialects. */
export const otherReadings: Readonly<Record<DialectName, Reading>> = {
  github: githubReading,
  mdbook: mdbookReading,
  mkdocs: mkdocsReading
}
