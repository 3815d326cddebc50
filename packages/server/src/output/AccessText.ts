/** Explanations of access as lines for a person. */
import type { ExplainedRule, Explanation, Source, Titled } from "@lectern/core/access/Explanation"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import { columns } from "./Output.js"

const levelText = (level: RoleOrGuest): string => level ?? "no access"

const thing = ({ kind, title }: Titled): string => `the ${kind} "${title}"`

const sourceText = ({ team, site, level }: Source, alone: boolean): string => {
  const holder = team === undefined ? "to the member" : `to the team "${team.title}"`
  const place = site === undefined ? "" : ` on ${thing(site)}`
  return `${holder}${place}${alone ? "" : ` (${levelText(level)})`}`
}

/** The description of a rule, with the grants behind it: `default level of the collection "Guides"`. */
export const ruleText = ({ rule, on, sources }: ExplainedRule): string => {
  const place = on === undefined ? "" : ` on ${thing(on)}`
  const given = sources.map((source) => sourceText(source, sources.length === 1)).join(", ")
  switch (rule) {
    case "organization-admin":
      return "administrator of the organization"
    case "member-grant":
      return `grant to the member${place}`
    case "team-grants":
      return given === "" ? `grants to the member's teams${place}` : `granted${place} ${given}`
    case "default-level":
      return `default level of ${on === undefined ? "it" : thing(on)}`
    case "site-grants":
      return given === "" ? "grants on sites that the space is on" : `granted ${given}`
    case "organization-role":
      return "role in the organization"
  }
}

const row = (verdict: string, rule: ExplainedRule): ReadonlyArray<string> => [
  verdict,
  rule.level === undefined ? "-" : levelText(rule.level),
  ruleText(rule)
]

/** The whole explanation: one sentence, then a line for each rule. */
export const explanationText = ({ member, on, level, decidedBy, overruled, silent }: Explanation): string => {
  const role = member.role ?? "guest"
  const about = `${member.displayName} (${role}) has ${level === null ? "no access to" : `the level ${level} on`} ${thing(on)}.`
  const rules = [
    row("decides", decidedBy),
    ...overruled.map((rule) => row("overruled", rule)),
    ...silent.map((rule) => row("silent", rule))
  ]
  const notes = [
    ...(member.disabled ? ["The member is disabled and is refused everything."] : []),
    ...(member.role === null ? ["Default levels do not apply to guests."] : [])
  ]
  return [about, ...notes, "", columns([["", "level", "rule"], ...rules])].join("\n")
}
