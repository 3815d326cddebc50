/** What a command takes, as data: parsing, help and completion all read it. */

/** An option. One without `value` is a switch. */
export interface Option {
  readonly description: string
  /** What the value is, in a word. */
  readonly value?: string
  /** Whether the command cannot do without it. */
  readonly required?: true
  /** The value when the option is left out. */
  readonly default?: string
  /** The values there are, where they can be counted. */
  readonly choices?: ReadonlyArray<string>
  /** The environment variable that says the same. What the value may be is then for the settings to check. */
  readonly variable?: string
  /** Whether the value is a path, and what of. */
  readonly path?: "file" | "folder"
}

/** An argument without a name of its own; all are required. */
export interface Argument {
  /** What it is, in a word. */
  readonly value: string
  readonly description: string
  /** The values there are, where they can be counted. */
  readonly choices?: ReadonlyArray<string>
  /** Whether it is a path, and what of. */
  readonly path?: "file" | "folder"
}

/** A command. */
export interface Command {
  /** What it does, in a sentence of the imperative that fits on a line of the list of commands. */
  readonly summary: string
  /** What else to know. */
  readonly about?: string
  /** In the order in which they are given. */
  readonly args: Readonly<Record<string, Argument>>
  /** By name, without the dashes. */
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

/** What a command is given: its arguments and options by name. */
export type Values<C extends Command> = { readonly [K in keyof C["options"]]: OptionValue<C["options"][K]> } & {
  readonly [K in keyof C["args"]]: OneOf<C["args"][K]>
}
