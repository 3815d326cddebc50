/** The texts of rules of approval, which are loaded with them. */
export const words = {
  help: "While rules hold, main is changed by merging change requests only, and each has to satisfy all of them.",
  which: "Rules of this space",
  inherit: "Those of the organization",
  none: "None",
  rules: "Its own",
  ofOrganization: "The organization has these rules:",
  organizationHasNone: "The organization has no rules.",
  hasNone: "This space has no rules.",
  hidden: "Rules hold for this space. Guests do not see which.",
  approvals: "Approvals that are needed",
  approvalsHint: "From others than the contributors, 1 to 10; 0 for none.",
  teams: "From members of one of these teams",
  anybody: "From anybody who may review, if none is chosen.",
  upToDate: "It is up to date with main",
  subject: "It has a subject",
  others: "Further rules",
  add: "Add a rule",
  whose: "Whose approvals it asks for",
  who: {
    teams: "Members of teams",
    all: "All of some people",
    one: "One of some people"
  },
  number: "How many approvals",
  ofTeams: "Teams",
  find: "Find people",
  people: "People",
  nobody: "Nobody here has this in their name.",
  addIt: "Add this rule",
  added: (rule: string) => `Added: ${rule}`,
  nothing: "Choose at least one rule.",
  save: "Save",
  saved: "The rules of approval are saved.",
  readOnly: (administrators: ReadonlyArray<string>) =>
    administrators.length === 0
      ? "Only administrators of the organization can change this."
      : `Only administrators of the organization can change this, such as ${administrators.join(" or ")}.`,
  someTeam: "a team",
  somebody: "somebody"
} as const
