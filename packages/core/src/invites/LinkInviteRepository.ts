import { Context, Effect, Layer } from "effect"
import type { Unavailable } from "../errors/Errors.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { rows, type Stored } from "../storage/Repository.js"
import { type Scan, Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"
import type { LinkInviteId, LinkInviteRecord } from "./LinkInvite.js"

/** The link invites of organizations. */
export const LinkInvitesTable = table({
  name: "link_invites",
  columns: { organization: "text", id: "text" },
  key: ["organization", "id"],
  indexes: {}
})

/** Reads and writes link invites; writes belong in a transaction that read what they replace. */
export interface LinkInviteRepositoryService {
  readonly find: (
    organization: OrganizationId,
    id: LinkInviteId
  ) => Effect.Effect<Stored<LinkInviteRecord> | undefined, Unavailable>
  /** Those of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<LinkInviteRecord>>, Unavailable>
  readonly count: (organization: OrganizationId) => Effect.Effect<number, Unavailable>
  readonly insert: (invite: LinkInviteRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<LinkInviteRecord>, invite: LinkInviteRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (organization: OrganizationId, id: LinkInviteId) => Effect.Effect<void, Unavailable>
}

/** The repository of link invites. */
export class LinkInviteRepository extends Context.Tag("@lectern/core/LinkInviteRepository")<
  LinkInviteRepository,
  LinkInviteRepositoryService
>() {}

const make = Effect.map(Storage, (storage): LinkInviteRepositoryService => {
  const invites = rows<LinkInviteRecord, typeof LinkInvitesTable>(
    storage,
    LinkInvitesTable,
    ({ organization, id }) => ({ organization, id })
  )
  return {
    find: (organization, id) => invites.find(organization, id),
    list: (organization, scan) => invites.scan({ prefix: [organization], ...scan }),
    count: (organization) => invites.count({ prefix: [organization] }),
    insert: (record) => Effect.catchTag(invites.insert(record), "Duplicate", Effect.die),
    replace: (read, record) =>
      Effect.catchTags(invites.replace(read, record), { Duplicate: Effect.die, VersionMismatch: Effect.die }),
    remove: (organization, id) => invites.remove(organization, id)
  }
})

/** {@link LinkInviteRepository} over Storage. */
export const layer: Layer.Layer<LinkInviteRepository, never, Storage> = Layer.effect(LinkInviteRepository, make)
