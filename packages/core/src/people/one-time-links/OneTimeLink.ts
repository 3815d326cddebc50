/** @since 0.1.0 */
import type { UserId } from "../users/User.js"

/**
 * The purpose of a one-time link: an invitation, a new start after an administrator reset a user's credentials, or a
 * forgotten password.
 */
export type LinkPurpose = "invitation" | "set-up" | "reset"

/** The data that the page behind a link shows: whose credentials it sets. */
export interface LinkView {
  readonly purpose: LinkPurpose
  readonly displayName: string
  readonly email: string
}

/** A new link, with its secret, which is not known later. */
export interface CreatedLink {
  readonly url: string
  readonly expiresAt: string
}

/** A one-time link as stored: only the SHA-256 of its secret is kept. Times are milliseconds since 1970. */
export interface OneTimeLinkRecord {
  readonly hash: string
  readonly user: UserId
  readonly purpose: LinkPurpose
  readonly createdAt: number
  readonly expiresAt: number
}

const hour = 3_600_000

/** The validity of links, in milliseconds. */
export const linkLifetimes: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * 24 * hour,
  "set-up": 24 * hour,
  reset: hour
}
