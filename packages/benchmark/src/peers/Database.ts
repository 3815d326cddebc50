/** What the hand-written peers keep: plain tables, one column a field, made from what Lectern answered. */
import { createHash } from "node:crypto"
import { join } from "node:path"
import type { Space } from "@lectern/core/spaces/Space"
import Sqlite from "better-sqlite3"

/** What a peer's database is filled with. */
export interface PeerData {
  readonly organization: string
  readonly user: string
  readonly token: string
  /** In the order in which they are listed. */
  readonly spaces: ReadonlyArray<Space>
}

const schema = `
  create table tokens (hash text primary key, user text not null, expires_at text) without rowid;
  create table organizations (id text primary key, default_role text) without rowid;
  create table members (
    organization text not null, user text not null, role text, disabled integer not null,
    primary key (organization, user)
  ) without rowid;
  create table spaces (
    id text primary key, organization text not null, parent text, position integer not null, title text not null,
    emoji text not null, visibility text not null, edit_mode text not null, default_level text,
    revision text not null, comments integer not null, change_requests integer not null,
    change_requests_open integer not null, change_requests_draft integer not null,
    created_at text not null, updated_at text not null, deleted_at text
  ) without rowid;
  create index spaces_place on spaces (organization, position) where deleted_at is null;
`

/** The key under which a token is kept. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex")

/** Makes a peer's database file. */
export const create = (filename: string, data: PeerData): void => {
  const db = new Sqlite(filename)
  db.pragma("journal_mode = wal")
  db.pragma("synchronous = normal")
  db.exec(schema)
  const space = db.prepare("insert into spaces values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null)")
  db.transaction(() => {
    db.prepare("insert into tokens values (?, ?, null)").run(hashToken(data.token), data.user)
    db.prepare("insert into organizations values (?, ?)").run(data.organization, data.spaces[0]?.defaultLevel ?? null)
    db.prepare("insert into members values (?, ?, 'admin', 0)").run(data.organization, data.user)
    data.spaces.forEach((each, i) => {
      space.run(
        each.id,
        each.organization,
        each.parent ?? null,
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
        each.updatedAt
      )
    })
  })()
  db.close()
}

/** Makes a peer's database file in the folder of the workspace that it has its spaces from, and returns its name. */
export const createBeside = (
  workspace: Omit<PeerData, "spaces"> & { readonly folder: string },
  spaces: PeerData["spaces"]
): string => {
  const filename = join(workspace.folder, "peer.db")
  create(filename, { ...workspace, spaces })
  return filename
}
