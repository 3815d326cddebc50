/** The form for the rules of approval of an organization. */
import { type Invalid, invalid } from "@lectern/core/errors/Errors"
import { choicesOf, type RuleNames, rulesOf, ruleText } from "@lectern/core/internal/people/merge-rules/RuleChoices"
import { MergeRule, type OrganizationMergeRules } from "@lectern/core/merge-rules/MergeRule"
import type { Organization } from "@lectern/core/organizations/Organization"
import { type Team, TeamId } from "@lectern/core/teams/Team"
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

const parseRule = Schema.decodeUnknownSync(Schema.parseJson(MergeRule))

const check = (name: string, value: string, label: string, isOn: boolean): string =>
  `<label class="check"><input type="checkbox" name="${escape(name)}" value="${escape(value)}"${isOn ? " checked" : ""}>${escape(label)}</label>`

/** The form, which posts to a path. */
export const ruleForm = (site: Site, action: string, { names, organization, teams, token }: RuleFormParts): string => {
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
    inner: `${approvals}${ofTeams}<fieldset><legend>Further rules</legend>${others.join("")}</fieldset>`
  })
}

/** The rules that somebody chose in the form; the service checks them. */
export const rulesIn = ({ fields, text }: Visit): Effect.Effect<OrganizationMergeRules, Invalid> =>
  Effect.try({
    try: () => {
      const named = (begin: string) => [...fields.keys()].filter((name) => name.startsWith(begin))
      const others = named(otherField).map((name) => parseRule(text(name)))
      const rules = rulesOf({
        approvals: Number(text("approvals")),
        teams: named(teamField).map((name) => TeamId.make(name.slice(teamField.length))),
        isUpToDate: text("isUpToDate") === "true",
        hasSubject: text("hasSubject") === "true",
        others
      })
      return rules.length === 0 ? { type: "none" } : { type: "rules", rules }
    },
    catch: () => invalid("mergeRules", "the form cannot be read")
  })
