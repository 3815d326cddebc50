/**
 * The port for hashing passwords, which is deliberately slow: core only decides when to hash.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Unavailable } from "../../foundation/errors/Errors.js"

/** Hashes passwords. */
export interface PasswordHashingService {
  /** The hash of a password with its own salt, encoded with its parameters. */
  readonly hash: (password: string) => Effect.Effect<string, Unavailable>
  /** Whether a hash belongs to a password. Takes the same time either way. */
  readonly verify: (hash: string, password: string) => Effect.Effect<boolean, Unavailable>
}

const none = new Unavailable({ message: "this engine does not support passwords" })

/** The port that hashes passwords; an engine without one has no passwords. */
export class PasswordHashing extends Context.Reference<PasswordHashing>()("@lectern/core/PasswordHashing", {
  defaultValue: (): PasswordHashingService => ({ hash: () => Effect.fail(none), verify: () => Effect.fail(none) })
}) {}
