/** The operations as the folders of resources describe them, in `calls.ts` beside their other tests. */
import type { Workspace } from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { gather } from "../../../testing/src/Gather.js"
import type { Entry } from "../people/access/visibility/entries.js"
import type { Operation } from "./rows.js"

/** The operations of a resource. */
export interface Resource {
  /** A request for each status of each operation, by the operation's name. */
  readonly operations: Readonly<Record<string, Operation>>
  /** The names of those that the public API does not have. */
  readonly own?: ReadonlyArray<string>
  /**
   * Who may do them, by name: the level that each needs on its target, as the manual says it and apart from the code.
   */
  readonly visibility: Readonly<Record<string, Entry>>
  /** Makes the things that the parameters of their paths name in an organization, and returns the parameters. */
  readonly params?: (all: Workspace, organization: OrganizationId) => Promise<Readonly<Record<string, string>>>
}

/** Every resource. Each is found by its place alone. */
export const resources = await gather<Resource>(new URL("../", import.meta.url), "calls.ts")
