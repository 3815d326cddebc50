/**
 * Conflicts that stay with a change request when it is updated, because they have no place in a text. For each thing in
 * conflict the request keeps a base of its own, the value that both sides had when they last agreed, and the value that
 * the request wants. A decision discards what was kept, so that main as the request knows it becomes the base.
 */
import type { ItemValue, PageItem } from "../items/Item.js"

/** Where a page stands. */
export type TreePosition = Pick<PageItem, "parent" | "position">

/** What of one item is undecided. */
export interface Undecided {
  /**
   * One side deleted the item: `base` is what it was. What the request deleted is still there after an update, until
   * that is decided by deleting it again, or, where the conflict is its `place`, by moving it.
   */
  readonly deletion?: { readonly by: "main" | "request"; readonly where: "item" | "place"; readonly base?: ItemValue }
  readonly place?: { readonly base?: TreePosition; readonly theirs: TreePosition }
  /** Fields and keys by their `where`; an absent version is one that has nothing. */
  readonly fields?: ReadonlyArray<{ readonly where: string; readonly base?: unknown; readonly theirs?: unknown }>
}
