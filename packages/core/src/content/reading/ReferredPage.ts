import { changeRequestUrls, spaceUrls } from "../../foundation/urls/PublicUrls.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import type { PageRef } from "../editing/ContentUpdate.js"
import type { PageId } from "../pages/Page.js"

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
