/** The fields that the inputs of several resources have. */
import type { Schema } from "effect"
import { address, choice, type Field, form, integer, items, nullable, spelled, subject, text } from "./fields.js"

/** An http or https address. */
export const url = [
  text(20, 2048, address),
  form(["http://e.co", "https://例え.jp/ü"], ["", "e.co", "/a", "ftp://e.co", "javascript:1"])
]
/** The roles in an organization, which are the levels of access too. */
export const roles = ["admin", "create", "review", "edit", "comment", "read"]
/** A role in an organization. */
export const role = choice(...roles)
/** A role, or `null` for a guest. */
export const roleOrGuest = nullable(role)
/** An address, or `null`. */
export const nullableUrl = [nullable(text(20, 2048, address)), nullable(form(["http://e.co"], ["", "mailto:a@b.co"]))]
/** A level of access by default. */
export const level = nullable(choice(...roles, "inherit"))
/** An emoji, as itself or as its code points. */
export const emoji = form(
  ["🦊", "1f98a", "❤️", "2764", "2764-fe0f", "🇨🇭", "1f1e8-1f1ed", "👩‍👩‍👧‍👦", "1f469-200d-1f469-200d-1f467-200d-1f466"],
  ["", "fox", "🦊🦊", "1F98A", "61", "1f98a-", spelled("🦊", 51)]
)
/** The path of a part of a site. */
export const sitePath = [
  text(1, 100, (length) => spelled("a", length)),
  form(["docs", "v1-2", "語", "a_b"], ["", "A", "a b", "a/b", "-a", "a--b", "é "])
]
/** The condition for showing a part of a site. */
export const siteCondition = [
  nullable(text(1, 1024, (length) => (length < 3 ? "1".repeat(length) : `"${spelled("é😀", length - 2)}"`))),
  nullable(form(["visitor.claims.unsigned.plus", "!(visitor.claims.a in ['b'])"], []))
]
/** The pointer of a move to something of a type. */
export const moved = (type: string, key: string) => ({ type, [key]: "a" })
/** The ends of a move; each points at something of one of these types. */
export const pointers = (key: string, ...types: ReadonlyArray<string>) =>
  [
    { "position.before.type": choice(...types), "position.after.type": choice(...types) },
    { position: { before: moved(types[0]!, key), after: moved(types[0]!, key) } }
  ] as const
const oneApproval = { rule: "require_approvals", approvals: 1 }
/** The bounds of the rules of approval in an input, which has one of these types of them. */
export const mergeRules = <A, I>(of: string, schema: Schema.Schema<A, I>, type: Field) => [
  subject(
    `the rules of ${of}`,
    schema,
    {
      "mergeRules.type": type,
      "mergeRules.rules": items(1, 10, () => oneApproval),
      "mergeRules.rules.0.approvals": integer(1, 10),
      "mergeRules.rules.0.teams": items(1, 10, (index) => `team-${index}`)
    },
    { mergeRules: { type: "rules", rules: [oneApproval] } }
  ),
  subject(
    `what ${of} requires besides`,
    schema,
    {
      "mergeRules.rules.0.rule": choice(
        "require_at_least_one_approved_review",
        "require_up_to_date_change_request",
        "require_change_request_subject"
      )
    },
    { mergeRules: { type: "rules", rules: [{ rule: "require_change_request_subject" }] } }
  ),
  subject(
    `the reviewers that ${of} requires`,
    schema,
    { "mergeRules.rules.0.users": items(1, 10, (index) => `user-${index}`) },
    { mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: ["a"] }] } }
  )
]
