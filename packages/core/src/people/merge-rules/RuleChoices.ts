/** Rules of approval as the fields of a form: where people set them, forms are filled and read by this. Pure. */
import type { TeamId } from "../teams/TeamId.js"
import type { UserId } from "../users/User.js"
import type { MergeRule } from "./MergeRule.js"

/** The fields of a form for rules of approval. */
export interface RuleChoices {
  /** The number of approvals that are needed, 1 to 10; 0 for none. */
  readonly approvals: number
  /** The teams whose approvals count; anybody's with the level `review` when empty. */
  readonly teams: ReadonlyArray<TeamId>
  readonly isUpToDate: boolean
  readonly hasSubject: boolean
  /** Further rules about approvals, which a form adds, keeps and drops as a whole. */
  readonly others: ReadonlyArray<MergeRule>
}

/** A form without a rule. */
export const noChoices: RuleChoices = { approvals: 0, teams: [], isUpToDate: false, hasSubject: false, others: [] }

/** Rules that a form has a field of its own for. */
const own: ReadonlySet<MergeRule["rule"]> = new Set([
  "require_up_to_date_change_request",
  "require_change_request_subject"
])

/** The fields that show rules: the first number of approvals has fields of its own, and further ones are kept. */
export const choicesOf = (rules: ReadonlyArray<MergeRule>): RuleChoices => {
  const counted = rules.find((rule) => rule.rule === "require_approvals")
  const has = (name: MergeRule["rule"]) => rules.some(({ rule }) => rule === name)
  return {
    approvals: counted?.approvals ?? 0,
    teams: counted?.teams ?? [],
    isUpToDate: has("require_up_to_date_change_request"),
    hasSubject: has("require_change_request_subject"),
    others: rules.filter((rule) => rule !== counted && !own.has(rule.rule))
  }
}

/** The rules that the fields of a form mean; none if nothing is chosen. */
export const rulesOf = ({
  approvals,
  hasSubject,
  isUpToDate,
  others,
  teams
}: RuleChoices): ReadonlyArray<MergeRule> => [
  ...(approvals === 0
    ? []
    : [{ rule: "require_approvals" as const, approvals, ...(teams.length > 0 && { teams: [...teams] }) }]),
  ...(isUpToDate ? [{ rule: "require_up_to_date_change_request" as const }] : []),
  ...(hasSubject ? [{ rule: "require_change_request_subject" as const }] : []),
  ...others
]

/** A further rule about approvals, as somebody chooses it. */
export interface RuleToAdd {
  /** Whose approvals it asks for: those of some members of the teams, of all the people, or of one of them. */
  readonly who: "teams" | "all" | "one"
  /** The number of approvals from the teams. */
  readonly approvals: number
  readonly teams: ReadonlyArray<TeamId>
  readonly users: ReadonlyArray<UserId>
}

/** The rule that somebody has chosen; nothing while nobody is chosen for it. */
export const ruleToAdd = ({ approvals, teams, users, who }: RuleToAdd): MergeRule | undefined => {
  if (who === "teams") return teams.length === 0 ? undefined : { rule: "require_approvals", approvals, teams }
  const rule = who === "all" ? "require_specific_reviewers" : "require_one_of_specific_reviewers"
  return users.length === 0 ? undefined : { rule, users }
}

/** The names of the teams and members that rules name, and what stands for those that are not known. */
export interface RuleNames {
  readonly team: (id: TeamId) => string
  readonly user: (id: UserId) => string
}

/** A rule in words, as a sentence. */
export const ruleText = (rule: MergeRule, { team, user }: RuleNames): string => {
  const counted = (count: number) => (count === 1 ? "1 approval" : `${count} approvals`)
  switch (rule.rule) {
    case "require_approvals":
      return `At least ${counted(rule.approvals)}${rule.teams === undefined ? "" : ` from ${rule.teams.map(team).join(" or ")}`}.`
    case "require_at_least_one_approved_review":
      return "At least 1 approval."
    case "require_specific_reviewers":
      return `The approval of ${rule.users.map(user).join(" and ")}.`
    case "require_one_of_specific_reviewers":
      return `The approval of ${rule.users.map(user).join(" or ")}.`
    case "require_up_to_date_change_request":
      return "It is up to date with main."
    case "require_change_request_subject":
      return "It has a subject."
  }
}
