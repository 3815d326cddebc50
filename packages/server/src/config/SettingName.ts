/** The names of settings, and their descriptions. It imports nothing, so that help is fast. */

/** The names and the description of a setting. */
export interface SettingName {
  readonly variable: string
  readonly flag: `--${string}`
  /** The name of the value, in a word. */
  readonly value: string
  readonly description: string
  /** The possible values, if they can be enumerated. */
  readonly choices?: ReadonlyArray<string>
  /** Whether the value is the path of a folder. */
  readonly folder?: boolean
}
