/** Reads spaces and pages with `pg` alone: named statements and plain functions, as one would write them by hand. */
import pg from "pg"
import { answer, type Membership, type PlainList, type PlainSpace, type SpaceRow } from "./BareSqlite.js"
import { hashToken, type PeerData, type PeerPages } from "./Database.js"
import { type PageRow, type PlainPage, pageAnswer } from "./PlainPage.js"

/** The content of the database. */
export interface PostgresPeerData extends PeerData, PeerPages {}

const schema = `
  create table tokens (hash text primary key, "user" text not null, expires_at text);
  create table organizations (id text primary key, default_role text, spaces int not null);
  create table members (
    organization text, "user" text, role text, disabled boolean not null, primary key (organization, "user")
  );
  create table spaces (
    id text primary key, organization text not null, parent text, position int not null, title text not null,
    emoji text not null, visibility text not null, edit_mode text not null, default_level text,
    revision text not null, comments int not null, change_requests int not null, change_requests_open int not null,
    change_requests_draft int not null, created_at text not null, updated_at text not null, deleted_at text
  );
  create index spaces_place on spaces (organization, position) where deleted_at is null;
  create table pages (
    space text not null, id text primary key, parent text, position int not null, path text not null,
    slug text not null, title text not null, layout json not null, document text not null, markdown text not null,
    created_at text not null, updated_at text not null
  );
  create unique index pages_path on pages (space, path);
  create index pages_parent on pages (parent, position);
`

/** Creates the tables in an empty database. */
export const create = async (url: string, data: PostgresPeerData): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(schema)
  const insert = (table: string, values: ReadonlyArray<unknown>) =>
    client.query({
      name: table,
      text: `insert into ${table} values (${values.map((_, i) => `$${i + 1}`).join(", ")})`,
      values: [...values]
    })
  const { organization, pages, space, spaces, token, user } = data
  await insert("tokens", [hashToken(token), user, null])
  await insert("organizations", [organization, spaces[0]?.defaultLevel ?? null, spaces.length])
  await insert("members", [organization, user, "admin", false])
  for (const [i, each] of spaces.entries()) {
    await insert("spaces", [
      each.id,
      each.organization,
      each.parent,
      i,
      each.title,
      each.emoji,
      each.visibility,
      each.editMode,
      "inherit",
      each.revision,
      each.comments,
      each.changeRequests,
      each.changeRequestsOpen,
      each.changeRequestsDraft,
      each.createdAt,
      each.updatedAt,
      null
    ])
  }
  for (const [i, page] of pages.entries()) {
    const { createdAt, documentId, id, layout, markdown, path, slug, title, updatedAt } = page
    const place = [space, id, null, i, path, slug, title, JSON.stringify(layout), documentId, markdown]
    await insert("pages", [...place, createdAt, updatedAt])
  }
  await client.query("analyze")
  await client.end()
}

/**
 * Reads of the bare server, each with a token; `undefined` if the token is not valid, or its user may not see anything
 * there.
 */
export interface BarePostgres {
  readonly get: (token: string, id: string) => Promise<PlainSpace | undefined>
  /** The first `limit` spaces of an organization. */
  readonly list: (token: string, organization: string, limit: number) => Promise<PlainList | undefined>
  readonly page: (token: string, space: string, path: string) => Promise<PlainPage | undefined>
  readonly close: () => Promise<void>
}

interface TokenRow {
  readonly user: string
  readonly expires_at: string | null
}

const isValid = ({ expires_at }: TokenRow): boolean => expires_at === null || Date.parse(expires_at) > Date.now()

const member = `join members as m on m.organization = s.organization and m."user" = $2
  and not m.disabled and m.role is not null join organizations as o on o.id = m.organization`

/** Opens the database; `base` is the public base URL. */
export const open = (url: string, base: string): BarePostgres => {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // The server may be gone before the last idle connection is; a query that fails says so by itself.
  pool.on("error", () => {})
  const rows = async <Row extends pg.QueryResultRow>(name: string, text: string, values: ReadonlyArray<unknown>) =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows
  const userOf = async (token: string): Promise<string | undefined> => {
    const [found] = await rows<TokenRow>("token", `select "user", expires_at from tokens where hash = $1`, [
      hashToken(token)
    ])
    return found !== undefined && isValid(found) ? found.user : undefined
  }
  return {
    get: async (token, id) => {
      const user = await userOf(token)
      const text = `select s.*, m.role, o.default_role from spaces as s ${member} where s.id = $1 and s.deleted_at is null`
      const [row] = user === undefined ? [] : await rows<SpaceRow & Membership>("get", text, [id, user])
      return row === undefined ? undefined : answer(row, row, base)
    },
    list: async (token, organization, limit) => {
      const [caller] = await rows<TokenRow & Membership & { readonly spaces: number }>(
        "caller",
        `select t."user", t.expires_at, m.role, o.default_role, o.spaces from tokens as t
        join members as m on m."user" = t."user" and m.organization = $2 and not m.disabled and m.role is not null
        join organizations as o on o.id = m.organization where t.hash = $1`,
        [hashToken(token), organization]
      )
      if (caller === undefined || !isValid(caller)) return undefined
      const text = "select * from spaces where organization = $1 and deleted_at is null order by position limit $2"
      const found = await rows<SpaceRow>("list", text, [organization, limit + 1])
      const last = found[limit - 1]
      return {
        ...(found.length > limit &&
          last !== undefined && { next: { page: Buffer.from(JSON.stringify([last.position])).toString("base64url") } }),
        count: caller.spaces,
        items: found.slice(0, limit).map((row) => answer(row, caller, base))
      }
    },
    page: async (token, space, path) => {
      const user = await userOf(token)
      const text = `select p.*, (
          select json_agg(b.* order by b.position) from pages as b where b.parent = p.id
        ) as below
        from spaces as s ${member} join pages as p on p.space = s.id
        where s.id = $1 and s.deleted_at is null and p.path = $3`
      const [row] = user === undefined ? [] : await rows<PageRow>("page", text, [space, user, path])
      return row === undefined ? undefined : pageAnswer(row, space, base)
    },
    close: () => pool.end()
  }
}
