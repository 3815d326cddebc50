/** Loopback addresses, for which browsers trust `localhost` instead. */
const loopback = /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/

/** The origin of the sign-in pages: the server's, with `localhost` in place of a loopback address. */
export const signInOrigin = (base: string): string => {
  const url = new URL(base)
  if (loopback.test(url.hostname)) url.hostname = "localhost"
  return url.origin
}

/** The path that the server's pages are below, without a slash at its end: empty if it has its own host. */
export const signInPath = (base: string): string => new URL(base).pathname.replace(/\/+$/, "")

/** Whether passwords and cookies may be sent to a server: over https, or over http on this machine. */
export const isSafeForSignIn = (base: string): boolean => {
  const { hostname, protocol } = new URL(signInOrigin(base))
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost")
}
