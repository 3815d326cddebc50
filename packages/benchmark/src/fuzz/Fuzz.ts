/** Passes malformed texts to their verifiers, and counts the reasons of refusals. */
import type { Kind } from "./Kind.js"
import { garbage, mutated } from "./Mutations.js"
import { type Random, randomOf } from "./Random.js"

/** How many texts of a kind were refused for each reason, and the texts with an unexpected result. */
export interface Outcome {
  readonly kind: string
  readonly tried: number
  /** How many of them were mutations of valid texts. */
  readonly mutations: number
  readonly refusals: Readonly<Record<string, number>>
  /** Texts that were accepted, or that caused a failure other than a refusal. */
  readonly problems: ReadonlyArray<{ readonly text: string; readonly ended: string }>
}

/** Generates a text. More than half of the texts are mutations of valid ones. */
const textOf = ({ forged, foreign, valid }: Kind, index: number, random: Random): string => {
  switch (index % 8) {
    case 0:
      return garbage(random)
    case 1:
      return foreign.length === 0 ? mutated(valid, random) : random.one(foreign)
    case 2:
      return forged === undefined ? mutated([...foreign, ...valid], random) : forged(random)
    default:
      return mutated(valid, random)
  }
}

const isMutation = (index: number): boolean => index % 8 > 2

/** Generates invalid texts: a mutation that means the same as a valid text is discarded. */
const spoiler = (kind: Kind, random: Random, carried = (text: string) => text) => {
  const meaning = kind.meaning ?? ((text: string) => text)
  const known = new Set(kind.valid.map(meaning))
  return (index: number): string => {
    for (;;) {
      const text = textOf(kind, index, random)
      if (!known.has(meaning(carried(text)))) return text
    }
  }
}

const expected = new Set(["Unauthenticated", "NotFound", "Invalid", "Forbidden"])

const reasonOf = (
  { isUnavailable }: Kind,
  error: unknown
): { readonly reason: string; readonly isRefusal: boolean } => {
  const { _tag = "defect", message = String(error) } = error as { readonly _tag?: string; readonly message?: string }
  const isRefusal = expected.has(_tag) || (isUnavailable === true && _tag === "Unavailable")
  return { reason: `${_tag}: ${message.slice(0, 120)}`, isRefusal }
}

const most = 10

/** Tests a kind with `count` texts in this process. */
export const fuzz = async (kind: Kind, count: number, seed: number): Promise<Outcome> => {
  const spoiled = spoiler(kind, randomOf(seed))
  const refusals: Record<string, number> = {}
  const problems: Array<Outcome["problems"][number]> = []
  let mutations = 0
  for (let index = 0; index < count; index++) {
    const text = spoiled(index)
    if (isMutation(index)) mutations++
    const { isRefusal, reason } = await kind.accept(text).then(
      () => ({ reason: "accepted", isRefusal: false }),
      (error: unknown) => reasonOf(kind, error)
    )
    if (isRefusal) {
      const counted = (await kind.explain?.(text)) ?? reason
      refusals[counted] = (refusals[counted] ?? 0) + 1
    }
    if (!isRefusal && problems.length < most) problems.push({ text, ended: reason })
  }
  return { kind: kind.name, tried: count, mutations, refusals, problems }
}

/** Adds up the outcomes of a kind. */
export const together = (kind: string, parts: ReadonlyArray<Outcome>): Outcome => {
  const refusals: Record<string, number> = {}
  let [tried, mutations] = [0, 0]
  for (const part of parts) {
    tried += part.tried
    mutations += part.mutations
    for (const [reason, count] of Object.entries(part.refusals)) refusals[reason] = (refusals[reason] ?? 0) + count
  }
  return { kind, tried, mutations, refusals, problems: parts.flatMap(({ problems }) => problems).slice(0, most) }
}

/** The outcome of requests: how many were refused by the verifier, and how many before they reached it. */
export interface Served extends Outcome {
  readonly verified: number
}

const atOnce = 16

/** Tests a kind over HTTP until `wanted` texts have reached the verifier. */
export const fuzzOver = async (base: string, kind: Kind, wanted: number, seed: number): Promise<Served> => {
  // White space around a header's value is removed in transit.
  const spoiled = spoiler(kind, randomOf(seed), (text) => text.trim())
  const refusals: Record<string, number> = {}
  const problems: Array<Outcome["problems"][number]> = []
  let [verified, tried, mutations] = [0, 0, 0]
  const one = async () => {
    const index = tried++
    const text = spoiled(index)
    if (isMutation(index)) mutations++
    const { path, ...init } = kind.bring(text)
    const asked = await ask(base + path, init)
    if (asked === undefined) {
      refusals["no request can carry it"] = (refusals["no request can carry it"] ?? 0) + 1
      return
    }
    const heard = kind.hear(asked, text)
    const said = `${asked.status} ${heard}`
    if (heard === "verified") verified++
    const hasFailed = asked.status >= 500 && !(asked.status === 503 && kind.isUnavailable === true)
    if (heard === "accepted" || hasFailed) problems.push({ text, ended: `${said}: ${asked.body.slice(0, 200)}` })
    else refusals[said] = (refusals[said] ?? 0) + 1
  }
  while (verified < wanted && tried < wanted * 20) await Promise.all(Array.from({ length: atOnce }, one))
  return { kind: kind.name, tried, mutations, verified, refusals, problems: problems.slice(0, most) }
}

/** Sends a request, unless no client would send it. */
const ask = async (url: string, init: RequestInit) => {
  try {
    const response = await fetch(new Request(url, { redirect: "manual", ...init }))
    return { status: response.status, location: response.headers.get("location") ?? "", body: await response.text() }
  } catch (error) {
    const { cause = error } = error as { readonly cause?: unknown }
    if (error instanceof TypeError && /invalid|ByteString|URL/i.test(String(cause))) return undefined
    throw error
  }
}
