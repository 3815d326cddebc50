/** The places that secrets of records are sealed for, by the id of the record. */
import type { SecretPlace } from "./Keyring.js"

const placeOf =
  (purpose: string) =>
  (owner: string): SecretPlace => ({ purpose, owner })

/** The key that signs the URLs of a space's files and PDFs. */
export const downloadKeyPlace = placeOf("download-key")

/** The keys of a site that sign the tokens of its visitors. */
export const signingKeyPlace = placeOf("signing-key")

/** The key of an organization that signs claims about its members. */
export const organizationKeyPlace = placeOf("organization-key")

/** The key that signs the URLs of the versions of an OpenAPI specification. */
export const specKeyPlace = placeOf("spec-key")

/** The key of a share link. */
export const shareKeyPlace = placeOf("share-link")

/** The secret of a link invite, which is needed to join with it. */
export const inviteSecretPlace = placeOf("link-invite")

/** The secret that goes with the client id of an organization's OpenID provider. */
export const openIdSecretPlace = placeOf("openid-provider")

/** The secret of a user's authenticator app. */
export const totpPlace = placeOf("totp")

/** The secrets that sign the messages of a webhook. */
export const webhookSecretPlace = placeOf("webhook")
