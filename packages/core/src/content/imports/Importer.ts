/**
 * The port that importers implement: reading an address into pages and files.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import { Conflict, type Invalid, type Unavailable } from "../../foundation/errors/Errors.js"

/** The format of the content at an address. */
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
export type ImportSource = typeof ImportSource.Type

/** The address to read, and the limits on it. */
export interface ImportRequest {
  readonly source: ImportSource
  /** An absolute http or https address. */
  readonly url: string
  /** What is at the address, where it is not to be fetched. */
  readonly content?: { readonly size: number; readonly bytes: Stream.Stream<Uint8Array, Unavailable> }
  /** The maximum number of pages; more are an error. */
  readonly maxPages: number
  /** The maximum size of a streamed file in bytes; files that must be in memory may have a lower limit. */
  readonly maxFileBytes?: number
}

/**
 * A page as it was found. `key` is its canonical address: an http address, or `import:/docs/page.md` inside an archive.
 * In `markdown` every link or image whose destination is the key of a page or file (with or without `#anchor`) will be
 * linked to the part imported under that key; an `import:` destination that was not imported loses its scheme, any
 * other stays. The text has no front matter and no leading title: they are in the fields.
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
  /** The address whose stored response it was made from, if that was stored. */
  readonly asked?: string
}

/** A file as it was found; `key` as in {@link FoundPage}. The media type is sniffed when absent. */
export interface FoundFile<E> {
  readonly key: string
  readonly name: string
  readonly contentType?: string
  readonly bytes: Stream.Stream<Uint8Array, E>
}

/** A page's place in the order and nesting of the found pages. A place without a page becomes a page without text. */
export interface ImportPlace {
  /** The key of a page. */
  readonly key?: string
  /** The title of a place without a page; with a page, its title in the navigation if that differs. */
  readonly title?: string
  readonly places: ReadonlyArray<ImportPlace>
}

/** The structure that was read. Pages without a place come last, in the order in which they were found. */
export interface ImportOutline {
  readonly places: ReadonlyArray<ImportPlace>
  /** Keys that turned out to belong to another page, such as redirects: links to them lead to the key given here. */
  readonly aliases?: Readonly<Record<string, string>>
  /** The items that could not be imported, one sentence each, with the address or path first. */
  readonly problems: ReadonlyArray<string>
}

/** A response of an address, after redirects. */
export interface ImportAnswer {
  /** The address after redirects. */
  readonly url: string
  /** The relevant headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/**
 * Stores the responses of a website while its import is running. An import that is resumed after the server was stopped
 * finds them there, and does not have to fetch them again.
 */
export interface ImportAnswers {
  /** Stores the response of an address; one that is stored already is not replaced. */
  readonly keep: (asked: string, answer: ImportAnswer) => Effect.Effect<void, Unavailable>
  /** The response of an address, if it is stored. */
  readonly find: (asked: string) => Effect.Effect<ImportAnswer | undefined, Unavailable>
}

/** Receives the pages and files that an importer finds, as it finds them, so that they do not accumulate in memory. */
export interface ImportSink {
  /** Stores a page. A key that is already stored is ignored. */
  readonly page: (page: FoundPage) => Effect.Effect<void, Unavailable>
  /** Stores a file. */
  readonly file: <E>(file: FoundFile<E>) => Effect.Effect<void, E | Unavailable>
  /** Reports the number of pages and files known so far, stored or not. */
  readonly found: (total: number) => Effect.Effect<void, Unavailable>
  /** Whether a page or file is already stored, as in an import that is resumed. If absent, nothing is. */
  readonly has?: (key: string) => Effect.Effect<boolean, Unavailable>
  /** The store for responses. If absent, the importer keeps the data that it needs in memory. */
  readonly answers?: ImportAnswers
}

/** Reads addresses. */
export interface ImporterService {
  /**
   * Hands every page and file to the sink and returns their order. Fails with `Invalid` (field `url`) if the address is
   * refused, cannot be reached, does not have the format in `source`, or holds too much.
   */
  readonly read: (
    request: ImportRequest,
    sink: ImportSink
  ) => Effect.Effect<ImportOutline, Invalid | Conflict | Unavailable>
}

/** The importer of an engine. */
export class Importer extends Context.Tag("@lectern/core/Importer")<Importer, ImporterService>() {}

/** The importer of an engine without one: fails with `Conflict`. */
export const none: ImporterService = { read: () => new Conflict({ message: "this engine has no importers" }) }

/** {@link none} as a layer. */
export const layerNone: Layer.Layer<Importer> = Layer.succeed(Importer, none)
