/** Who reviews a change request, and what they have said of it. */
import type { UserId } from "../../people/users/User.js"
import type { Verdicts } from "../reviews/ReviewRepository.js"
import type { ChangeRequestRecord, Reviewer } from "./ChangeRequest.js"

type State = Omit<Reviewer, "user"> & { readonly user: UserId }

/** Who was asked, in that order, then who has reviewed unasked; of each the newest verdict that nothing has superseded. */
export const reviewersOf = (
  { revision }: Pick<ChangeRequestRecord, "revision">,
  { reviewers, reviews }: Verdicts
): ReadonlyArray<State> => {
  const found = new Map<UserId, State>()
  for (const { revision: at, user } of reviewers) {
    found.set(user, { user, status: "requested", outdated: at !== revision })
  }
  for (const { reviewer: user, revision: at, status, superseded } of [...reviews].reverse()) {
    if (superseded !== true) found.set(user, { user, status, outdated: at !== revision })
  }
  return [...found.values()]
}
