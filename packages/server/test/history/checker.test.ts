/** The checker's findings in histories that are as small as possible. */
import { expect, it } from "vitest"
import { violationsIn } from "./checker.js"
import type { AccessChange, Claim, Entry, Event, HeadRead, JobStart, PageRead, Revision, Write } from "./History.js"

/** A chain in which each revision has the values of the one before, but for those given: `{ page: value }`. */
const chainOf = (...changes: ReadonlyArray<Readonly<Record<string, string>>>): ReadonlyArray<Revision> => {
  const chain: Array<Revision> = []
  for (const [i, change] of [{ p: "p0", q: "q0" }, ...changes].entries()) {
    chain.push({ id: `r${i}`, parents: i === 0 ? [] : [`r${i - 1}`], pages: { ...chain.at(-1)?.pages, ...change } })
  }
  return chain
}

const write = (at: readonly [number, number], page: string, value: string, more: Partial<Write> = {}): Write => ({
  kind: "write",
  space: "s",
  page,
  value,
  outcome: "done",
  invoked: at[0],
  completed: at[1],
  ...more
})
const done = (at: readonly [number, number], page: string, value: string, revision: string): Write =>
  write(at, page, value, { revision })
const unknown = { outcome: "unknown" } as const
const refused = { outcome: "refused" } as const
const read = ([invoked, completed]: readonly [number, number], page: string, value: string): PageRead => ({
  kind: "read",
  space: "s",
  page,
  value,
  invoked,
  completed
})
const head = ([invoked, completed]: readonly [number, number], revision: string): HeadRead => ({
  kind: "head",
  space: "s",
  revision,
  invoked,
  completed
})
const job = ([invoked, completed]: readonly [number, number], outcome: JobStart["outcome"] = "done"): JobStart => ({
  kind: "job",
  space: "s",
  value: "j",
  pages: 2,
  outcome,
  invoked,
  completed
})
const access = (
  [invoked, completed]: readonly [number, number],
  open: boolean,
  outcome: AccessChange["outcome"] = "done"
): AccessChange => ({ kind: "access", name: "ada", open, outcome, invoked, completed })
const entry = ([invoked, completed]: readonly [number, number], open: boolean): Entry => ({
  kind: "entry",
  name: "ada",
  open,
  invoked,
  completed
})
const claim = ([invoked, completed]: readonly [number, number], outcome: Claim["outcome"]): Claim => ({
  kind: "claim",
  name: "move",
  outcome,
  invoked,
  completed
})

const one = chainOf({ p: "p1" })
const two = chainOf({ p: "p1" }, { p: "p2" })
const first = done([1, 2], "p", "p1", "r1")
const second = done([3, 4], "p", "p2", "r2")

type Case = readonly [what: string, chain: ReadonlyArray<Revision>, events: ReadonlyArray<Event>, found?: RegExp]

const cases: ReadonlyArray<Case> = [
  ["nothing at all", chainOf(), []],
  ["writes one after the other", two, [first, second]],
  ["writes at once, in either order", two, [done([1, 9], "p", "p1", "r1"), done([2, 3], "p", "p2", "r2")]],
  ["writes to two pages", chainOf({ p: "p1" }, { q: "q1" }), [first, done([3, 4], "q", "q1", "r2")]],
  [
    "a lost answer, with and without its effect",
    one,
    [write([1, 2], "p", "p1", unknown), write([1, 2], "p", "x", unknown)]
  ],
  ["a refused write", chainOf(), [write([1, 2], "p", "p1", refused)]],
  ["an acknowledged write that is not there", chainOf(), [first], /^space s: p1 was acknowledged, and is lost$/],
  ["an acknowledged write that is on a branch", one, [first, done([1, 2], "p", "p2", "x")], /p2 .* is lost/],
  ["an acknowledged write in another revision", one, [done([1, 2], "p", "p1", "x")], /acknowledged as x, and is r1/],
  ["a refused write that happened", one, [write([1, 2], "p", "p1", refused)], /p1 was refused, and happened/],
  ["a write that happened twice", chainOf({ p: "p1" }, { p: "p2" }, { p: "p1" }), [first, second], /p1 happened twice/],
  ["a write that nobody made", one, [], /r1 changes p=p1, which nobody did at once/],
  ["a revision that changes nothing", chainOf({}), [], /r1 changes nothing, which nobody did/],
  ["a write to another page", chainOf({ q: "p1" }), [first], /r1 changes q=p1, which nobody did/],
  [
    "a write that undoes another",
    chainOf({ p: "p1" }, { q: "q1", p: "p0" }),
    [first, done([3, 4], "q", "q1", "r2")],
    /r2 changes p=p0 q=q1, which nobody did at once/
  ],
  [
    "a revision made from another than the one before",
    two.map((revision, i) => (i === 2 ? { ...revision, parents: ["r0"] } : revision)),
    [first, second],
    /r2 follows r1, but was made from r0/
  ],
  [
    "a write before one that was acknowledged earlier",
    two,
    [done([3, 4], "p", "p1", "r1"), done([1, 2], "p", "p2", "r2")],
    /p1 comes before p2/
  ],
  ["a write under its condition", two, [first, { ...second, expected: "r1" }]],
  ["a write against its condition", two, [first, { ...second, expected: "r0" }], /p2 was for r0 only, and follows r1/],
  ["a condition that no longer held", one, [first, write([3, 4], "q", "x", { ...refused, expected: "r0" })]],
  [
    "a condition that held",
    one,
    [first, write([3, 4], "q", "x", { ...refused, expected: "r1" })],
    /x was refused, although r1/
  ],
  [
    "reads of what was there",
    two,
    [first, read([3, 8], "p", "p1"), read([3, 8], "p", "p2"), done([5, 6], "p", "p2", "r2")]
  ],
  ["a read of an older value", two, [first, second, read([5, 6], "p", "p1")], /p=p1 was read after something newer/],
  [
    "a read of an older value than another page had",
    chainOf({ p: "p1" }, { q: "q1" }),
    [first, done([3, 4], "q", "q1", "r2"), read([5, 6], "p", "p0")],
    /p=p0 was read after/
  ],
  [
    "reads that go back",
    two,
    [first, done([3, 20], "p", "p2", "r2"), read([5, 6], "p", "p2"), read([7, 8], "p", "p1")],
    /p=p1 was read after/
  ],
  [
    "a read of the future",
    one,
    [read([1, 2], "p", "p1"), done([3, 4], "p", "p1", "r1")],
    /p=p1 was read before it was written/
  ],
  ["a read of what never was", one, [first, read([3, 4], "p", "x")], /p=x was read, and is nowhere/],
  ["the current revision", one, [first, head([3, 4], "r1")]],
  ["a current revision that is not any more", one, [first, head([3, 4], "r0")], /r0 was read after/],
  ["a current revision of another line", one, [first, head([3, 4], "x")], /x was read, and is nowhere/],
  ["a job", chainOf({ a: "j", b: "j" }), [job([1, 2])]],
  ["a job that was not begun for certain", chainOf({ a: "j", b: "j" }), [job([1, 2], "unknown")]],
  ["a job without effect", chainOf(), [job([1, 2])], /j was acknowledged, and is lost/],
  ["a job with half of its effect", chainOf({ a: "j" }), [job([1, 2])], /r1 changes a=j, which nobody did/],
  ["a job with its effect twice", chainOf({ a: "j", b: "j" }, { c: "j", d: "j" }), [job([1, 2])], /j happened twice/],
  [
    "a job that failed, with an effect",
    chainOf({ a: "j", b: "j" }),
    [job([1, 2], "refused")],
    /j was refused, and happened/
  ],
  [
    "access while it is there",
    chainOf(),
    [access([1, 2], true), entry([3, 4], true), access([5, 6], false), entry([7, 8], false)]
  ],
  [
    "access while it changes",
    chainOf(),
    [access([1, 2], true), access([3, 9], false), entry([4, 5], true), entry([6, 7], false)]
  ],
  [
    "access after it was taken away",
    chainOf(),
    [access([1, 2], true), access([3, 4], false), entry([5, 6], true)],
    /ada was let in after/
  ],
  [
    "no access although it was given",
    chainOf(),
    [access([1, 2], false), access([3, 4], true), entry([5, 6], false)],
    /ada was not let in/
  ],
  [
    "access that may have been taken away",
    chainOf(),
    [access([1, 2], true), access([3, 4], false, "unknown"), entry([5, 6], true), entry([7, 8], false)]
  ],
  [
    "access that was not taken away",
    chainOf(),
    [access([1, 2], true), access([3, 4], false, "refused"), entry([5, 6], false)],
    /ada was not let in/
  ],
  ["changes of which one is done", chainOf(), [claim([1, 4], "done"), claim([2, 3], "refused")]],
  [
    "changes that exclude each other",
    chainOf(),
    [claim([1, 4], "done"), claim([2, 3], "done")],
    /move was done more than once/
  ],
  [
    "a failure while something was wrong",
    chainOf(),
    [
      { kind: "failure", invoked: 3, completed: 9, message: "503" },
      { kind: "disturbance", invoked: 1, completed: 4 }
    ]
  ],
  [
    "a failure while nothing was",
    chainOf(),
    [
      { kind: "failure", invoked: 5, completed: 9, message: "503" },
      { kind: "disturbance", invoked: 1, completed: 4 }
    ],
    /failed while nothing was wrong: 503/
  ]
]

const told = (...revisions: ReadonlyArray<string>) => revisions.map((revision) => ({ id: `e-${revision}`, revision }))
const all = (follower: Event): Event => ({ ...follower, ...(follower.kind === "told" && { isAll: true }) })
const following = (...revisions: ReadonlyArray<string>): Event => ({
  kind: "told",
  space: "s",
  follower: "f",
  told: told(...revisions),
  invoked: 5,
  completed: 6
})

it.each([
  ["events in order", told("r1", "r2"), [following("r1"), following("r2")], undefined],
  ["a follower who has not come far", told("r1", "r2"), [following("r1")], undefined],
  ["a follower who was told nothing", told("r1", "r2"), [following()], undefined],
  ["an event that is missing", told("r2"), [], /its events tell of r2 in the place of r1/],
  ["an event that is missing at the end", told("r1"), [], /its events tell of nothing in the place of r2/],
  ["events in another order", told("r2", "r1"), [], /its events tell of r2 in the place of r1/],
  ["an event twice", told("r1", "r1", "r2"), [], /its events tell of r1 in the place of r2/],
  ["an event that came behind a follower", told("r1", "r2"), [following("r2")], /f was told of r2 in the place of r1/],
  [
    "a follower who was told twice",
    told("r1", "r2"),
    [following("r1"), following("r1")],
    /f was told of r1 in the place/
  ],
  ["a webhook that got everything", told("r1", "r2"), [all(following("r1", "r2"))], undefined],
  [
    "a webhook that lacks the last event",
    told("r1", "r2"),
    [all(following("r1"))],
    /f was told of nothing in the place/
  ],
  ["a webhook that got nothing", told("r1", "r2"), [all(following())], /f was told of nothing in the place of r1/]
] as const)("%s", (_, all, seen, found) => {
  const violations = violationsIn({ events: [first, second, ...seen], spaces: { s: two }, told: { s: all } })
  if (found === undefined) expect(violations).toEqual([])
  else expect(violations.filter((each) => found.test(each))).toHaveLength(1)
})

it.each(cases.map((each) => ({ each, what: each[0] })))("$what", ({ each: [, chain, events, found] }) => {
  const violations = violationsIn({ events, spaces: { s: chain } })
  if (found === undefined) expect(violations).toEqual([])
  else expect(violations.filter((each) => found.test(each))).toHaveLength(1)
})
