/**
 * Conflicts that stay with a change request when it is updated, because they have no place in a text. For each conflict
 * the request keeps a separate base, the value that both sides had when they last agreed, and the value that the
 * request wants. A decision discards the kept values, so that main as the request knows it becomes the base.
 */
import type { ItemValue, PageItem } from "../items/Item.js"

/** The place of a page in the tree. */
export type TreePosition = Pick<PageItem, "parent" | "position">

/** An item's unresolved conflicts. */
export interface Undecided {
  /**
   * One side deleted the item: `base` is its previous version. An item that the request deleted still exists after an
   * update, until that is decided by deleting it again, or, where the conflict is its `place`, by moving it.
   */
  readonly deletion?: { readonly by: "main" | "request"; readonly where: "item" | "place"; readonly base?: ItemValue }
  readonly place?: { readonly base?: TreePosition; readonly theirs: TreePosition }
  /** Fields and keys by their `where`; an absent version means that the side has no value. */
  readonly fields?: ReadonlyArray<{ readonly where: string; readonly base?: unknown; readonly theirs?: unknown }>
}
