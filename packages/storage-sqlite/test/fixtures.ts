/** The files that earlier versions wrote, see fixtures/README.md. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import type { PageId } from "@lectern/core/content/Page"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { SiteId } from "@lectern/core/sites/Site"
import type { SpaceId } from "@lectern/core/spaces/Space"
import type { UploadId } from "@lectern/core/uploads/Upload"
import type { UserId } from "@lectern/core/users/User"

const folder = fileURLToPath(new URL("fixtures/", import.meta.url))

/** The contents that a version has written into its file: ids, and the values that it read back. */
export interface Facts {
  /** The number of the last migration that the version knew. */
  readonly schema: number
  readonly ids: {
    readonly ada: UserId
    readonly organization: OrganizationId
    readonly space: SpaceId
    readonly other: SpaceId
    readonly guide: PageId
    readonly install: PageId
    readonly merged?: ChangeRequestId
    readonly open?: ChangeRequestId
    readonly undecided?: ChangeRequestId
    readonly site?: SiteId
    readonly upload?: UploadId
  }
  /** Texts by the path of the page. */
  readonly texts: Readonly<Record<string, string>>
  readonly otherTexts: Readonly<Record<string, string>>
  readonly requestTexts?: Readonly<Record<string, string>>
  /** Subject, number and status of the change requests that are listed. */
  readonly requests?: ReadonlyArray<readonly [string, number, string]>
  readonly mergedStatus?: string
  /** The text and number of replies of the comments on the space. */
  readonly comments?: ReadonlyArray<readonly [string, number]>
  /** How many sections the site has. */
  readonly structure?: number
  /** A token, and the lists that the version gave, by name. */
  readonly besides?: Readonly<Record<string, unknown>> & { readonly token?: string }
}

const namesOf = (ending: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort()

/** The names of the fixtures that are opened: the schema that the file has and the commit that wrote it. */
export const fixtures = namesOf(".json")

/** The names of those that are too old. */
export const tooOldFixtures = namesOf(".db.gz").filter((name) => !fixtures.includes(name))

/** The file that has the schema before the baseline from the start. */
export const beforeBaseline = "29-6f25d5f"

/** The facts of a fixture. */
export const factsOf = (name: string): Facts => JSON.parse(readFileSync(`${folder}${name}.json`, "utf8"))

/** Writes the file of a fixture to a path. */
export const unpack = (name: string, filename: string): void =>
  writeFileSync(filename, gunzipSync(readFileSync(`${folder}${name}.db.gz`)), { mode: 0o600 })
