/** The screen that texts for people are laid out for. */

/** The properties of an output stream that affect the layout of texts. */
export interface ScreenStream {
  /** Whether a person reads it on a terminal. */
  readonly isTTY?: boolean
  /** The width of the terminal. */
  readonly columns?: number
}

/** The width to keep to, and whether there may be colours. */
export interface Screen {
  readonly columns: number
  readonly colour: boolean
}

/** The maximum width of texts, however wide the terminal is. */
const widest = 100
/** The minimum width: narrower terminals wrap by themselves. */
const narrowest = 40

/** Whether to use colours: on a terminal that supports them, unless they are disabled. See https://no-color.org. */
export const hasColour = (stream: ScreenStream, env: Readonly<Record<string, string | undefined>>): boolean =>
  stream.isTTY === true && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb"

/** The screen of a stream. */
export const screenOf = (stream: ScreenStream, env: Readonly<Record<string, string | undefined>>): Screen => ({
  columns: Math.max(narrowest, Math.min(stream.columns || widest, widest)),
  colour: hasColour(stream, env)
})

/** Text in bold, if the screen supports it. */
export const bold = (text: string, { colour }: Pick<Screen, "colour">): string =>
  colour ? `\u001b[1m${text}\u001b[22m` : text

/** Text in red, if the screen supports it. */
export const red = (text: string, { colour }: Pick<Screen, "colour">): string =>
  colour ? `\u001b[31m${text}\u001b[39m` : text
