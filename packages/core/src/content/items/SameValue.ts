/** Whether two values of items are the same. */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Whether plain data is equal, whatever the order of fields; one that is `undefined` counts as absent. */
export const sameData = (a: unknown, b: unknown, passedOver?: string): boolean => {
  if (a === b) return true
  if (!isRecord(a) || !isRecord(b)) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (key !== passedOver && !sameData(a[key], b[key], passedOver)) return false
  }
  return true
}

/** Whether two values of an item are equal; the time of the last update does not count. */
export const sameValue = (a: unknown, b: unknown): boolean => sameData(a, b, "updatedAt")
