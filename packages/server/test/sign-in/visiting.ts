/** Goes to the pages to sign in at as a browser does that keeps the cookie of its session, and follows no redirect. */

const formToken = "0123456789abcdef0123456789abcdef"

/** The answer of a page. */
export interface Shown {
  readonly status: number
  /** The address that the browser is redirected to, below the origin of the server. */
  readonly location: string
  readonly text: string
}

/** A browser at the pages of a server; addresses are below its origin. */
export interface Visitor {
  readonly get: (path: string) => Promise<Shown>
  /** Sends a form. */
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<Shown>
}

/** A new browser at the origin of an address. */
export const visitorOf = (address: string): Visitor => {
  const { origin } = new URL(address)
  let session = ""
  const ask = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const headers = { cookie: `__Host-lectern-form=${formToken}; ${session}`, origin }
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: "manual" })
    const given = response.headers.getSetCookie().find((each) => each.startsWith("__Host-lectern-session="))
    if (given !== undefined) session = given.slice(0, given.indexOf(";"))
    const location = (response.headers.get("location") ?? "").replace(origin, "")
    return { status: response.status, location, text: await response.text() }
  }
  return {
    get: (path) => ask(path),
    post: (path, fields) => ask(path, { method: "POST", body: new URLSearchParams({ token: formToken, ...fields }) })
  }
}

/** The link in the output of a start, with which the administrator sets a password. */
export const linkIn = ({ banner }: { readonly banner: string }): string | undefined => /once: (\S+)/.exec(banner)?.[1]
