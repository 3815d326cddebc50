/** How a command ends when it does not succeed; each is printed as one line on stderr. */
import { Data } from "effect"

/** What was asked for is wrong: a flag, a variable, an argument. Exit 2. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** What was asked for could not be done. Exit 1. */
export class Failed extends Data.TaggedError("Failed")<{ readonly message: string }> {}

/** A thrown value as the rest of a sentence: the code and text of a system error without its stack. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
