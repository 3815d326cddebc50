/**
 * All secrets that are stored encrypted, table by table: the columns that a key rotation re-encrypts, and the features
 * that do not work if a key is missing. Each table has a column `sealedBy` with an index of that name.
 */
import * as Effect from "effect/Effect"
import type { OpenAPISpecRecord } from "../../content/openapi-registry/OpenAPISpec.js"
import { OpenAPISpecsTable } from "../../content/openapi-registry/OpenAPISpecTables.js"
import type { SecretPlace } from "../../foundation/encryption/Keyring.js"
import {
  downloadKeyPlace,
  inviteSecretPlace,
  openIdSecretPlace,
  organizationKeyPlace,
  shareKeyPlace,
  signingKeyPlace,
  specKeyPlace,
  totpPlace,
  webhookSecretPlace
} from "../../foundation/encryption/Places.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { bump, moveAccess, organizationStamp, sitesStamp, spacesStamp } from "../../people/access/StampedCache.js"
import type { AccountRecord } from "../../people/accounts/Account.js"
import { AccountsTable } from "../../people/accounts/AccountRepository.js"
import type { LinkInviteRecord } from "../../people/invites/LinkInvite.js"
import { LinkInvitesTable } from "../../people/invites/LinkInviteTables.js"
import type { OpenIdProviderRecord } from "../../people/openid/OpenIdProvider.js"
import { OpenIdProvidersTable } from "../../people/openid/OpenIdProvidersTable.js"
import type { OrganizationRecord } from "../../people/organizations/Organization.js"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import type { ShareLinkRecord } from "../../people/places/ShareLink.js"
import { ShareLinksTable } from "../../people/places/ShareLinkRepository.js"
import type { SiteRecord } from "../../people/places/Site.js"
import { SitesTable } from "../../people/places/SiteRepository.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { decoder, encoder } from "../../storage/rows/RowJson.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import type { Columns, Table } from "../../storage/rows/Table.js"
import type { WebhookRecord } from "../webhooks/Webhook.js"
import { WebhooksTable } from "../webhooks/WebhookTables.js"

/** Re-encrypts secrets with the current key. */
export interface Resealing {
  /** The id of the current key. */
  readonly key: string
  /** A secret as the current key seals it. */
  readonly seal: (place: SecretPlace, sealed: string) => Effect.Effect<string, Unavailable>
  /** The hash of a sealed secret under the current key. */
  readonly hash: (place: SecretPlace, sealed: string) => Effect.Effect<string, Unavailable>
}

/** A table whose rows have sealed secrets. */
export interface SealedTable {
  readonly table: Table
  /** A description of the secrets, for people. */
  readonly secrets: string
  /** The feature that does not work without them. */
  readonly without: string
  /** A row, as JSON text, with its secrets re-encrypted, and the columns that this changes. */
  readonly reseal: (
    json: string,
    resealing: Resealing
  ) => Effect.Effect<{ readonly json: string; readonly columns: Columns<Table> }, Unavailable>
  /** Invalidates the in-memory caches of the row. */
  readonly moved: (storage: StorageService, json: string) => Effect.Effect<void, Unavailable>
}

interface Sealed<A> extends Pick<SealedTable, "secrets" | "without"> {
  /** The fields of a record that change. */
  readonly reseal: (record: A, resealing: Resealing) => Effect.Effect<Partial<A>, Unavailable>
  /** The columns in addition to `sealedBy` that depend on these fields. */
  readonly columns?: (record: A) => Columns<Table>
  readonly moved?: (storage: StorageService, record: A) => Effect.Effect<void, Unavailable>
}

const sealed = <A extends object>(table: Table, { columns, moved, reseal, ...named }: Sealed<A>): SealedTable => {
  const decode = decoder<A>(table)
  const encode = encoder(table)
  return {
    table,
    ...named,
    reseal: (json, resealing) => {
      const record = decode(json)
      return Effect.map(reseal(record, resealing), (changed) => {
        const after = { ...record, ...changed }
        return { json: encode(after), columns: { sealedBy: resealing.key, ...columns?.(after) } }
      })
    },
    moved: (storage, json) => (moved === undefined ? Effect.void : moved(storage, decode(json)))
  }
}

/** All tables with sealed secrets. */
export const sealedTables: ReadonlyArray<SealedTable> = [
  sealed<AccountRecord>(AccountsTable, {
    secrets: "authenticator apps",
    without: "codes of authenticator apps are refused",
    reseal: Effect.fnUntraced(function* ({ proposedTotp, totp, user }, { key, seal }) {
      const place = totpPlace(user)
      return {
        ...(totp !== undefined && { totp: { ...totp, sealed: yield* seal(place, totp.sealed), sealedBy: key } }),
        ...(proposedTotp !== undefined && { proposedTotp: yield* seal(place, proposedTotp) })
      }
    })
  }),
  sealed<OrganizationRecord>(OrganizationsTable, {
    secrets: "organizations",
    without: "claims about members are not signed and e-mail domains not verified",
    reseal: ({ id, sealedKey }, { seal }) =>
      Effect.map(seal(organizationKeyPlace(id), sealedKey), (key) => ({ sealedKey: key })),
    moved: (storage, { id }) => moveAccess(storage, id, organizationStamp(id))
  }),
  sealed<SpaceRecord>(SpacesTable, {
    secrets: "spaces",
    without: "files and PDFs have no addresses",
    reseal: ({ id, sealedDownloadKey }, { seal }) =>
      Effect.map(seal(downloadKeyPlace(id), sealedDownloadKey), (key) => ({ sealedDownloadKey: key })),
    moved: (storage, { organization }) => bump(storage, spacesStamp(organization))
  }),
  sealed<SiteRecord>(SitesTable, {
    secrets: "sites",
    without: "visitors with tokens are refused",
    reseal: Effect.fnUntraced(function* ({ id, oldKeys, sealedSigningKey }, { seal }) {
      const place = signingKeyPlace(id)
      return {
        sealedSigningKey: yield* seal(place, sealedSigningKey),
        ...(oldKeys !== undefined && {
          oldKeys: yield* Effect.forEach(oldKeys, (old) =>
            Effect.map(seal(place, old.sealedKey), (sealedKey) => ({ ...old, sealedKey }))
          )
        })
      }
    }),
    moved: (storage, { organization }) => moveAccess(storage, organization, sitesStamp(organization))
  }),
  sealed<ShareLinkRecord>(ShareLinksTable, {
    secrets: "share links",
    without: "share links let nobody in",
    reseal: Effect.fnUntraced(function* ({ id, sealedKey }, { hash, seal }) {
      const place = shareKeyPlace(id)
      return { sealedKey: yield* seal(place, sealedKey), hash: yield* hash(place, sealedKey) }
    }),
    columns: ({ hash }) => ({ hash })
  }),
  sealed<LinkInviteRecord>(LinkInvitesTable, {
    secrets: "link invites",
    without: "nobody joins with link invites",
    reseal: Effect.fnUntraced(function* ({ id, sealedSecret }, { hash, seal }) {
      const place = inviteSecretPlace(id)
      return { sealedSecret: yield* seal(place, sealedSecret), hash: yield* hash(place, sealedSecret) }
    })
  }),
  sealed<OpenAPISpecRecord>(OpenAPISpecsTable, {
    secrets: "OpenAPI specifications",
    without: "versions of OpenAPI specifications have no addresses",
    reseal: ({ id, sealedKey }, { seal }) =>
      Effect.map(seal(specKeyPlace(id), sealedKey), (key) => ({ sealedKey: key }))
  }),
  sealed<OpenIdProviderRecord>(OpenIdProvidersTable, {
    secrets: "OpenID providers",
    without: "nobody signs in with OpenID providers that have a secret",
    reseal: ({ id, sealed: secret }, { key, seal }) =>
      secret === undefined
        ? Effect.succeed({})
        : Effect.map(seal(openIdSecretPlace(id), secret), (again) => ({ sealed: again, sealedBy: key }))
  }),
  sealed<WebhookRecord>(WebhooksTable, {
    secrets: "webhooks",
    without: "webhooks send nothing",
    reseal: Effect.fnUntraced(function* ({ id, oldSecret, sealedSecret }, { seal }) {
      const place = webhookSecretPlace(id)
      return {
        sealedSecret: yield* seal(place, sealedSecret),
        ...(oldSecret !== undefined && {
          oldSecret: { ...oldSecret, sealedSecret: yield* seal(place, oldSecret.sealedSecret) }
        })
      }
    })
  })
]
