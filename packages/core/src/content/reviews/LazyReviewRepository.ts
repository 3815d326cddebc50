import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { ReviewersTable, ReviewsTable } from "./ReviewTables.js"

/**
 * `ReviewRepository`, which is loaded with the first service that uses it, and its tables, which are declared
 * immediately.
 */
export const reviewRepository = withTables(
  lazyService("ReviewRepository", () => import("./ReviewRepository.js"), [
    "list",
    "count",
    "insert",
    "supersede",
    "findReviewer",
    "reviewers",
    "countReviewers",
    "setReviewer",
    "removeReviewer",
    "purge"
  ]),
  [ReviewsTable, ReviewersTable],
  ({ purge }) => ({ purge })
)
