/** The texts of the files of a space, which are loaded with them. */
export const words = {
  none: "There are no files yet. What you paste or drop into a page is kept here.",
  upload: "Upload",
  uses: "Where it is used",
  unused: "No page uses it.",
  copy: "Copy as markdown",
  copied: "Paste it where the file belongs.",
  more: "Show more"
} as const

/** A number of bytes, in words. */
export const size = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} bytes`
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, "KB"] : [bytes / 1_000_000, "MB"]
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`
}
