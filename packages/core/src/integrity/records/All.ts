/** The invariants of the rows of every table. */
import type { Records } from "../Records.js"
import { audits } from "./Audits.js"
import { contents } from "./Contents.js"
import { discussions } from "./Discussions.js"
import { people } from "./People.js"
import { places } from "./Places.js"
import { signIns } from "./SignIns.js"
import { sources } from "./Sources.js"

/** The records of all tables; a test compares them with the tables. */
export const allRecords: ReadonlyArray<Records> = [
  ...people,
  ...signIns,
  ...places,
  ...contents,
  ...discussions,
  ...sources,
  ...audits
]
