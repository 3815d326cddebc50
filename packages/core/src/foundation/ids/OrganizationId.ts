import * as Schema from "effect/Schema"

/**
 * An organization's id.
 * @since 0.1.0
 */
export const OrganizationId = Schema.String.pipe(Schema.brand("OrganizationId"))
/**
 * @see {@link OrganizationId}
 * @since 0.1.0
 */
export type OrganizationId = typeof OrganizationId.Type
