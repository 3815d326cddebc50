/** How sites look to their readers. */
import type { Claims } from "../conditions/Claims.js"
import { holds } from "../conditions/Condition.js"
import { type CustomizationRecord, customizationOf } from "../sites/customization/Customization.js"
import type { ReadLook } from "./ReadSite.js"

/** How a site looks to one reader, and whether conditions decide it. */
interface Shown {
  readonly look: ReadLook
  readonly isConditional: boolean
}

/** How a new site looks. */
export const usualLook: ReadLook = { ...customizationOf({}), version: "" }

const usual: Shown = { look: usualLook, isConditional: false }

/** What was set of a site, for a reader with these claims. */
export const lookFor = (record: CustomizationRecord | undefined, claims: Claims): Shown => {
  if (record === undefined) return usual
  const all = customizationOf(record.settings)
  const { links } = all.header
  const isShown = links.map(({ condition }) => condition === undefined || holds(condition, claims))
  return {
    look: {
      ...all,
      header: { ...all.header, links: links.filter((_, index) => isShown[index]) },
      version: `${record.version}-${isShown.map(Number).join("")}`
    },
    isConditional: links.some(({ condition }) => condition !== undefined)
  }
}
