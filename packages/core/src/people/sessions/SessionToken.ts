/** The tokens with which pages of a session call the API: `lst_`, the id of the session, a dot and 256 bits. */
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { SessionId } from "./Session.js"

const pattern = /^lst_([0-9a-z]+)\.[0-9a-f]{64}$/

/** The id in the token of a session; `undefined` for any other token. */
export const sessionOfToken = (token: string): SessionId | undefined => {
  const [, id] = pattern.exec(token) ?? []
  return id === undefined ? undefined : SessionId.make(id)
}

/** The token of a session with this secret. It follows from the secret, so that all tabs of a browser have one. */
export const tokenOfSession = (id: SessionId, secret: string): string => `lst_${id}.${secretHash(`token ${secret}`)}`
