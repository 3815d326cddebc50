/** @since 0.1.0 */
import * as Context from "effect/Context"

/** The rules of events. */
export interface EventRulesValue {
  /** Whether events are recorded; `true` when absent. */
  readonly records?: boolean
  /** The number of days for which events are kept; 30 when absent. */
  readonly days?: number
}

/** The number of days for which events are kept unless a setting says otherwise. */
export const defaultEventDays = 30

/** The rules of an engine. */
export class EventRules extends Context.Reference<EventRules>()("@lectern/core/EventRules", {
  defaultValue: (): EventRulesValue => ({})
}) {}
