/** Who is signed in, and the token with which this page calls the API. The token is kept in memory only. */
import { signal } from "@preact/signals"

/** The person who is signed in. */
export interface Person {
  readonly id: string
  readonly displayName: string
  readonly email?: string
  /** Whether they administer the server; absent if they do not. */
  readonly administers?: boolean
}

const { base = "", form = "", reader, signIn } = document.documentElement.dataset

/** Whether an application that this is a part of signs people in: its cookies count, and there is no token. */
export const isHosted = signIn !== undefined

/** Whether there is a reader at this origin. */
export const hasReader = reader !== undefined

/** The address of a path of this server. */
export const at = (path: string): string => `${base}${path}`

/** The person, once they are known. */
export const person = signal<Person | undefined>(undefined)

/** Whether they have to sign in again. */
export const isSignedOut = signal(false)

let token: string | undefined
let asking: Promise<string> | undefined
const signedIn = new BroadcastChannel("lectern-signed-in")

/** The address at which somebody signs in, and gets to a page that says so to this one; empty if it is not known. */
export const signInAddress = (): string => {
  const next = "/app/signed-in"
  if (signIn === undefined) return at(`/login?next=${encodeURIComponent(next)}`)
  if (signIn === "") return ""
  const to = new URL(signIn)
  to.searchParams.set("next", at(next))
  return to.href
}

/** The header that says who calls the API. */
export const authorizing = (token: string): Record<string, string> =>
  isHosted ? { "x-lectern-request": "1" } : { authorization: `Bearer ${token}` }

/** Finds out who is signed in by the application's cookies; `undefined` if nobody is. */
const ofHost = async (): Promise<{ readonly token: string; readonly user: Person } | undefined> => {
  const response = await fetch(at("/v1/user"), { headers: authorizing("") })
  if (response.status === 401) return undefined
  if (!response.ok) throw new TypeError(`the server answered ${response.status}`)
  return { token: "", user: await response.json() }
}

/** Asks for the token of this browser's session; `undefined` if there is none. */
const exchange = async (): ReturnType<typeof ofHost> => {
  const response = await fetch(at("/app/session"), {
    method: "POST",
    headers: { "content-type": "application/json", "x-lectern-form": form },
    body: "{}"
  })
  if (response.status === 401) return undefined
  if (!response.ok) throw new TypeError(`the server answered ${response.status}`)
  return response.json()
}

/** Waits until somebody has signed in again, in this tab or in another. */
const whenSignedIn = () =>
  new Promise<void>((resolve) => {
    isSignedOut.value = true
    signedIn.addEventListener("message", () => resolve(), { once: true })
    addEventListener("focus", () => resolve(), { once: true })
  })

const ask = async (): Promise<string> => {
  for (;;) {
    const found = await (isHosted ? ofHost() : exchange())
    if (found === undefined) {
      await whenSignedIn()
      continue
    }
    isSignedOut.value = false
    if (person.peek() !== undefined && person.peek()?.id !== found.user.id) location.reload()
    person.value = found.user
    token = found.token
    return token
  }
}

/** The token; waits until somebody is signed in. The last one is not good any more if the API has refused it. */
export const tokenNow = async (isRefused = false): Promise<string> => {
  if (token !== undefined && !isRefused) return token
  token = undefined
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

/** Tells the other tabs, and the page that asked to sign in, that somebody has. */
export const tellSignedIn = (): void => {
  signedIn.postMessage("signed in")
}
