/** What texts for a person are laid out for. */

/** A stream that texts go to, as far as their look depends on it. */
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

/** The widest that texts get, however wide the terminal is. */
const widest = 100
/** The narrowest: what is narrower wraps by itself. */
const narrowest = 40

/** Whether a stream gets colours: a terminal that has them, where nobody asked for none. See https://no-color.org. */
export const hasColour = (stream: ScreenStream, env: Readonly<Record<string, string | undefined>>): boolean =>
  stream.isTTY === true && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb"

/** The screen that a stream is. */
export const screenOf = (stream: ScreenStream, env: Readonly<Record<string, string | undefined>>): Screen => ({
  columns: Math.max(narrowest, Math.min(stream.columns || widest, widest)),
  colour: hasColour(stream, env)
})

/** Text in bold, where the screen has that. */
export const bold = (text: string, { colour }: Pick<Screen, "colour">): string =>
  colour ? `\u001b[1m${text}\u001b[22m` : text

/** Text in red, where the screen has that. */
export const red = (text: string, { colour }: Pick<Screen, "colour">): string =>
  colour ? `\u001b[31m${text}\u001b[39m` : text
