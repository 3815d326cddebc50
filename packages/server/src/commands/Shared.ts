/** What several commands have in common. */
import * as Options from "@effect/cli/Options"
import { Option } from "effect"

/** An option with a text value that may be left out. */
export const text = (name: string, description: string): Options.Options<string | undefined> =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional, Options.map(Option.getOrUndefined))

/** `--json`: the result as one JSON value on stdout. */
export const json: Options.Options<boolean> = Options.boolean("json").pipe(
  Options.withDescription("Print the result as JSON.")
)
