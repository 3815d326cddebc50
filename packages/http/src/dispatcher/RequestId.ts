/** The id under which a request is found in the log. */

const sane = /^[\w.:=+/-]{1,128}$/

/** Gives the id that a client sent, where it is a sane one, and a new one otherwise. */
export const makeRequestIds = (): ((sent: string | undefined) => string) => {
  const prefix = crypto.randomUUID().slice(0, 8)
  let count = 0
  return (sent) => (sent !== undefined && sane.test(sent) ? sent : `${prefix}-${(++count).toString(36)}`)
}
