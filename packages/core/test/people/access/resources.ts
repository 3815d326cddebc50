/** The calls of the services as the folders of resources describe them, in `calls.ts` beside their other tests. */
import { gather } from "../../../../testing/src/Gather.js"
import type { Subject } from "../../engine/bounds/fields.js"
import type { Expected, Special } from "../../operations/audit-events/calling.js"
import type { World } from "../../operations/audit-events/world.js"
import type { Made } from "./made.js"
import type { Rows } from "./rows.js"

type ByMember<A> = Readonly<Record<string, Readonly<Record<string, A>>>>

/** The calls of the services of a resource, by service and member. */
export interface Resource {
  /** A call of each member that users have, and the ids of the things that it makes for them. */
  readonly calls?: (made: Made) => Calls | Promise<Calls>
  /** The audit events that each member records, or why none. */
  readonly recorded: ByMember<Expected>
  /** The members whose call fails in a workspace without any port to the outside, or has nothing to do there. */
  readonly refused?: ReadonlyArray<string>
  /** The calls that need more than their arguments to record something. */
  readonly special?: (world: World) => ByMember<Special>
  /** The locks of each member that writes: the kinds of locks of each of its transactions. */
  readonly locks?: ByMember<string>
  /** The limits, forms and enumerations of the inputs. */
  readonly bounds?: ReadonlyArray<Subject>
}

interface Calls {
  readonly rows: Rows
  readonly ids?: ReadonlyArray<string>
}

/** Every such resource. Each is found by its place alone. */
export const resources = await gather<Resource>(new URL("../../", import.meta.url), "calls.ts")
