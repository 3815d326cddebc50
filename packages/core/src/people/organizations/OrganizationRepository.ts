import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { Conflict, type Unavailable } from "../../foundation/errors/Errors.js"
import { isNameTaken } from "../../foundation/ids/Names.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored } from "../../storage/rows/Repository.js"
import { Duplicate, type Scan, Storage, type VersionMismatch } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { moveAccess, organizationStamp } from "../access/StampedCache.js"
import type { OrganizationId, OrganizationRecord } from "./Organization.js"
import type { EmailDomainRecord } from "./OrganizationRows.js"

/** The organizations, by id; hostnames are unique. */
export const OrganizationsTable = recordTable({
  name: "organizations",
  emits: true,
  columns: { id: "text", hostname: "text?", sealedBy: "text" },
  key: ["id"],
  indexes: { hostname: { on: ["hostname"], unique: true }, sealedBy: { on: ["sealedBy"] } },
  lockedBy: "organization id",
  columnsOf: ({ id, hostname, sealedKey }: OrganizationRecord) => ({
    id,
    hostname: hostname ?? null,
    sealedBy: keyIdOf(sealedKey)
  }),
  row: () => import("./OrganizationRows.js").then(({ organizations }) => organizations)
})

/** The error for callers when an organization is a duplicate; its id is new, so the hostname is taken. */
export const hostnameTaken = () => new Conflict({ message: "the hostname belongs to another organization" })

/** The organizations of each e-mail domain. */
export const EmailDomainsTable = recordTable({
  name: "email_domains",
  columns: { domain: "text", organization: "text" },
  key: ["domain", "organization"],
  indexes: {},
  lockedBy: "organization organization",
  columnsOf: ({ domain, organization }: EmailDomainRecord) => ({
    domain,
    organization
  }),
  unaudited: "derived",
  row: () => import("./OrganizationRows.js").then(({ emailDomains }) => emailDomains)
})

/** Reads and writes organizations; writes belong in a transaction. */
export interface OrganizationRepositoryService {
  readonly find: (id: OrganizationId) => Effect.Effect<Stored<OrganizationRecord> | undefined, Unavailable>
  /** All organizations in the order of creation. */
  readonly all: (
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<OrganizationRecord>>, Unavailable>
  readonly count: Effect.Effect<number, Unavailable>
  /** The ids of the organizations with an e-mail domain (lower case), in the order of creation. */
  readonly withEmailDomain: (domain: string) => Effect.Effect<ReadonlyArray<OrganizationId>, Unavailable>
  /** Adds an organization; fails with `Duplicate` if the hostname is taken. */
  readonly insert: (organization: OrganizationRecord) => Effect.Effect<void, Duplicate | Unavailable>
  /** Replaces the organization that was read; fails with `Duplicate` if the hostname is taken. */
  readonly replace: (
    read: Stored<OrganizationRecord>,
    organization: OrganizationRecord
  ) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
}

/** The repository of organizations. */
export class OrganizationRepository extends Context.Tag("@lectern/core/OrganizationRepository")<
  OrganizationRepository,
  OrganizationRepositoryService
>() {}

const make = Effect.map(Storage, (storage): OrganizationRepositoryService => {
  const organizations = rows(storage, OrganizationsTable)
  const domains = rows(storage, EmailDomainsTable)
  const setDomains = Effect.fnUntraced(function* (
    organization: OrganizationId,
    before: ReadonlyArray<string>,
    after: ReadonlyArray<string>
  ) {
    for (const domain of before) if (!after.includes(domain)) yield* domains.remove(domain, organization)
    for (const domain of after) if (!before.includes(domain)) yield* domains.insert({ domain, organization })
  })
  const ways = {
    byId: (id: string) => organizations.find(id),
    byName: (hostname: string) =>
      Effect.map(organizations.scan({ index: "hostname", prefix: [hostname], limit: 1 }), ([found]) => found)
  }
  /** Fails if a hostname is taken, unless the organization has it already. */
  const requireHostname = Effect.fnUntraced(function* (hostname: string | undefined, before?: string) {
    if (hostname === undefined || hostname === before || !(yield* isNameTaken(ways, hostname))) return
    yield* new Duplicate({ table: OrganizationsTable.name, index: "hostname" })
  })
  return {
    find: (id) => organizations.find(id),
    all: (scan) => organizations.scan(scan),
    count: organizations.count({}),
    withEmailDomain: (domain) =>
      Effect.map(domains.scan({ prefix: [domain] }), (found) => found.map(({ value }) => value.organization)),
    insert: Effect.fnUntraced(function* (organization) {
      yield* requireHostname(organization.hostname)
      yield* organizations.insert(organization)
      yield* setDomains(organization.id, [], organization.emailDomains)
      yield* moveAccess(storage, organization.id, organizationStamp(organization.id))
    }),
    replace: Effect.fnUntraced(function* (read, organization) {
      yield* requireHostname(organization.hostname, read.value.hostname)
      yield* organizations.replace(read, organization)
      yield* setDomains(organization.id, read.value.emailDomains, organization.emailDomains)
      yield* moveAccess(storage, organization.id, organizationStamp(organization.id))
    })
  }
})

/** {@link OrganizationRepository} over Storage. */
export const service = repositoryOf(OrganizationRepository, make, [OrganizationsTable, EmailDomainsTable])
