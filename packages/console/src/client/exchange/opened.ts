/** Which dialog of importing and exporting is open. */
import { signal } from "@preact/signals"

/** What is open, if anything is. */
export const exchange = signal<"import" | "export" | undefined>(undefined)

/** Closes it. */
export const closeExchange = (): void => {
  exchange.value = undefined
}
