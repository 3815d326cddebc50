/** The rows of keys that were used once. */
import { id, rowOf, time } from "../../storage/rows/RowDeclaration.js"

/** The rows of the table `used_once`. */
export const usedOnce = rowOf<{ readonly id: string; readonly expiresAt: number }>()({
  fields: { id, expiresAt: time }
})
