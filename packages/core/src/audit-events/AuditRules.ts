import * as Context from "effect/Context"

/**
 * How the audit trail is kept.
 * @since 0.1.0
 */
export interface AuditRulesValue {
  /**
   * Whether changes are recorded; `true` when absent. A program in a browser whose only user is its own saves 4 KB of
   * what it loads at first.
   */
  readonly records?: boolean
  /** For how many days events are kept; for ever when absent. */
  readonly days?: number
}

/**
 * The rules of an engine.
 * @since 0.1.0
 */
export class AuditRules extends Context.Reference<AuditRules>()("@lectern/core/AuditRules", {
  defaultValue: (): AuditRulesValue => ({})
}) {}
