/**
 * Two organizations of one server: whatever is done by a user who may do everything in one of them, nothing in the
 * other changes, and nothing of it is learned. Two worlds that differ only in the victim's secrets go through the same
 * walk: the attackers get the same answers in both, and the victim, its members and its visitors the same as before.
 */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { anyRequest, numbersOf } from "./support/parties/generated.js"
import { seen } from "./support/parties/seen.js"
import { takings } from "./support/parties/taking.js"
import { type Asked, makeWorld, type Who, type World } from "./support/parties/world.js"

const numRuns = runs(2)

/**
 * A user who may do everything in the other organization, a guest of this one, a user of none, and a caller without
 * credentials.
 */
const attackers: ReadonlyArray<Who | undefined> = ["eve", "eve", "eve", "gus", "sid", undefined]

/** How many reads of the victim follow each step. All of them follow the last one. */
const readsOfAStep = 5

/** The calls on their own membership that a guest may make. */
const isOwnMembership = ({ guest, victim }: World, { method, path, who }: Asked): boolean =>
  who === "gus" &&
  ((method === "POST" && path === `/v1/orgs/${victim.organizationId}/ping`) ||
    (method === "DELETE" && path === `/v1/orgs/${victim.organizationId}/members/${guest}`))

/** The takings, each once, and calls of any operation between them. */
const stepsOf = (world: World, seed: number, calls: number): ReadonlyArray<ReadonlyArray<Asked>> => {
  const { attacker, victim } = world
  const next = numbersOf(seed)
  const any = Array.from({ length: calls }, (_, at): ReadonlyArray<Asked> => {
    const who = attackers[Math.floor(next() * attackers.length)]
    return [anyRequest(seed + at, who, victim, attacker)].filter((each) => !isOwnMembership(world, each))
  })
  return [...takings(world), ...any]
    .map((step) => ({ step, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ step }) => step)
}

const text = (request: Asked): string => JSON.stringify(request)

/** Fails if two answers differ, and reports where they do. */
const same = (what: string, expected: string, actual: string): void => {
  if (actual === expected) return
  const differing = [...expected].findIndex((character, i) => character !== actual[i])
  const from = Math.max(differing - 100, 0)
  const part = (answer: string) => answer.slice(from, from + 300)
  throw new Error(`${what}\nexpected … ${part(expected)}\nfound … ${part(actual)}`)
}

/** Takes two worlds through one walk. */
const walk = async (seed: number, calls: number): Promise<void> => {
  const [one, other] = [await makeWorld("quokka"), await makeWorld("wombat")]
  expect(other.victim).toEqual(one.victim)
  const reads = seen(one)
  const before = new Map<string, string>()
  for (const read of reads) before.set(text(read), await one.ask(read))
  const compare = async (read: Asked, after: string) =>
    same(`${text(read)}, after ${after}`, before.get(text(read)) ?? "", await one.ask(read))
  let at = 0
  for (const step of stepsOf(one, seed, calls)) {
    for (const request of step) {
      same(`${text(request)}, with other secrets`, await one.ask(request), await other.ask(request))
    }
    const after = step.map(text).join("\n")
    for (let i = 0; i < readsOfAStep; i++) await compare(reads[at++ % reads.length]!, after)
  }
  for (const read of reads) await compare(read, "the walk")
  await one.close()
  await other.close()
}

it(
  "whatever is done in one organization, another one stays as it was, and its secrets stay secret",
  { timeout: 120_000 + 180_000 * numRuns },
  () =>
    fc.assert(fc.asyncProperty(fc.integer(), fc.integer({ min: 40, max: 80 }), walk), {
      numRuns,
      endOnFailure: true
    })
)
