/** Declarations of commands, as data for parsing, help and completion. */

/** An option. One without `value` is a switch. */
export interface Option {
  readonly description: string
  /** The name of the value, in a word. */
  readonly value?: string
  /** Whether it is required. */
  readonly required?: true
  /** The value when the option is omitted. */
  readonly default?: string
  /** The possible values, if they can be enumerated. */
  readonly choices?: ReadonlyArray<string>
  /** The environment variable for the same setting. The value is then validated by the settings. */
  readonly variable?: string
  /** Whether it is the setting of the same name, for this command only, so that the variable does not count. */
  readonly setting?: true
  /** Whether the value is the path of a file or a folder. */
  readonly path?: "file" | "folder"
}

/** A positional argument; all are required. */
export interface Argument {
  /** Its name, in a word. */
  readonly value: string
  readonly description: string
  /** The possible values, if they can be enumerated. */
  readonly choices?: ReadonlyArray<string>
  /** Whether it is the path of a file or a folder. */
  readonly path?: "file" | "folder"
}

/** A command. */
export interface Command {
  /** Its effect, as an imperative sentence that fits on a line in the list of commands. */
  readonly summary: string
  /** Further information. */
  readonly about?: string
  /** Its arguments, in order. */
  readonly args: Readonly<Record<string, Argument>>
  /** Its options by name, without the dashes. */
  readonly options: Readonly<Record<string, Option>>
}

type OneOf<A> = A extends { readonly variable: string }
  ? string
  : A extends { readonly choices: ReadonlyArray<infer C> }
    ? C
    : string

type OptionValue<O extends Option> = O extends { readonly value: string }
  ? OneOf<O> | (O extends { readonly required: true } | { readonly default: string } ? never : undefined)
  : boolean

/** The arguments and options of a run, by name. */
export type Values<C extends Command> = { readonly [K in keyof C["options"]]: OptionValue<C["options"][K]> } & {
  readonly [K in keyof C["args"]]: OneOf<C["args"][K]>
}
