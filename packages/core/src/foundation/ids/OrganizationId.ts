/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** An organization's id. */
export const OrganizationId = Schema.String.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type
