/** What is written and not sent yet, which this tab keeps until it is sent or given up. */

import { keyInTab } from "../saving/keptComments.js"

/** What is being written. */
export interface Unsent {
  readonly text: string
  readonly suggestion?: string | undefined
}

/** What is kept under a name. */
export const readUnsent = (name: string): Unsent | undefined => {
  const kept = sessionStorage.getItem(keyInTab(name))
  return kept === null ? undefined : JSON.parse(kept)
}

/** Keeps something under a name; nothing if it is empty. */
export const keepUnsent = (name: string, { suggestion, text }: Unsent): void => {
  if (text === "" && suggestion === undefined) sessionStorage.removeItem(keyInTab(name))
  else sessionStorage.setItem(keyInTab(name), JSON.stringify({ text, suggestion }))
}
