/** Whether the rules of approval are shown. */
import { signal } from "@preact/signals"

/** Whether they are shown. */
export const areRulesOpen = signal(false)

/** Closes them. */
export const closeRules = (): void => {
  areRulesOpen.value = false
}
