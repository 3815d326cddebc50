/** @since 0.1.0 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { Text } from "../../foundation/schema/Text.js"
import type { OrganizationId } from "./Organization.js"

/**
 * An e-mail domain of an organization, as answered. People with an address in a verified domain may join without an
 * invite.
 */
export const EmailDomain = Schema.Struct({
  object: Schema.Literal("email-domain"),
  domain: described(Text, "The domain, such as `example.com`."),
  verified: described(
    Schema.Boolean,
    "Whether the domain is verified to belong to the organization. An unverified domain has no effect."
  ),
  record: described(
    Schema.Struct({
      type: described(Schema.Literal("TXT"), "The type of the record."),
      name: described(Text, "The name that has the record."),
      value: described(Text, "The text of the record.")
    }),
    "The DNS record that verifies the domain."
  )
}).annotations({ identifier: "EmailDomain", description: "An e-mail domain of an organization, and what verifies it." })
export type EmailDomain = typeof EmailDomain.Type

/**
 * The DNS record that proves that a domain belongs to an organization: it cannot be guessed without the organization's
 * key.
 */
export const recordOf = (id: OrganizationId, key: string, domain: string): EmailDomain["record"] => ({
  type: "TXT",
  name: `_lectern-verification.${domain}`,
  value: `lectern-verification=${bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(`email-domain:${id}:${domain}`))).slice(0, 32)}`
})
