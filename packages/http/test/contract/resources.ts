/**
 * The operations as the files of resources describe them: a file of the folder `resources`, by the name of the
 * resource.
 */
import { readdirSync } from "node:fs"
import type { Workspace } from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { Entry } from "../people/access/visibility/entries.js"
import type { Operation } from "./rows.js"

/** The exports of a file. */
export interface Resource {
  /** The operations, by name. */
  readonly operations: Readonly<Record<string, Operation>>
  /** Who may do them, by name. */
  readonly visibility: Readonly<Record<string, Entry>>
  /** Makes the things that the parameters of their paths name in an organization, and returns the parameters. */
  readonly params: (all: Workspace, organization: OrganizationId) => Promise<Readonly<Record<string, string>>>
}

const folder = new URL("resources/", import.meta.url)

/** The resources that have such a file. Each is found by its place alone. */
export const resources: ReadonlyArray<Resource> = await Promise.all(
  readdirSync(folder).map((name): Promise<Resource> => import(new URL(name, folder).href))
)
