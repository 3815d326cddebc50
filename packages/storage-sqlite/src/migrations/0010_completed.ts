/**
 * What a file may lack although its number says that it has it: some migrations grew, or got another number, after the
 * first files had been written; and spaces from before there were links have none that was read from their texts.
 */
import { sites } from "./0003_sites.js"
import { undecidedConflicts } from "./0006_undecided_conflicts.js"
import { uploads } from "./0007_uploads.js"
import { remnants } from "./0008_remnants.js"
import { pendingIndex } from "./0009_pending_index.js"

/** Notes every text of a space without links, 64 at a time, to be read again by whoever needs links or search next. */
const readLinks = `insert into pending_index (space, ordinal, row_version, row_json)
  select line, ordinal, 1,
    json_object('space', line, 'ordinal', ordinal, 'items', json_group_array(json_object('id', item)))
  from (
    select line, item, (row_number() over (partition by line order by item) - 1) / 64 + 1 as ordinal
    from items
    where until = 9007199254740991 and kind in ('page', 'reusable-content')
      and line in (select id from spaces where deleted = 0)
      and line not in (select space from link_counts)
      and line not in (select space from pending_index)
  )
  group by line, ordinal`

/** Creates the tables that are missing, and has links read that are missing. */
export const completed: ReadonlyArray<string> = [
  ...sites,
  ...undecidedConflicts,
  ...uploads,
  ...remnants,
  ...pendingIndex,
  readLinks
]
