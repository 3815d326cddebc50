/** The page of the server's audit trail, for its administrators. */
import type { Actor } from "@lectern/core/access/Actor"
import type { AuditEvent } from "@lectern/core/audit-events/AuditEvent"
import type { LecternError } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import * as Effect from "effect/Effect"
import { field, type View } from "../html/Html.js"
import { header, type OwnVisit, whenSignedIn } from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"
import { asCaller, makeRoute } from "../visits/Visit.js"

const home = "/admin/audit"

const filters = ["actor", "action", "target", "from", "to"] as const

type Filters = { readonly [K in (typeof filters)[number]]?: string }

const filtersOf = ({ query }: OwnVisit): Filters =>
  Object.fromEntries(filters.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])))

const day = 86_400_000

/** The time that a filter means: for a day its beginning or, at the end of a period, the beginning of the next day. */
const momentOf = (text: string | undefined, isEnd = false): string | undefined =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? new Date(Date.parse(text) + (isEnd ? day : 0)).toISOString()
    : text

const queryOf = ({ from, to, ...rest }: Filters): Filters => {
  const [since, until] = [momentOf(from), momentOf(to, true)]
  return { ...rest, ...(since !== undefined && { from: since }), ...(until !== undefined && { to: until }) }
}

/** A value in human-readable form. */
const valueText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** The changed fields of an event, one a line. */
const changes = ({ after = {}, before = {} }: AuditEvent): string => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const lines = names.map((name) => {
    const was = before[name] === undefined ? "" : `<del>${escape(valueText(before[name]))}</del> `
    const is = after[name] === undefined ? "" : `<ins>${escape(valueText(after[name]))}</ins>`
    return `<br>${escape(name)}: ${was}${is}`
  })
  return lines.join("")
}

/** The routes of the audit trail. */
export const auditRoutes = (site: Site) =>
  Effect.gen(function* () {
    const events = yield* tags.auditEvents
    const signedIn = yield* whenSignedIn(home)
    const route = makeRoute(site)

    const link = (text: string, query: Readonly<Record<string, string>>): string =>
      `<a href="${escape(site.at(`${home}?${new URLSearchParams(query)}`))}">${escape(text)}</a>`

    const item = (event: AuditEvent): string => {
      const { action, actor, address, count, reason, request, target, time } = event
      const who =
        actor.user === undefined ? escape(actor.kind) : link(actor.displayName ?? actor.user, { actor: actor.user })
      const facts = [
        `<time datetime="${time}">${escape(time.slice(0, 19).replace("T", " "))} UTC</time>`,
        `by ${who}`,
        address === undefined ? "" : `from ${escape(address)}`,
        request === undefined ? "" : `request ${escape(request)}`,
        reason === undefined ? "" : `refused as ${escape(reason)}`,
        count === undefined ? "" : `${count === 1 ? "once" : `${count} times`} in a minute`
      ].filter((fact) => fact !== "")
      const what = `${escape(target.kind)} ${link(target.title ?? target.id, { target: target.id })}`
      return `<li><h3>${link(action, { action })}</h3><small>${what}${changes(event)}<br>${facts.join(" · ")}</small></li>`
    }

    /** The form for a period and an action; the other filters are links in the list. */
    const filterForm = ({ action, from, to, ...others }: Filters): string =>
      [
        `<details${action === undefined && from === undefined && to === undefined ? "" : " open"}><summary>Filter</summary>`,
        `<form method="get" action="${escape(site.at(home))}">`,
        ...Object.entries(others).map(
          ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`
        ),
        field({ name: "action", label: "Action", optional: true, value: action, hint: "Such as session.created." }),
        field({ name: "from", label: "First day", optional: true, type: "date", value: from?.slice(0, 10) }),
        field({ name: "to", label: "Last day", optional: true, type: "date", value: to?.slice(0, 10) }),
        "<button>Show</button></form></details>"
      ].join("")

    const show = (visit: OwnVisit): Effect.Effect<View, LecternError, Actor> =>
      Effect.gen(function* () {
        const asked = filtersOf(visit)
        const after = visit.query.get("page")
        const { count, items, next } = yield* events.server({
          ...queryOf(asked),
          ...(after !== null && { page: after })
        })
        const all = Object.keys(asked).length === 0 ? "" : `<p>${link("All events", {})}</p>`
        const more = next === undefined ? "" : `<p>${link("Earlier events", { ...asked, page: next.page })}</p>`
        return {
          title: "Audit trail",
          header: header(site, visit.token, true),
          main: [
            `<section aria-labelledby="events"><h2 id="events">${count} ${count === 1 ? "event" : "events"} of the server</h2>`,
            filterForm(asked),
            all,
            `<ul class="list">${items.map(item).join("")}</ul>${more}</section>`
          ].join("")
        }
      })

    const routes: ReadonlyArray<PlainRoute> = [
      route(
        "GET",
        home,
        "auditPage",
        signedIn((visit) => Effect.map(asCaller(visit.caller)(show(visit)), (view) => ({ view })))
      )
    ]
    return routes
  })
