import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { LinkInviteName } from "./InviteId.js"
import { targetOf } from "./InviteTarget.js"
import type { LinkInvitePointer, LinkInviteRecord } from "./LinkInvite.js"
import { LinkInvitesTable, LinkInviteTargetsTable } from "./LinkInviteTables.js"

/** Reads and writes link invites; writes belong in a transaction that has read the rows they replace. */
export interface LinkInviteRepositoryService {
  readonly find: (
    organization: OrganizationId,
    id: LinkInviteName
  ) => Effect.Effect<Stored<LinkInviteRecord> | undefined, Unavailable>
  /** The link invites of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<LinkInviteRecord>>, Unavailable>
  readonly count: (organization: OrganizationId) => Effect.Effect<number, Unavailable>
  readonly insert: (invite: LinkInviteRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<LinkInviteRecord>, invite: LinkInviteRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (invite: LinkInviteRecord) => Effect.Effect<void, Unavailable>
  /** The link invites of an organization that lead to spaces and collections. */
  readonly toContent: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<LinkInvitePointer>, Unavailable>
  /** Removes the link invites to a space or a collection, because it is deleted or transferred. */
  readonly removeOn: (target: string) => Effect.Effect<void, Unavailable>
}

/** The repository of link invites. */
export class LinkInviteRepository extends Context.Tag("@lectern/core/LinkInviteRepository")<
  LinkInviteRepository,
  LinkInviteRepositoryService
>() {}

const pointerOf = (invite: LinkInvitePointer): LinkInvitePointer => {
  const { id, organization } = invite
  return "space" in invite
    ? { id, organization, space: invite.space }
    : { id, organization, collection: invite.collection }
}

const make = Effect.map(Storage, (storage): LinkInviteRepositoryService => {
  const invites = rows(storage, LinkInvitesTable)
  const pointers = rows(storage, LinkInviteTargetsTable)
  return {
    find: (organization, id) => invites.find(organization, id),
    list: (organization, scan) => invites.scan({ prefix: [organization], ...scan }),
    count: (organization) => invites.count({ prefix: [organization] }),
    insert: (record) =>
      invites
        .insert(record)
        .pipe(Effect.zipRight("role" in record ? Effect.void : pointers.insert(pointerOf(record))), withoutConflict),
    replace: (read, record) => withoutConflict(invites.replace(read, record)),
    remove: (invite) =>
      Effect.zipRight(
        invites.remove(invite.organization, invite.id),
        "role" in invite ? Effect.void : pointers.remove(targetOf(invite), invite.id)
      ),
    toContent: (organization) =>
      Effect.map(pointers.scan({ index: "organization", prefix: [organization] }), (found) =>
        found.map(({ value }) => value)
      ),
    removeOn: (target) =>
      Effect.flatMap(pointers.scan({ prefix: [target] }), (found) =>
        Effect.forEach(
          found,
          ({ value }) =>
            Effect.zipRight(invites.remove(value.organization, value.id), pointers.remove(target, value.id)),
          { discard: true }
        )
      )
  }
})

/** {@link LinkInviteRepository} over Storage. */
export const service = serviceOf(LinkInviteRepository, make)
