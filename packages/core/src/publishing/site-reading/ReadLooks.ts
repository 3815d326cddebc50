/** The look of sites, for their readers. */
import type { Claims } from "../../text/conditions/Claims.js"
import { holds } from "../../text/conditions/Condition.js"
import { type CustomizationRecord, customizationOf } from "../sites/customization/Customization.js"
import type { ReadLook } from "./ReadSite.js"

/** The look of a site for one reader, and whether it depends on conditions. */
interface Shown {
  readonly look: ReadLook
  readonly isConditional: boolean
}

/** The default look of a site. */
export const usualLook: ReadLook = { ...customizationOf({}), version: "" }

const usual: Shown = { look: usualLook, isConditional: false }

/** The look that was set for a site, for a reader with these claims. */
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
