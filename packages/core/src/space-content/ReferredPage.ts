import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import type { PageId } from "../content/Page.js"
import { changeRequestUrls, spaceUrls } from "../urls/PublicUrls.js"
import type { PageRef } from "./ContentUpdate.js"

/** The reference to a page, which is read in the change request that it was edited in. */
export const pageRef = (
  base: string,
  space: string,
  changeRequest: ChangeRequestRef | undefined,
  id: PageId
): typeof PageRef.Type => {
  const { location } =
    changeRequest === undefined ? spaceUrls(base, space) : changeRequestUrls(base, space, String(changeRequest))
  return { object: "page", id, urls: { location: `${location}/content/page/${id}` } }
}
