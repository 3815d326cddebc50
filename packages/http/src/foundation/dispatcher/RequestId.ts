/** The id under which a request is found in the log. */

const sane = /^[\w.:=+/-]{1,128}$/

/**
 * API tokens, JSON Web Tokens, and anything as long as a secret that is not a hash: request ids end up in logs and
 * traces.
 */
const secret = /lct_|lst_|\beyJ[\w-]{8,}\.|(?<![\w-])(?![0-9a-f]{64}(?![\w-]))[\w-]{43,}/

/**
 * Returns the id that a client sent, if it is well-formed, looks like no secret and passes `accepts`; otherwise a new
 * one.
 */
export const makeRequestIds = (
  accepts: (sent: string) => boolean = () => true
): ((sent: string | undefined) => string) => {
  const prefix = crypto.randomUUID().slice(0, 8)
  let count = 0
  return (sent) =>
    sent !== undefined && sane.test(sent) && !secret.test(sent) && accepts(sent)
      ? sent
      : `${prefix}-${(++count).toString(36)}`
}
