/** Finds and replaces. It is loaded when somebody first asks for it, since most who write never do. */
import { openSearchPanel, search, searchKeymap } from "@codemirror/search"
import type { Extension } from "@codemirror/state"
import { keymap } from "@codemirror/view"

/** The panel and its keys. */
export const finding: Extension = [search({ top: true }), keymap.of(searchKeymap)]

/** Opens the panel. */
export const openFind = openSearchPanel
