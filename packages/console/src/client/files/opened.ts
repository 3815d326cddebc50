/** Whether the files of a space are shown. */
import { signal } from "@preact/signals"

/** Whether they are shown. */
export const areFilesOpen = signal(false)

/** Closes them. */
export const closeFiles = (): void => {
  areFilesOpen.value = false
}
