/** The page of the administrators of organizations: the rules of approval of each. */
import type { LecternError } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import { type Organization, OrganizationId } from "@lectern/core/organizations/Organization"
import type { UserId } from "@lectern/core/users/User"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import * as Effect from "effect/Effect"
import { notice, type View } from "../html/Html.js"
import { done, header, makeAdministers, type OwnVisit, whenSignedIn } from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"
import { asCaller, makeRoute, type Shown } from "../visits/Visit.js"
import { type FindMember, ruleForm, rulesIn } from "./RuleForm.js"

const home = "/admin/organizations"

/** How many organizations, and teams of each, are shown. */
const most = 1000

const help =
  "While rules hold, main of a space is changed by merging change requests only, and each has to satisfy all of them. They hold for the spaces that do not have their own, or none. Without any of these, there are no rules."

/** The routes of the page. */
export const organizationRoutes = (site: Site) =>
  Effect.gen(function* () {
    const organizations = yield* tags.organizations
    const members = yield* tags.members
    const teams = yield* tags.teams
    const administers = yield* makeAdministers
    const signedIn = yield* whenSignedIn(home)
    const route = makeRoute(site)

    /** The names of the members that the rules of an organization name. */
    const namesIn = Effect.fnUntraced(function* ({ id, mergeRules }: Organization) {
      const rules = mergeRules?.type === "rules" ? mergeRules.rules : []
      const users = new Map<UserId, string>()
      for (const user of new Set(rules.flatMap((rule) => ("users" in rule ? rule.users : [])))) {
        const found = yield* Effect.option(members.get(id, user))
        if (found._tag === "Some") users.set(user, found.value.user.displayName)
      }
      return users
    })

    const section = (token: string) =>
      Effect.fnUntraced(function* (organization: Organization) {
        const { id, title } = organization
        const { items } = yield* teams.list(id, { limit: most })
        const users = yield* namesIn(organization)
        const names = {
          team: (team: string) => items.find((each) => each.id === team)?.title ?? "a team",
          user: (user: UserId) => users.get(user) ?? "somebody"
        }
        const shown = ruleForm(site, home, { token, organization, teams: items, names })
        return `<section aria-labelledby="rules-${id}"><h2 id="rules-${id}">Rules of approval: ${escape(title)}</h2><p>${help}</p>${shown}</section>`
      })

    const show = (visit: OwnVisit, problem?: LecternError): Effect.Effect<View, LecternError> =>
      asCaller(visit.caller)(
        Effect.gen(function* () {
          const { items } = yield* organizations.list({ limit: most })
          const own = items.filter(({ permissions }) => permissions.admin)
          const sections = yield* Effect.forEach(own, section(visit.token))
          return {
            title: "Organizations",
            header: header(site, visit.token, yield* administers),
            main: [
              done(visit),
              notice(problem?.message),
              own.length === 0 ? "<section><p>You administer no organization.</p></section>" : sections.join("")
            ].join("")
          }
        })
      )

    const findMember =
      (organization: OrganizationId): FindMember =>
      (address) =>
        Effect.map(members.list(organization, { search: address, limit: most }), ({ items }) => {
          const wanted = address.toLowerCase()
          return items.find(({ user }) => user.email?.toLowerCase() === wanted)?.user.id
        })

    const save = (visit: OwnVisit): Effect.Effect<Shown, LecternError> =>
      Effect.suspend(() => {
        const id = OrganizationId.make(visit.text("organization"))
        return asCaller(visit.caller)(
          Effect.flatMap(rulesIn(visit, findMember(id)), (mergeRules) => organizations.update(id, { mergeRules }))
        )
      }).pipe(
        Effect.as<Shown>({ to: `${home}?done=changed` }),
        Effect.catchTag("Invalid", (problem) =>
          Effect.map(show(visit, problem), (view): Shown => ({ view, status: 400 }))
        )
      )

    const routes: ReadonlyArray<PlainRoute> = [
      route(
        "GET",
        home,
        "organizationsPage",
        signedIn((visit) => Effect.map(show(visit), (view) => ({ view })))
      ),
      route("POST", home, "setMergeRules", signedIn(save))
    ]
    return routes
  })
