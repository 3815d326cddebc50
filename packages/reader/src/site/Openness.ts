/** What sites reveal to readers without access. */
import type { SitePlace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import { isEndpoint } from "./RequestParts.js"

const signInAddressOf = ({ signInAddress, visibility }: SitePlace): string | undefined =>
  visibility === "visitor-auth" && signInAddress !== undefined && URL.canParse(signInAddress)
    ? signInAddress
    : undefined

/** Where a reader without access is sent from a path; programs cannot sign in, so nowhere from an MCP endpoint. */
export const signInAt = (place: SitePlace, path: string): string | undefined =>
  isEndpoint(path) ? undefined : signInAddressOf(place)

/** Whether a site reveals its existence to everybody at a path. */
export const isOpenAt = (place: SitePlace, path: string): boolean =>
  place.visibility === "public" || place.visibility === "unlisted" || signInAt(place, path) !== undefined
