/** Decides which ids of a page are worth keeping as anchors. */

/** Matches ids that need no escaping in attributes and URLs. */
export const usableId = /^[^\s"'<>&{}]{1,100}$/
/** Matches ids that programs number or generate at random, which nobody links to from elsewhere. */
const drawn =
  /^(?:id\d+|id-[\d.]+|_?\d+|index-\d+|h\.\w+|_(?:Toc|Ref|bookmark|heading)\w*|heading=.*|[\da-f]{8}-?[\da-f-]{12,}|toc\w*\d+)$/

/** Whether other pages may link to an id. */
export const isLasting = (id: string): boolean => usableId.test(id) && !drawn.test(id)
