/** How GitHub reads texts. */
import { githubIds } from "../../../text/markdown/Anchors.js"
import type { Reading } from "../../../text/markdown/Reading.js"
import { withAlerts } from "../Alerts.js"
import { withoutBlockTags } from "../BlockRules.js"
import { withStrikethrough } from "../Strikethrough.js"
import { withFormulas } from "./Formulas.js"
import { withWikiLinks } from "./WikiLinks.js"

/** GitHub's reading: alerts, its own formulas, and the links of wikis. */
export const githubReading: Reading = {
  extend: (parser) => {
    withoutBlockTags(parser)
    withAlerts(parser)
    withStrikethrough(parser)
    withFormulas(parser)
    withWikiLinks(parser)
  },
  headings: githubIds
}
