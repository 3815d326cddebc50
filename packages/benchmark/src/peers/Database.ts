/** The database of the hand-written peers: plain tables with one column per field, filled from Lectern's responses. */
import { createHash } from "node:crypto"
import { join } from "node:path"
import type { DocumentPage } from "@lectern/core/content/Page"
import type { Space } from "@lectern/core/spaces/Space"
import Sqlite from "better-sqlite3"

/** The content of a peer's database. */
export interface PeerData {
  readonly organization: string
  readonly user: string
  readonly token: string
  /** In list order. */
  readonly spaces: ReadonlyArray<Space>
}

/** A space and its pages. */
export interface PeerPages {
  readonly space: string
  readonly pages: ReadonlyArray<DocumentPage>
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
  create table pages (
    space text not null, id text primary key, parent text, position integer not null, path text not null,
    slug text not null, title text not null, layout text not null, document text not null, markdown text not null,
    created_at text not null, updated_at text not null
  ) without rowid;
  create index pages_parent on pages (parent, position);
`

/** The hash by which a token is stored. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex")

/** Creates a peer's database file. */
export const create = (filename: string, data: PeerData, content?: PeerPages): void => {
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
    const page = db.prepare("insert into pages values (?, ?, null, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    content?.pages.forEach(({ createdAt, documentId, id, layout, markdown, path, slug, title, updatedAt }, i) => {
      const place = [content.space, id, i, path, slug, title]
      page.run(...place, JSON.stringify(layout), documentId, markdown, createdAt, updatedAt)
    })
  })()
  db.close()
}

/** Creates a peer's database file in the folder of a workspace with the same content, and returns its name. */
export const createBeside = (
  workspace: Omit<PeerData, "spaces"> & { readonly folder: string },
  spaces: PeerData["spaces"],
  content?: PeerPages
): string => {
  const filename = join(workspace.folder, "peer.db")
  create(filename, { ...workspace, spaces }, content)
  return filename
}
