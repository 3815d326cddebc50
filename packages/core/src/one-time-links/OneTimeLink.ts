import type { UserId } from "../users/User.js"

/**
 * What a one-time link is for: an invitation of somebody new, a new start for somebody whose credentials an
 * administrator took away, or a password that was forgotten.
 * @since 0.1.0
 */
export type LinkPurpose = "invitation" | "set-up" | "reset"

/**
 * What the page behind a link tells: whose credentials it sets.
 * @since 0.1.0
 */
export interface LinkView {
  readonly purpose: LinkPurpose
  readonly displayName: string
  readonly email: string
}

/**
 * A link at the only moment when its secret is known.
 * @since 0.1.0
 */
export interface CreatedLink {
  readonly url: string
  readonly expiresAt: string
}

/**
 * A one-time link as stored: only the SHA-256 of its secret is kept. Times are milliseconds since 1970.
 * @since 0.1.0
 */
export interface OneTimeLinkRecord {
  readonly hash: string
  readonly user: UserId
  readonly purpose: LinkPurpose
  readonly createdAt: number
  readonly expiresAt: number
}

const hour = 3_600_000

/**
 * How long links work, in milliseconds.
 * @since 0.1.0
 */
export const linkLifetimes: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * 24 * hour,
  "set-up": 24 * hour,
  reset: hour
}
