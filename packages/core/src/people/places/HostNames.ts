/** The host names that sites can have of their own. */

/** Matches at least three labels in lower case, of which the last one is not a number, as in a network address. */
export const hostNamePattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}(?![0-9]+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/

/** Whether a site can have this host name. */
export const isHostName = (name: string): boolean => name.length <= 512 && hostNamePattern.test(name)

/** Whether a host name is in a list, which may have patterns such as `*.example.com`. */
export const isOffered = (offered: ReadonlyArray<string>, hostName: string): boolean =>
  offered.includes(hostName) || offered.includes(hostName.replace(/^[^.]+/, "*"))
