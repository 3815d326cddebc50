/**
 * Things that a caller may not see are absent: every operation, by every caller, on everything, compared with a plain
 * model.
 */
import { document } from "@lectern/http/OpenApiDocument"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { resources } from "../../contract/resources.js"
import { textOf } from "../../support/streams.js"
import { type Entry, expected, type Verdict } from "./visibility/entries.js"
import { type Caller, callers, makePlace, type Place, plan, secrets, type Target } from "./visibility/place.js"

/** The rights of everybody, by the operation's name. */
const model: Readonly<Record<string, Entry>> = Object.assign({}, ...resources.map(({ visibility }) => visibility))

interface Declared {
  readonly name: string
  readonly method: string
  readonly path: string
}

const { paths } = document() as { paths: Record<string, Record<string, { operationId: string }>> }
const declared: ReadonlyArray<Declared> = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    path
  }))
)

/** How many workspaces are walked; each takes thousands of requests. */
const numRuns = runs(1)
/** If properties have a limit of so many seconds, this one has ten times as many. */
const limit = process.env.LECTERN_SECONDS && { interruptAfterTimeLimit: 10_000 * Number(process.env.LECTERN_SECONDS) }

/** The parameter that names the subject of an operation. */
const subject = {
  nobody: "",
  organization: "organizationId",
  space: "spaceId",
  collection: "collectionId",
  site: "siteId"
}

const parameter = /\{(\w+)\}/g

const fill = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(parameter, (_, name: string) => params[name] ?? expect.fail(`${path}: no ${name}`))

const verdictOf = (status: number): Verdict | 401 =>
  status === 401 || status === 403 || status === 404 ? status : "through"

/** The contents of an answer, except for the parts that belong to the request alone. */
const told = async (response: Response): Promise<string> => {
  const names = [...response.headers.keys()].filter((name) => !/request-id|ratelimit|^date$/.test(name)).sort()
  const headers = names.map((name) => `${name}: ${response.headers.get(name)}`)
  return [response.status, ...headers, await textOf(response)].join("\n")
}

/**
 * The parameter that names the thing that a caller does not see: the subject of the call, or else the user or thing
 * that it mentions there.
 */
const missing = (entry: Entry, caller: Caller, target: Target | undefined, path: string): string => {
  const key = subject[entry.on]
  const seesIt = entry.on === "organization" ? caller !== "outsider" : (target?.level[caller] ?? null) !== null
  if (!seesIt) return key
  if (entry.speaksOf !== undefined) return entry.speaksOf
  const last = Array.from(path.matchAll(parameter)).at(-1)?.[1] ?? key
  return last === key ? "userId" : last
}

/**
 * Calls as everybody, if the target has everything that the path names. Answers that contradict the model go to
 * `problems`.
 */
const walk = async (
  place: Place,
  { name, method, path }: Declared,
  entry: Entry,
  target: Target | undefined,
  problems: Array<string>
): Promise<boolean> => {
  const below = path.includes("/{changeRequestId}/") ? target?.ofRequest : undefined
  const params = { ...place.params, ...target?.params, ...below }
  if (Array.from(path.matchAll(parameter)).some(([, each]) => params[each!] === undefined)) return false
  const ask = async (caller: Caller, of: Readonly<Record<string, string>>) => {
    const body = entry.body?.({ ...place, params: of }, target)
    const response = await place.ask(caller, method, `${fill(path, of)}${entry.query ?? ""}`, body, entry.headers)
    const answer = await told(response)
    if (method !== "GET" && response.ok) {
      const reached =
        (entry.on === "collection" || entry.on === "site") && caller !== "admin" ? await place.disturbed() : []
      if (reached.length > 0) problems.push(`${name} as ${caller} reached ${reached.join(", ")}, which it does not see`)
      place.reset()
    }
    return { status: response.status, answer }
  }
  for (const caller of callers) {
    const wanted = expected(entry, caller, target)
    const given = { ...params, ...target?.own?.[caller] }
    const { status, answer } = await ask(caller, given)
    const quiet = method === "DELETE" && wanted === 404
    const allowed = quiet ? status === 204 : verdictOf(status) === wanted
    const isGuest = caller === "guest" || caller === "outsider"
    const isLeaked =
      (caller !== "admin" && answer.includes(secrets.space)) || (isGuest && answer.includes(secrets.specification))
    const where = `${name} as ${caller} on ${target?.kind ?? entry.on} (${target?.level[caller]})`
    if (!allowed || status === 400 || status >= 500) problems.push(`${where}: expected ${wanted}, got ${answer}`)
    if (isLeaked) problems.push(`${where}: got what it may not read: ${answer}`)
    if (wanted !== 404) continue
    const absent = { ...given, [missing(entry, caller, target, path)]: "absent" }
    const other = await ask(caller, absent)
    if (other.answer !== answer) problems.push(`${where}: got ${answer}, and where it is absent ${other.answer}`)
  }
  return true
}

it("the model has every declared operation and no other", () => {
  expect(Object.keys(model).sort()).toEqual(declared.map(({ name }) => name).sort())
})

it("every operation is refused, allowed or absent as the model says", { timeout: 120_000 + numRuns * 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const place = await makePlace(given)
      const problems: Array<string> = []
      const untouched = new Set(declared.map(({ name }) => name))
      for (const operation of declared) {
        const entry = model[operation.name] ?? expect.fail(`${operation.name} is not in the model`)
        const things = place.targets.filter(({ kind }) => kind === entry.on)
        for (const target of entry.on === "nobody" || entry.on === "organization" ? [undefined] : things) {
          if (await walk(place, operation, entry, target, problems)) untouched.delete(operation.name)
        }
      }
      if (problems.length > 0) expect.fail(problems.join("\n\n"))
      expect([...untouched]).toEqual([])
      await place.close()
    }),
    { numRuns, endOnFailure: true, ...limit }
  )
)
