import type { Visitor } from "@lectern/core/access/Visitor"
import type { CardRenderer } from "@lectern/core/cards/CardRenderer"
import type { Body } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type * as Effect from "effect/Effect"

/** A file of an export. */
export interface ExportedFile {
  /** The path below the folder of the export, with slashes. */
  readonly path: string
  readonly body: Body
  /** Whether it is text, which is worth compressing. */
  readonly isText: boolean
}

/** The options of an export. */
export interface ExportOptions {
  /** The name of the site: its basename, or its id if it has none. */
  readonly site: string
  /** The URL where the files will be, with a trailing slash, if known. */
  readonly baseUrl?: string | undefined
  /** The credentials of the reader for whom the site is exported; none when absent. */
  readonly visitor?: Visitor
  /** As in `ReaderOptions`. */
  readonly icons: (name: string) => string | undefined
  /** As in `ReaderOptions`. */
  readonly mermaid?: (() => string) | undefined
  /** The search script. */
  readonly searchCode: string
  /** Draws the pictures for previews of links, if `baseUrl` is known; there are none when absent. */
  readonly cards?: CardRenderer | undefined
  /**
   * Keeps a file of an earlier export whose name depends on its content, and returns whether there is one. No such files
   * are kept when absent.
   */
  readonly keep?: ((path: string) => Effect.Effect<boolean>) | undefined
  /** Whether uploaded files are written unchanged, even if they can run scripts. */
  readonly allowActiveFiles?: boolean
}
