/** How mdBook reads texts. */
import type { Reading } from "../../../text/markdown/Reading.js"
import { withAlerts } from "../Alerts.js"
import { withoutBlockTags } from "../BlockRules.js"
import { withStrikethrough } from "../Strikethrough.js"
import { withCode } from "./Code.js"
import { withDefinitionLists } from "./DefinitionLists.js"
import { mdbookHeadings, withHeadingAttributes } from "./HeadingAttributes.js"
import { withIncluding } from "./Including.js"

/** mdBook's reading: includes, hidden lines of code, attributes of headings, alerts and lists of definitions. */
export const mdbookReading: Reading = {
  extend: (parser) => {
    withoutBlockTags(parser)
    withAlerts(parser)
    withStrikethrough(parser)
    withCode(parser)
    withIncluding(parser)
    withHeadingAttributes(parser)
    withDefinitionLists(parser)
  },
  headings: mdbookHeadings
}
