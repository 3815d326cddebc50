/** The memberships that wait for the answer of the invited person. */
export const pendingMembers: ReadonlyArray<string> = [
  `create table if not exists "pending_members" ("user" text not null, "id" text not null, "organization" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "pending_members_key" on "pending_members" ("user", "id")`,
  `create unique index if not exists "pending_members_organization" on "pending_members" ("organization", "user")`
]
