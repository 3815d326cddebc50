/** `lectern audit` */
import type { AuditEvent } from "@lectern/core/audit-events/AuditEvent"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { columns, note, print, printJson } from "../output/Output.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** The changes of an event, in a few words. */
const changes = ({ after, before, count, reason }: AuditEvent): string => {
  if (count !== undefined)
    return [reason ?? "", count === 1 ? "once" : `${count} times`].filter((part) => part !== "").join(", ")
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => {
      const [was, is] = [before?.[name], after?.[name]]
      if (was === undefined) return `${name}: ${JSON.stringify(is)}`
      return is === undefined
        ? `${name}: was ${JSON.stringify(was)}`
        : `${name}: ${JSON.stringify(was)} to ${JSON.stringify(is)}`
    })
    .join(", ")
}

const row = (event: AuditEvent): ReadonlyArray<string> => {
  const { action, actor, address = "", target, time } = event
  const who = actor.displayName ?? actor.user ?? actor.kind
  return [time, who, address, action, target.title ?? target.id, changes(event)]
}

/** `lectern audit` */
export const audit: Handler<"audit"> = ({ action, actor, from, json, limit, organization, target, to }, settings) => {
  const query = {
    limit: Number(limit),
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actor }),
    ...(target !== undefined && { target }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to })
  }
  return inWorkspace(
    settings,
    Effect.gen(function* () {
      const events = yield* AuditEvents
      const { items } = yield* organization === undefined
        ? events.server(query)
        : events.list(OrganizationId.make(organization), query)
      if (json) return yield* printJson(items)
      if (items.length === 0) return yield* note("There are no such events.")
      yield* print(columns([["time", "who", "address", "action", "what", "changes"], ...items.map(row)]))
    })
  )
}
