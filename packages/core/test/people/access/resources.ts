/**
 * The calls of the services as the folders of resources describe them: `calls.ts` next to the other tests of a
 * resource.
 */
import { readdirSync } from "node:fs"
import { basename, sep } from "node:path"
import type { Workspace } from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { SpaceId } from "@lectern/core/spaces/Space"
import type { UserId } from "@lectern/core/users/User"
import type { Subject } from "../../engine/bounds/fields.js"
import type { Expected } from "../../operations/audit-events/reasons.js"
import type { Rows } from "./rows.js"

/** The workspace in which calls are made. */
export interface Made {
  /** The workspace as the administrator of the organization. */
  readonly own: Workspace
  readonly organization: OrganizationId
  /** A space of the organization. */
  readonly space: SpaceId
  /** A user who is not in the organization. */
  readonly stranger: UserId
}

/** The exports of a file. */
export interface Resource {
  /** Makes the things that the calls lead to, and returns a call of each member, with the ids of these things. */
  readonly calls: (made: Made) => Promise<{ readonly rows: Rows; readonly ids: ReadonlyArray<string> }>
  /** The audit events that each member records, or why none. */
  readonly recorded: Readonly<Record<string, Readonly<Record<string, Expected>>>>
  /** The limits, forms and enumerations of the inputs. */
  readonly bounds: ReadonlyArray<Subject>
  /** The locks of each member that writes: the kinds of locks of each of its transactions. */
  readonly locks: Readonly<Record<string, string>>
}

const tests = new URL("../../", import.meta.url)

/** The resources that have such a file. Each is found by its place alone. */
export const resources: ReadonlyArray<Resource> = await Promise.all(
  readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((name) => basename(name) === "calls.ts")
    .map((name): Promise<Resource> => import(new URL(name.split(sep).join("/"), tests).href))
)
