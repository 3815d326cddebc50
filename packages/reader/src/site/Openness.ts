/** What sites reveal to readers without access. */
import type { SitePlace } from "@lectern/core/internal/site-reading/ReadSite"

/** Where a reader without access can sign in; `undefined` if the site does not say. */
export const signInAddressOf = ({ signInAddress, visibility }: SitePlace): string | undefined =>
  visibility === "visitor-auth" && signInAddress !== undefined && URL.canParse(signInAddress)
    ? signInAddress
    : undefined

/** Whether a site reveals its existence to everybody. */
export const isOpen = (place: SitePlace): boolean =>
  place.visibility === "public" || place.visibility === "unlisted" || signInAddressOf(place) !== undefined
