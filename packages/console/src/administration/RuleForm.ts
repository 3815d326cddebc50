/** The form for the rules of approval of an organization. */
import type { Asked } from "@lectern/core/access/Actor"
import { type Invalid, invalid } from "@lectern/core/errors/Errors"
import {
  choicesOf,
  type RuleNames,
  type RuleToAdd,
  rulesOf,
  ruleText,
  ruleToAdd
} from "@lectern/core/internal/people/merge-rules/RuleChoices"
import { MergeRule, type OrganizationMergeRules } from "@lectern/core/merge-rules/MergeRule"
import type { Organization } from "@lectern/core/organizations/Organization"
import { type Team, TeamId } from "@lectern/core/teams/Team"
import type { UserId } from "@lectern/core/users/User"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { field, form } from "../html/Html.js"
import type { Site } from "../visits/Site.js"
import type { Visit } from "../visits/Visit.js"

/** What the form of an organization is made from. */
export interface RuleFormParts {
  readonly token: string
  readonly organization: Organization
  readonly teams: ReadonlyArray<Team>
  readonly names: RuleNames
}

const teamField = "team:"
const otherField = "rule:"
const addedTeamField = "addTeam:"
/** The fields that name the people of a rule that is added, and whose approvals it asks for. */
const people = [
  { name: "addAll", who: "all", label: "The approval of all of these people" },
  { name: "addOne", who: "one", label: "The approval of one of these people" }
] as const

const parseRule = Schema.decodeUnknownSync(Schema.parseJson(MergeRule))

const check = (name: string, value: string, label: string, isOn: boolean): string =>
  `<label class="check"><input type="checkbox" name="${escape(name)}" value="${escape(value)}"${isOn ? " checked" : ""}>${escape(label)}</label>`

/** The fields for rules that are added: from members of teams, and from people, who are named by their addresses. */
const addedFields = ({ organization: { id }, teams }: RuleFormParts): string => {
  const ofPeople = people.map(({ label, name }) =>
    field({
      id: `${name}-${id}`,
      name,
      label,
      optional: true,
      hint: "E-mail addresses of 1 to 10 members, separated by commas."
    })
  )
  const ofTeams =
    teams.length === 0
      ? []
      : [
          field({
            id: `addApprovals-${id}`,
            name: "addApprovals",
            label: "So many approvals from members of these teams",
            type: "number",
            value: "1",
            optional: true,
            attributes: 'min="1" max="10"'
          }),
          `<fieldset><legend>Teams of the added rule</legend>${teams.map((team) => check(`${addedTeamField}${team.id}`, "true", team.title, false)).join("")}</fieldset>`
        ]
  return `<fieldset><legend>Add rules</legend>${[...ofPeople, ...ofTeams].join("")}</fieldset>`
}

/** The form, which posts to a path. */
export const ruleForm = (site: Site, action: string, parts: RuleFormParts): string => {
  const { names, organization, teams, token } = parts
  const { id, mergeRules, title } = organization
  const chosen = choicesOf(mergeRules?.type === "rules" ? mergeRules.rules : [])
  const approvals = field({
    id: `approvals-${id}`,
    name: "approvals",
    label: "Approvals that are needed",
    type: "number",
    value: String(chosen.approvals),
    hint: "From others than the contributors, 1 to 10; 0 for none.",
    attributes: 'min="0" max="10"'
  })
  const ofTeams =
    teams.length === 0
      ? ""
      : `<fieldset><legend>From members of one of these teams; from anybody who may review, if none is chosen</legend>${teams.map((team) => check(`${teamField}${team.id}`, "true", team.title, chosen.teams.includes(team.id))).join("")}</fieldset>`
  const others = [
    check("isUpToDate", "true", "It is up to date with main", chosen.isUpToDate),
    check("hasSubject", "true", "It has a subject", chosen.hasSubject),
    ...chosen.others.map((rule, index) =>
      check(`${otherField}${index}`, JSON.stringify(rule), ruleText(rule, names), true)
    )
  ]
  return form(site, {
    token,
    action,
    hidden: { organization: id },
    button: "Save",
    describes: `the rules of approval of ${title}`,
    inner: `${approvals}${ofTeams}<fieldset><legend>Further rules</legend>${others.join("")}</fieldset>${addedFields(parts)}`
  })
}

/** The rules that somebody chose in the form, and has not named people for. */
const chosenIn = ({ fields, text }: Visit): Effect.Effect<ReadonlyArray<MergeRule>, Invalid> =>
  Effect.try({
    try: () => {
      const named = (begin: string) => [...fields.keys()].filter((name) => name.startsWith(begin))
      const teamsOf = (begin: string) => named(begin).map((name) => TeamId.make(name.slice(begin.length)))
      const approvals = Number(text("addApprovals"))
      const added = ruleToAdd({ who: "teams", approvals, teams: teamsOf(addedTeamField), users: [] })
      return rulesOf({
        approvals: Number(text("approvals")),
        teams: teamsOf(teamField),
        isUpToDate: text("isUpToDate") === "true",
        hasSubject: text("hasSubject") === "true",
        others: [...named(otherField).map((name) => parseRule(text(name))), ...(added === undefined ? [] : [added])]
      })
    },
    catch: () => invalid("mergeRules", "the form cannot be read")
  })

/** Finds a member of the organization by their e-mail address. */
export type FindMember = (address: string) => Asked<UserId | undefined>

/** The rules that somebody chose in the form; the service checks them. */
export const rulesIn = (visit: Visit, find: FindMember): Asked<OrganizationMergeRules> =>
  Effect.gen(function* () {
    const rules = [...(yield* chosenIn(visit))]
    for (const { label, name, who } of people) {
      const addresses = visit
        .text(name)
        .split(/[\s,;]+/)
        .filter(Boolean)
      const users = yield* Effect.forEach(new Set(addresses), (address) =>
        Effect.flatMap(find(address), (user) =>
          user === undefined ? invalid(label, `no member has the address ${address}`) : Effect.succeed(user)
        )
      )
      const choice: RuleToAdd = { who, approvals: 1, teams: [], users }
      const rule = ruleToAdd(choice)
      if (rule !== undefined) rules.push(rule)
    }
    return rules.length === 0 ? { type: "none" } : { type: "rules", rules }
  })
