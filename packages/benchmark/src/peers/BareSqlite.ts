/** Reads spaces and pages with better-sqlite3 alone: prepared statements and plain functions, as one would write them by hand. */
import type { Space } from "@lectern/core/spaces/Space"
import Sqlite from "better-sqlite3"
import { hashToken } from "./Database.js"
import { type PageRow, type PlainPage, pageAnswer } from "./PlainPage.js"

/** A row of the table of spaces. */
export interface SpaceRow {
  readonly id: string
  readonly organization: string
  readonly parent: string | null
  readonly position: number
  readonly title: string
  readonly emoji: string
  readonly visibility: string
  readonly edit_mode: string
  readonly default_level: string | null
  readonly revision: string
  readonly comments: number
  readonly change_requests: number
  readonly change_requests_open: number
  readonly change_requests_draft: number
  readonly created_at: string
  readonly updated_at: string
}

type Role = NonNullable<Space["defaultLevel"]>
const ranks: ReadonlyArray<Role> = ["read", "comment", "edit", "review", "create", "admin"]

/** A space in the shape of a response. */
export type PlainSpace = Omit<Space, "id" | "organization" | "parent" | "revision" | "visibility" | "editMode"> & {
  readonly id: string
  readonly organization: string
  readonly parent?: string
  readonly revision: string
  readonly visibility: string
  readonly editMode: string
}

/** A page of a list of spaces, in the shape of a response. */
export interface PlainList {
  readonly next?: { readonly page: string }
  readonly count: number
  readonly items: ReadonlyArray<PlainSpace>
}

/** The rights of a member of an organization in its spaces. */
export interface Membership {
  readonly role: Role
  /** The organization's default role, which its spaces inherit. */
  readonly default_role: Role | null
}

/** The response about a space; `base` is the public base URL. */
export const answer = (row: SpaceRow, { default_role, role }: Membership, base: string): PlainSpace => {
  const byDefault = row.default_level === "inherit" ? default_role : (row.default_level as Role | null)
  const rank = ranks.indexOf(role)
  return {
    object: "space",
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    visibility: row.visibility,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    editMode: row.edit_mode,
    protected: false,
    mergeRules: { type: "inherit" },
    organization: row.organization,
    ...(row.parent !== null && { parent: row.parent }),
    revision: row.revision,
    defaultLevel: byDefault,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    urls: { location: `${base}/v1/spaces/${row.id}`, app: `${base}/app/s/${row.id}` },
    permissions: {
      view: rank >= 0,
      access: rank >= 0,
      admin: rank >= 4,
      viewInviteLinks: rank >= 4,
      edit: rank >= 2,
      triggerGitSync: false,
      comment: rank >= 1,
      merge: rank >= 3,
      review: rank >= 3
    }
  }
}

/** The functions that all hand-written servers share. */
export interface BareSpaces {
  /** The user of a token; `undefined` if it is not valid. */
  readonly authenticate: (token: string) => string | undefined
  /** A space, if the user may see it. */
  readonly get: (user: string, id: string) => PlainSpace | undefined
  /** The first `limit` spaces of an organization, if the user is a member of it. */
  readonly list: (user: string, organization: string, limit: number) => PlainList | undefined
  /** A page of a space, if the user may see it. */
  readonly page: (user: string, space: string, id: string) => PlainPage | undefined
  readonly close: () => void
}

type PageColumns = Omit<PageRow, "layout"> & { readonly layout: string }

const rowOf = (columns: PageColumns): PageRow => ({ ...columns, layout: JSON.parse(columns.layout) })

/** Opens a peer's database; `base` is the public base URL. */
export const open = (filename: string, base: string): BareSpaces => {
  const db = new Sqlite(filename, { readonly: true })
  const token = db.prepare<[string], { user: string; expires_at: string | null }>(
    "select user, expires_at from tokens where hash = ?"
  )
  const member = db.prepare<[string, string], Omit<Membership, "role"> & { role: Role | null; disabled: number }>(
    `select role, disabled, default_role from members join organizations on organizations.id = members.organization
    where organization = ? and user = ?`
  )
  const one = db.prepare<[string], SpaceRow>("select * from spaces where id = ? and deleted_at is null")
  const many = db.prepare<[string, number], SpaceRow>(
    "select * from spaces where organization = ? and deleted_at is null order by position limit ?"
  )
  const total = db
    .prepare<[string], number>("select count(*) from spaces where organization = ? and deleted_at is null")
    .pluck()
  const place = db.prepare<[string], { readonly organization: string }>(
    "select organization from spaces where id = ? and deleted_at is null"
  )
  const page = db.prepare<[string, string], PageColumns>("select * from pages where id = ? and space = ?")
  const below = db.prepare<[string], PageColumns>("select * from pages where parent = ? order by position")
  const version = db.prepare<[], number>("pragma data_version").pluck()
  const counts = new Map<string, { readonly version: number; readonly count: number }>()

  const membershipOf = (organization: string, user: string): Membership | undefined => {
    const found = member.get(organization, user)
    if (found === undefined || found.disabled === 1 || found.role === null) return undefined
    return { role: found.role, default_role: found.default_role }
  }
  const countOf = (organization: string): number => {
    const now = version.get() ?? 0
    const known = counts.get(organization)
    if (known?.version === now) return known.count
    const count = total.get(organization) ?? 0
    counts.set(organization, { version: now, count })
    return count
  }
  return {
    authenticate: (secret) => {
      const found = token.get(hashToken(secret))
      if (found === undefined) return undefined
      return found.expires_at === null || Date.parse(found.expires_at) > Date.now() ? found.user : undefined
    },
    get: (user, id) => {
      const row = one.get(id)
      if (row === undefined) return undefined
      const membership = membershipOf(row.organization, user)
      return membership === undefined ? undefined : answer(row, membership, base)
    },
    list: (user, organization, limit) => {
      const membership = membershipOf(organization, user)
      if (membership === undefined) return undefined
      const rows = many.all(organization, limit + 1)
      const last = rows[limit - 1]
      return {
        ...(rows.length > limit &&
          last !== undefined && { next: { page: Buffer.from(JSON.stringify([last.position])).toString("base64url") } }),
        count: countOf(organization),
        items: rows.slice(0, limit).map((row) => answer(row, membership, base))
      }
    },
    page: (user, space, id) => {
      const organization = place.get(space)?.organization
      if (organization === undefined || membershipOf(organization, user) === undefined) return undefined
      const found = page.get(id, space)
      return found && pageAnswer({ ...rowOf(found), below: below.all(id).map(rowOf) }, space, base)
    },
    close: () => db.close()
  }
}
