/** The people and the spaces of a workspace whose window is tested. */
import type { Lectern } from "@lectern/core/Lectern"
import type { Served } from "./served.js"

const password = "correct horse battery staple"
const formToken = "0123456789abcdef0123456789abcdef"
const most = 50

/** Somebody with a password and a token of the API. */
export interface Person {
  readonly id: Parameters<Lectern["as"]>[0]
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
}

/** A page that is to be made: its text, with pages below it. */
export interface NewPage {
  readonly title: string
  readonly markdown?: string
  readonly pages?: ReadonlyArray<NewPage>
}

/** A space with the ids of its pages by title. */
export interface MadeSpace {
  readonly id: string
  readonly pages: Readonly<Record<string, string>>
}

/** A workspace with two people who may edit everything. */
export interface World {
  readonly base: string
  readonly organization: string
  readonly ada: Person
  readonly alan: Person
}

/** Sends a form of the pages of signing in, and returns the cookie of the session. */
const submitted = async (url: string, fields: Readonly<Record<string, string>>): Promise<string> => {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `__Host-lectern-form=${formToken}`, origin: new URL(url).origin },
    body: new URLSearchParams({ token: formToken, ...fields })
  })
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith("__Host-lectern-session="))
  if (cookie === undefined) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf(";"))
}

let signingIn: Promise<unknown> = Promise.resolve()

/** Begins a session, and returns its secret. One after another: a server suspects who tries often at the same time. */
export const sessionOf = ({ base }: Pick<World, "base">, { email, password }: Person): Promise<string> => {
  const session = signingIn.then(() => submitted(`${base}/login`, { email, password }))
  signingIn = session.catch(() => {})
  return session
}

/** Ends the session with this secret on the server; nothing tells the browser. */
export const endSession = async ({ base }: Pick<World, "base">, secret: string): Promise<void> => {
  await fetch(`${base}/logout`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `__Host-lectern-form=${formToken}; __Host-lectern-session=${secret}`, origin: base },
    body: new URLSearchParams({ token: formToken })
  })
}

const makePerson = async (lectern: Lectern, displayName: string, administrator: boolean): Promise<Person> => {
  const { accounts, apiTokens, users } = lectern.asSystem()
  const email = `${displayName.toLowerCase()}@example.com`
  const { id } = await users.create({ displayName, email })
  const { url } = await accounts.createLink(id, { administrator })
  await submitted(url, { password })
  return { id, name: displayName, email, password, token: (await apiTokens.create(id, { label: "test" })).token }
}

/** Makes the people and their organization. */
export const makeWorld = async ({ base, lectern }: Served): Promise<World> => {
  const ada = await makePerson(lectern, "Ada", true)
  const alan = await makePerson(lectern, "Alan", false)
  const { members, organizations } = lectern.as(ada.id)
  const { id } = await organizations.create({ title: "Example" })
  await members.add(id, alan.id, "edit")
  return { base, organization: id, ada, alan }
}

/** Makes another member of the organization. */
export const join = async (
  { lectern }: Served,
  { ada, organization }: World,
  name: string,
  role: "review" | "edit" | "comment" | "read"
): Promise<Person> => {
  const person = await makePerson(lectern, name, false)
  await lectern.as(ada.id).members.add(organization, person.id, role)
  return person
}

/** Calls the API as somebody. */
export const call = async <A>(
  { base }: Pick<World, "base">,
  { token }: Person,
  method: string,
  path: string,
  body?: unknown
): Promise<A> => {
  const response = await fetch(`${base}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as A
}

/** Makes a space with pages, in their order. */
export const makeSpace = async (
  world: World,
  title: string,
  pages: ReadonlyArray<NewPage> = [],
  settings: { readonly editMode?: "live" | "locked" } = {}
): Promise<MadeSpace> => {
  const path = `/orgs/${world.organization}/spaces`
  const { id } = await call<{ id: string }>(world, world.ada, "POST", path, { title })
  const made: Record<string, string> = {}
  const add = async (siblings: ReadonlyArray<NewPage>, into: string | null): Promise<void> => {
    for (let at = 0; at < siblings.length; at += most) {
      const part = siblings.slice(at, at + most)
      const { changes } = await call<{ changes: ReadonlyArray<{ page: { id: string } }> }>(
        world,
        world.ada,
        "POST",
        `/spaces/${id}/content`,
        {
          changes: part.map(({ markdown = "", title: name }) => ({
            operation: "insert_page",
            title: name,
            document: { markdown },
            into
          }))
        }
      )
      for (const [i, page] of part.entries()) {
        const { id: own } = changes[i]!.page
        made[page.title] = own
        if (page.pages !== undefined) await add(page.pages, own)
      }
    }
  }
  await add(pages, null)
  if (settings.editMode !== undefined) await call(world, world.ada, "PATCH", `/spaces/${id}`, settings)
  return { id, pages: made }
}

/** The text of a page as the server has it now, what is being typed included. */
export const textOf = async (world: World, space: string, page: string, request?: string): Promise<string> => {
  const line = request === undefined ? "" : `/change-requests/${request}`
  const live = `/spaces/${space}${line}/content/page/${page}/live`
  return (await call<{ markdown: string }>(world, world.ada, "GET", live)).markdown
}

interface Node {
  readonly title: string
  readonly pages?: ReadonlyArray<Node>
}

/** The tree of a space, with each page as its title, and those below it indented. */
export const treeOf = async (world: World, space: string): Promise<ReadonlyArray<string>> => {
  const lines = (nodes: ReadonlyArray<Node>, depth: number): ReadonlyArray<string> =>
    nodes.flatMap(({ pages = [], title }) => [`${"  ".repeat(depth)}${title}`, ...lines(pages, depth + 1)])
  const { pages } = await call<{ pages: ReadonlyArray<Node> }>(
    world,
    world.ada,
    "GET",
    `/spaces/${space}/content/pages`
  )
  return lines(pages, 0)
}
