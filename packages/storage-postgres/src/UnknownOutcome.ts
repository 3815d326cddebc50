/**
 * The cause of a commit that was not confirmed.
 * @since 0.1.0
 */

/**
 * The cause of an `Unavailable` whose commit may or may not have happened: the connection was lost after PostgreSQL had
 * been asked to commit, and before it answered. Every other `Unavailable` says that nothing was changed.
 */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super("the connection to PostgreSQL was lost during a commit, which may or may not have happened", { cause })
    this.name = "UnknownOutcome"
  }
}
