/** The id under which a request is found in the log. */

const sane = /^[\w.:=+/-]{1,128}$/

/** API tokens, JSON Web Tokens, and whatever is as long as a secret and no hash: ids get into logs and traces. */
const secret = /lct_|\beyJ[\w-]{8,}\.|(?<![\w-])(?![0-9a-f]{64}(?![\w-]))[\w-]{43,}/

/**
 * Gives the id that a client sent, where it is a sane one that holds no secret and that `accepts` lets through, and a new
 * one otherwise.
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
