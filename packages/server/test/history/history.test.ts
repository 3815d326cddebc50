/**
 * The history of three servers on one database, which are killed, paused and cut off from it while clients work:
 * everything that was acknowledged holds. One round has a disturbance of every kind; `LECTERN_RUNS` makes one for every
 * 100 runs.
 */
import { LiveTextsTable } from "@lectern/core/internal/content/live-texts/LiveTables"
import { EventsTable } from "@lectern/core/internal/storage/trail/EventTable"
import { lockNumbers, rowLock } from "@lectern/core/storage/Locks"
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { lecternHere } from "../inProcess.js"
import { violationsIn } from "./checker.js"
import { disturbAll, troubles } from "./disturbing.js"
import { followers } from "./following.js"
import { editing, type Histories, longest, rounds, startHistories } from "./Histories.js"
import { others, readers } from "./others.js"
import { startReceiver } from "./receiving.js"
import { typing } from "./typing.js"
import type { Work } from "./Work.js"

const it = test.runIf(has("PostgreSQL from npm"))
let histories: Histories

beforeAll(async () => {
  histories = await startHistories(3)
})
afterAll(() => histories?.stop())

it(
  "what was acknowledged holds, whatever happens to servers and database",
  async () => {
    const { during, fleet } = histories
    const { receive, stop } = await startReceiver(histories)
    const made = await during(
      (recorder) => disturbAll(fleet, recorder, troubles(rounds)),
      (work) => [...editing(work), ...typing(work), ...followers(work), ...others(work), receive(work)]
    )
    await stop()
    expect(fleet.crashes).toEqual([])
    expect(violationsIn(made)).toEqual([])
    expect(made.events.filter((event) => event.kind === "word" && event.outcome === "done")).not.toHaveLength(0)
    const check = await lecternHere(["check", "--data-dir", fleet.dataDir], {
      env: { LECTERN_DATABASE_URL: fleet.database.url }
    })
    expect(check).toMatchObject({ code: 0, stderr: "Nothing is damaged.\n" })
  },
  longest
)

/** Removes a guarantee from the database, and returns the violations in the history of clients. */
const without = async (
  out: string,
  back: string,
  clientsOf: (work: Work) => ReadonlyArray<Promise<void>>
): Promise<string> => {
  const { during, fleet } = histories
  const { execute } = fleet.database
  const newSessions = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern'"
  await execute(out)
  await execute(newSessions)
  const made = await during((recorder) => recorder.progress(100), clientsOf)
  await execute(back)
  await execute(newSessions)
  return violationsIn(made).join("\n")
}

/** Expects that something is found without a part of the database. Whether two calls meet there is a matter of chance. */
const expectNoticed = async (expected: RegExp, ...parts: Parameters<typeof without>): Promise<void> => {
  let found = ""
  for (let tries = 0; !expected.test(found) && tries < 5; tries++) found = await without(...parts)
  expect(found).toMatch(expected)
}

it("it is noticed when servers do not learn of changes", async () => {
  await expectNoticed(
    /was let in after its access had ended/,
    `create function keep() returns trigger language plpgsql as 'begin return old; end';
    create trigger keep before update on counters for each row
    when (old.name ~ '^(access|member|tokens)') execute function keep()`,
    "drop trigger keep on counters; drop function keep",
    readers
  )
})

/** Locks of the database that are none for the kinds of this pattern. */
const unlocked = (kinds: string) => `create schema unlocked;
    create function unlocked.pg_advisory_xact_lock(kind int, id int) returns void language plpgsql as
    'begin if not (${kinds}) then perform pg_catalog.pg_advisory_xact_lock(kind, id); end if; end';
    alter database lectern set search_path = unlocked, pg_catalog, public`
const locked = "alter database lectern reset search_path; drop schema unlocked cascade"

const follows = (work: Work) => [...editing(work), ...followers(work)]

it("it is noticed when two servers number events at once", async () => {
  const [row] = lockNumbers(rowLock(EventsTable, "sequencer"))
  await expectNoticed(/failed while nothing was wrong/, unlocked(`kind = ${row}`), locked, follows)
})

it("it is noticed when an event is not in the transaction of its change", async () => {
  await expectNoticed(
    /its events tell of \S+ in the place of/,
    `create function lose() returns trigger language plpgsql as
    'begin if random() < 0.2 then delete from events where key = new.key; end if; return null; end';
    create trigger lose after insert on events for each row execute function lose()`,
    "drop trigger lose on events; drop function lose",
    follows
  )
})

/** The locks of the texts that clients edit live, as a condition. */
const ofLiveTexts = (): string =>
  histories.world.spaces
    .map(({ id, typed }) => lockNumbers(rowLock(LiveTextsTable, id, typed)))
    .map(([row, number]) => `(kind = ${row} and id = ${number})`)
    .join(" or ")

it("the key of the log alone keeps two servers from one version of a live text", async () => {
  const found = await without(unlocked(ofLiveTexts()), locked, typing)
  const refused = /^a call failed while nothing was wrong: POST \S+\/live: 500 .*$/gm
  expect(found.replaceAll(refused, "").trim()).toBe("")
})

it("it is noticed when two servers write one version of a live text", async () => {
  await expectNoticed(
    /the word \d+ was acknowledged, and .* lacks it|got changes of another text|another change of version/,
    `drop index live_updates_key; ${unlocked(ofLiveTexts())}`,
    `${locked}; delete from live_updates; delete from live_texts;
    create unique index live_updates_key on live_updates (line, page, version)`,
    typing
  )
})

it("it is noticed when servers do not lock", async () => {
  await expectNoticed(
    /failed while nothing was wrong/,
    `create schema unlocked;
    create function unlocked.pg_advisory_xact_lock(int, int) returns void language sql as '';
    create function unlocked.pg_advisory_xact_lock_shared(int, int) returns void language sql as '';
    alter database lectern set search_path = unlocked, pg_catalog, public`,
    "alter database lectern reset search_path; drop schema unlocked cascade",
    editing
  )
})
