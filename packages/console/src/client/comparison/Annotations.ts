/** What stands beside a text that is compared, such as comments. */
import type { ComponentChildren } from "preact"

/** What stands beside the text, such as comments; places are those of the text after. */
export interface Annotations {
  /** What is shown below the part of the text that ends there. */
  readonly below: (start: number, end: number) => ComponentChildren
  /** Whether anything is shown there, which keeps that part from being folded. */
  readonly has: (start: number, end: number) => boolean
  /** Begins a comment on a part of the text; nobody may comment when absent. */
  readonly comment?: ((start: number, end: number) => void) | undefined
}
