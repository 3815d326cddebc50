/** A dialect: how one documentation tool lays out folders and reads texts. Each has a folder of its own here. */
import type { Reading } from "../../text/markdown/Reading.js"
import type { Problem } from "../git-layout/Folder.js"
import type { Entry } from "../git-layout/Outline.js"

/** The files of a folder, as far as the order of pages needs them. */
export interface DialectFolder {
  /** The paths of all files, relative to the top of the folder. */
  readonly paths: ReadonlySet<string>
  /** The text of a file; `undefined` if there is none that can be used. */
  readonly text: (path: string) => string | undefined
}

/** The pages of a folder in order, as its tool shows them. */
export interface DialectOutline {
  /** The folder of the tool's sources, relative to the top; empty if that is the top itself. */
  readonly root: string
  /** The file that states the order, if there is one: `mkdocs.yml`, `src/SUMMARY.md`. */
  readonly table?: string
  readonly entries: ReadonlyArray<Entry>
  /** The addresses that the tool gives pages, and the paths of their files. */
  readonly aliases: Readonly<Record<string, string>>
  readonly problems: ReadonlyArray<Problem>
}

/** The kinds of markup that some tools add to markdown. */
export type Markup =
  | "containers"
  | "admonitions"
  | "tabs"
  | "alerts"
  | "attribute-lists"
  | "snippets"
  | "includes"
  | "shortcodes"
  | "expressions"
  | "wiki-links"
  | "icons"
  | "components"
  | "imports"

/** A dialect. */
export interface Dialect {
  readonly reading: Reading
  /** The markup that it reads. An import tells of all other. */
  readonly markup: ReadonlyArray<Markup>
  /** Tells from the paths of a folder whether it was certainly written for the tool, or may be a folder of any. */
  readonly isCertain: (paths: ReadonlySet<string>) => boolean
  /** Finds the pages of a folder that was written for the tool; `undefined` for any other folder. */
  readonly outline: (folder: DialectFolder) => DialectOutline | undefined
}
