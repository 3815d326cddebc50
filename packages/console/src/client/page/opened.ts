/** Whether the broken links of a space are shown. */
import { signal } from "@preact/signals"

/** Whether they are shown. */
export const areBrokenLinksOpen = signal(false)

/** Closes them. */
export const closeBrokenLinks = (): void => {
  areBrokenLinksOpen.value = false
}
