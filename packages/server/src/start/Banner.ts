/** The text that a start prints when the server is ready. */
import { Actor, user as asUser } from "@lectern/core/access/Actor"
import type { Page } from "@lectern/core/content/Page"
import { isSafeForSignIn } from "@lectern/core/internal/foundation/urls/SignInOrigin"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { bold, screenOf } from "../command-line/Screen.js"
import type { Settings } from "../config/Settings.js"
import { Invocation } from "../Invocation.js"
import { print } from "../output/Output.js"
import { administratorEmail } from "../workspace/ChooseUser.js"
import type { Administrator } from "./FirstStart.js"
import { tokenFile } from "./TokenFile.js"

/** Text as one word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[A-Za-z0-9_/.:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The content of the commands. */
interface Shown {
  /** The URL that the server listens on, without a trailing slash. */
  readonly base: string
  readonly tokenFile: string
  readonly space?: string
  /** A word to search for. */
  readonly word?: string
  /** The path of a page. */
  readonly page?: string
}

/** One line each to list the organizations, to search and to read a page, if there is anything to show. */
const curlLines = ({ base, tokenFile, space, word, page }: Shown): ReadonlyArray<string> => {
  const curl = (path: string): string =>
    `curl -sS -H "Authorization: Bearer $(cat ${shellWord(tokenFile)})" ${shellWord(`${base}${path}`)}`
  const lines = [curl("/v1/orgs")]
  if (space === undefined) return lines
  const under = `/v1/spaces/${encodeURIComponent(space)}`
  if (word !== undefined) lines.push(curl(`${under}/search?query=${encodeURIComponent(word)}`))
  if (page !== undefined) lines.push(curl(`${under}/content/path/${encodeURIComponent(page)}`))
  return lines
}

const documents = (pages: ReadonlyArray<Page>): ReadonlyArray<Page & { type: "document" }> =>
  pages.flatMap((page) =>
    page.type === "document" ? [page, ...documents(page.pages)] : page.type === "group" ? documents(page.pages) : []
  )

/** A word to search for and a page to read in the administrator's first space. */
const example = Effect.gen(function* () {
  const organizations = yield* Organizations
  const spaces = yield* Spaces
  const contents = yield* Contents
  const organization = (yield* organizations.list({ limit: 1 })).items[0]
  if (organization === undefined) return {}
  const space = (yield* spaces.list(organization.id, { limit: 1 })).items[0]
  if (space === undefined) return {}
  const { pages } = yield* contents.pages(space.id)
  const found = documents(pages).filter((page) => page.hidden !== true && page.path !== "")
  const page = found.find((candidate) => !candidate.path.includes("/")) ?? found[0]
  const word = page?.title.split(/\s+/).find((part) => /^[\p{L}\p{N}]{3,}$/u.test(part)) ?? space.title
  return { space: space.id, word, ...(page === undefined ? {} : { page: page.path }) } satisfies Partial<Shown>
})

/** The content of the banner. */
interface Shows {
  readonly settings: Settings
  /** The public base URL. */
  readonly base: string
  /** The address that the server listens on. */
  readonly address: string
  readonly administrator: Administrator | undefined
  /** The link with which the administrator sets a password. */
  readonly link: Redacted.Redacted | undefined
}

/** Prints the base URL, how the administrator signs in, and three commands to try. */
export const banner = Effect.fnUntraced(function* ({ address, administrator, base, link, settings }: Shows) {
  const { env, stdout } = yield* Invocation
  yield* print(`Lectern serves ${bold(base, screenOf(stdout, env))}`)
  if (base !== address) yield* print(`It listens on ${address}`)
  yield* print(`API reference: ${base}/docs`)
  yield* print(isSafeForSignIn(base) ? `Console: ${base}/app` : `Signing in is off: set --base-url to an https address`)
  if (link !== undefined) yield* print(`Set the administrator's password, once: ${Redacted.value(link)}`)
  if (administrator === undefined) return
  const file = tokenFile(settings)
  if (!administrator.tokenWorks) {
    const data = `--data-dir ${settings.dataDir}`
    return yield* print(
      `The token in ${file} does not work; create another one: lectern token create ${data} --user ${administratorEmail}`
    )
  }
  // The server is ready: a storage that becomes unavailable now must not end it.
  const shown = yield* example.pipe(
    Effect.provideService(Actor, asUser(administrator.id)),
    Effect.catchAll(() => Effect.succeed({}))
  )
  yield* print(`\nThe administrator's token is in ${file}. Try:\n`)
  for (const line of curlLines({ base: address, tokenFile: file, ...shown })) yield* print(line)
  yield* print("")
})
