/** The failures of commands, each printed as one line on stderr. */
import * as Data from "effect/Data"

/** Wrong usage: a flag, a variable or an argument is invalid. Exit code 2. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** The command failed. Exit code 1. */
export class Failed extends Data.TaggedError("Failed")<{ readonly message: string }> {}

/** A thrown value as the end of a sentence: the code and text of a system error without its stack. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
