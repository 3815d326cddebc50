/** Reading what an address holds into pages and files: the port that importers implement. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import { Conflict, type Invalid, type Unavailable } from "../errors/Errors.js"

/**
 * What an address holds.
 * @since 0.1.0
 */
export const ImportSource = Schema.Literal(
  "website",
  "docx",
  "markdown",
  "html",
  "zip",
  "confluence",
  "github-wiki",
  "notion",
  "google-docs"
)
/**
 * @see {@link ImportSource}
 * @since 0.1.0
 */
export type ImportSource = typeof ImportSource.Type

/**
 * What is read, and how much of it at most.
 * @since 0.1.0
 */
export interface ImportRequest {
  readonly source: ImportSource
  /** An absolute http or https address. */
  readonly url: string
  /** More pages than this are an error. */
  readonly maxPages: number
  /** The most bytes of a file that is read as it comes; one that must be in memory may have less. */
  readonly maxFileBytes?: number
}

/**
 * A page as it was found. `key` is its canonical address: an http address, or `import:/docs/page.md` inside an archive.
 * In `markdown` every link or image whose destination is the key of a page or file (with or without `#anchor`) will lead
 * to what is imported under that key; an `import:` destination that nothing has is written without its scheme, any
 * other stays. The text has no front matter and no leading title: those are in the fields.
 * @since 0.1.0
 */
export interface FoundPage {
  readonly key: string
  readonly title: string
  readonly markdown: string
  /** The wanted slug; made from the title when absent. */
  readonly slug?: string
  readonly description?: string
  readonly emoji?: string
  readonly icon?: string
  /** The address whose answer it was made of, where that was kept. */
  readonly asked?: string
}

/**
 * A file as it was found; `key` as in {@link FoundPage}. The media type is sniffed when absent.
 * @since 0.1.0
 */
export interface FoundFile<E> {
  readonly key: string
  readonly name: string
  readonly contentType?: string
  readonly bytes: Stream.Stream<Uint8Array, E>
}

/**
 * Where a page stands: order and nesting of what was found. A place without a page is a page with no text.
 * @since 0.1.0
 */
export interface ImportPlace {
  /** The key of a page. */
  readonly key?: string
  /** The title of a place without a page; for one with a page, the title in the navigation, where it differs. */
  readonly title?: string
  readonly places: ReadonlyArray<ImportPlace>
}

/**
 * What was read. Pages without a place come last, in the order in which they were found.
 * @since 0.1.0
 */
export interface ImportOutline {
  readonly places: ReadonlyArray<ImportPlace>
  /** Keys that turned out to be those of another page, such as redirects: links to them lead to the key given here. */
  readonly aliases?: Readonly<Record<string, string>>
  /** What could not be imported, one sentence each, with the address or path first. */
  readonly problems: ReadonlyArray<string>
}

/**
 * What an address answered, after redirects.
 * @since 0.1.0
 */
export interface ImportAnswer {
  /** The address that answered. */
  readonly url: string
  /** The headers that matter, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/**
 * Keeps the answers of a site as long as its import is under way. An import that is taken up again after the server was
 * stopped finds them there, and need not ask for them again.
 * @since 0.1.0
 */
export interface ImportAnswers {
  /** Keeps what an address answered; one that is kept already stays as it is. */
  readonly keep: (asked: string, answer: ImportAnswer) => Effect.Effect<void, Unavailable>
  /** What an address answered, if that is kept. */
  readonly find: (asked: string) => Effect.Effect<ImportAnswer | undefined, Unavailable>
}

/**
 * Takes what an importer finds, as it is found, so that nothing piles up in memory.
 * @since 0.1.0
 */
export interface ImportSink {
  /** Keeps a page. A key that was kept before is not kept again. */
  readonly page: (page: FoundPage) => Effect.Effect<void, Unavailable>
  /** Keeps a file. */
  readonly file: <E>(file: FoundFile<E>) => Effect.Effect<void, E | Unavailable>
  /** Tells how many pages and files are known of so far, kept or not. */
  readonly found: (total: number) => Effect.Effect<void, Unavailable>
  /** Whether a page or file is kept already, as by an import that is taken up again. Absent: nothing is. */
  readonly has?: (key: string) => Effect.Effect<boolean, Unavailable>
  /** Where answers are kept. Absent: the importer keeps what it needs in memory. */
  readonly answers?: ImportAnswers
}

/**
 * Reads addresses.
 * @since 0.1.0
 */
export interface ImporterService {
  /**
   * Hands every page and file to the sink and gives their order. Fails with `Invalid` (field `url`) where the address is
   * refused, cannot be reached, is not what `source` says, or holds too much.
   */
  readonly read: (
    request: ImportRequest,
    sink: ImportSink
  ) => Effect.Effect<ImportOutline, Invalid | Conflict | Unavailable>
}

/**
 * The importer of an engine.
 * @since 0.1.0
 */
export class Importer extends Context.Tag("@lectern/core/Importer")<Importer, ImporterService>() {}

/**
 * For an engine that imports nothing by address: `Conflict`.
 * @since 0.1.0
 */
export const none: ImporterService = { read: () => new Conflict({ message: "this engine has no importers" }) }

/**
 * {@link none} as a layer.
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<Importer> = Layer.succeed(Importer, none)
