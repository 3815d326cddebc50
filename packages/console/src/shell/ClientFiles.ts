/** The scripts and styles of the window of the console. */

/** A file as it is served. */
export interface ClientFile {
  readonly body: string
  readonly contentType: string
  /** The compressed body, once it was asked for. */
  readonly compressed: { body?: Uint8Array }
}

/**
 * The files by their names, which change with what is in them; `script` and `style` are those that the page loads first,
 * `worker` is what it starts for what needs the parsers of the engine, such as pastes.
 */
export interface ClientFiles {
  readonly script: string
  readonly style: string
  readonly worker: string
  readonly files: ReadonlyMap<string, ClientFile>
}
