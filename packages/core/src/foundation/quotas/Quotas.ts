/**
 * Quotas: who may create organizations, and how much each may hold.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, type Unavailable } from "../errors/Errors.js"

/** The quotas of an engine. An absent quota does not limit. */
export interface QuotasValue {
  /**
   * Who may create organizations in addition to the embedding program: every user, or only administrators of the
   * server.
   */
  readonly organizationCreators: "everyone" | "administrators"
  /** The maximum number of organizations that one user may create. Administrators of the server are not limited. */
  readonly organizationsPerUser?: number
  /** The maximum number of members of an organization, including guests. */
  readonly membersPerOrganization?: number
  /** The maximum number of spaces of an organization, not counting deleted ones. */
  readonly spacesPerOrganization?: number
  /**
   * The maximum number of bytes that an organization may store: the texts of pages with their earlier versions, files
   * and specifications, including content of deleted spaces until they are purged.
   */
  readonly bytesPerOrganization?: number
}

/** Every user may create organizations, and nothing is limited. */
export const defaultQuotas: QuotasValue = { organizationCreators: "everyone" }

/** The quotas of the engine: {@link defaultQuotas} by default. */
export class Quotas extends Context.Reference<Quotas>()("@lectern/core/Quotas", {
  defaultValue: () => defaultQuotas
}) {}

/** Quotas, with {@link defaultQuotas} for absent ones. */
export const make = (quotas: Partial<QuotasValue> = {}): QuotasValue => ({ ...defaultQuotas, ...quotas })

/**
 * Fails with `Conflict` if `more` would exceed a quota; `count` is evaluated only if there is one. `whose` begins the
 * sentence, and `what` names the counted things.
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
