/** The organizations, collections and spaces that a person may see. */
import { signal } from "@preact/signals"
import { all } from "../api/Api.js"
import type { Collection, Organization, Space } from "../api/Objects.js"

/** What a person may see of the workspace. */
export interface Workspace {
  readonly organizations: ReadonlyArray<Organization>
  readonly collections: ReadonlyArray<Collection>
  readonly spaces: ReadonlyArray<Space>
}

/** The workspace, once it was read. */
export const workspace = signal<Workspace | undefined>(undefined)

/** Reads the workspace again. */
export const readWorkspace = async (): Promise<void> => {
  const organizations = await all<Organization>("/orgs")
  const parts = await Promise.all(
    organizations.map(async ({ id }) => ({
      collections: await all<Collection>(`/orgs/${id}/collections`),
      spaces: await all<Space>(`/orgs/${id}/spaces`)
    }))
  )
  workspace.value = {
    organizations,
    collections: parts.flatMap(({ collections }) => collections),
    spaces: parts.flatMap(({ spaces }) => spaces)
  }
}
