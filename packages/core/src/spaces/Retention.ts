import type { SpaceRecord } from "./Space.js"

/** For how long after its deletion a space can be restored, in milliseconds: 7 days. */
export const retention = 7 * 24 * 60 * 60 * 1000

/** Whether a space that was deleted is gone for good at this time, purged or not. */
export const isGone = (space: SpaceRecord, millis: number): boolean =>
  space.deletedAt !== undefined && millis - Date.parse(space.deletedAt) >= retention
