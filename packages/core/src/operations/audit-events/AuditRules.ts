/** @since 0.1.0 */
import * as Context from "effect/Context"

/** The retention rules of the audit trail. */
export interface AuditRulesValue {
  /**
   * Whether changes are recorded; `true` when absent. Turning it off saves a single-user program in a browser 4 KB of
   * its first load.
   */
  readonly records?: boolean
  /** The number of days for which events are kept; forever when absent. */
  readonly days?: number
}

/** The rules of an engine. */
export class AuditRules extends Context.Reference<AuditRules>()("@lectern/core/AuditRules", {
  defaultValue: (): AuditRulesValue => ({})
}) {}
