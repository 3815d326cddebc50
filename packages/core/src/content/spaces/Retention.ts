import type { SpaceRecord } from "../../people/places/Space.js"

/** The time for which a space can be restored after its deletion, in milliseconds: 7 days. */
export const retention = 7 * 24 * 60 * 60 * 1000

/** Whether a deleted space can no longer be restored at this time, purged or not. */
export const isGone = (space: SpaceRecord, millis: number): boolean =>
  space.deletedAt !== undefined && millis - Date.parse(space.deletedAt) >= retention
