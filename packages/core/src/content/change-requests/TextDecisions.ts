/** Which conflicts a text can decide in place of a side. It needs nothing else, so that a browser can load it alone. */
import type { MergeConflict } from "./MergeConflict.js"

/** Fields of a page that are not texts, or that accept only some texts. */
const bySide: ReadonlySet<string> = new Set([
  "type",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "cover",
  "layout",
  "target",
  "variables"
])

/** Whether a text can replace both versions of a conflict: in texts, and in fields that are free text. */
export const takesText = (conflict: Pick<MergeConflict, "field" | "kind" | "type" | "where">): boolean => {
  const { kind, type, field: where = conflict.where } = conflict
  if (kind === "block" || type === "variables") return true
  if (kind !== "field") return false
  if (type === "file") return where === "name"
  if (type !== "page" && type !== "reusable-content") return false
  const [field = where, ...below] = where.split(".")
  return (field === "variables" && below.length > 0) || !bySide.has(field)
}
