/** Which ids of a page are worth keeping as anchors. */

/** What can be written into an attribute and an address as it is. */
export const usableId = /^[^\s"'<>&{}]{1,100}$/
/** Ids that programs count up or draw, which nobody links to from elsewhere. */
const drawn =
  /^(?:id\d+|id-[\d.]+|_?\d+|index-\d+|h\.\w+|_(?:Toc|Ref|bookmark|heading)\w*|heading=.*|[\da-f]{8}-?[\da-f-]{12,}|toc\w*\d+)$/

/** Whether others may link to an id. */
export const isLasting = (id: string): boolean => usableId.test(id) && !drawn.test(id)
