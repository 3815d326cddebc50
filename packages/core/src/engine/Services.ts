/**
 * The services of the engine: the engine, and the workspace object that a program gets, are derived from the registries
 * of the floors alone.
 */

import * as content from "../content/Registry.js"
import * as operations from "../operations/Registry.js"
import * as people from "../people/Registry.js"
import * as publishing from "../publishing/Registry.js"

/** The services of a workspace, by name; each is made from the repositories, from shared values, and from the preceding ones. */
export const services = { ...people.services, ...content.services, ...publishing.services, ...operations.services }

/** The tags of the services. They let startup code reference a service without loading its implementation. */
export const tags = Object.fromEntries(Object.entries(services).map(([name, { tag }]) => [name, tag])) as {
  readonly [Name in keyof typeof services]: (typeof services)[Name]["tag"]
}
