/** Who may make organizations, and how much there may be in one. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, type Unavailable } from "../errors/Errors.js"

/**
 * The quotas of an engine. What is absent is not limited.
 * @since 0.1.0
 */
export interface QuotasValue {
  /** Who may make organizations besides the embedding program: every user, or only administrators of the server. */
  readonly organizationCreators: "everyone" | "administrators"
  /** How many organizations one user may make. Administrators of the server are not limited. */
  readonly organizationsPerUser?: number
  /** How many members an organization may have, guests among them. */
  readonly membersPerOrganization?: number
  /** How many spaces an organization may have, without those in the trash. */
  readonly spacesPerOrganization?: number
  /**
   * How many bytes an organization may store: texts of pages with their earlier versions, files and specifications, those
   * of deleted spaces too until they are purged.
   */
  readonly bytesPerOrganization?: number
}

/**
 * Every user may make organizations, and nothing is limited.
 * @since 0.1.0
 */
export const defaultQuotas: QuotasValue = { organizationCreators: "everyone" }

/**
 * The quotas of the engine: {@link defaultQuotas} where no others are provided.
 * @since 0.1.0
 */
export class Quotas extends Context.Reference<Quotas>()("@lectern/core/Quotas", {
  defaultValue: () => defaultQuotas
}) {}

/**
 * Quotas; what is absent is as in {@link defaultQuotas}.
 * @since 0.1.0
 */
export const make = (quotas: Partial<QuotasValue> = {}): QuotasValue => ({ ...defaultQuotas, ...quotas })

/**
 * Fails with `Conflict` where `count`, which is asked only if there is a quota, shows that there is no room for so many
 * `more`. `whose` begins the sentence and `what` names the things that are counted.
 * @since 0.1.0
 */
export const requireRoom = (
  quota: number | undefined,
  count: Effect.Effect<number, Unavailable>,
  whose: string,
  what: string,
  more = 1
): Effect.Effect<void, Conflict | Unavailable> =>
  quota === undefined
    ? Effect.void
    : Effect.flatMap(count, (present) =>
        present + more > quota
          ? Effect.fail(
              new Conflict({ message: `${whose} may have at most ${quota} ${what}, and has ${present} already` })
            )
          : Effect.void
      )
