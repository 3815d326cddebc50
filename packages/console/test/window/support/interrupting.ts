/** People who type while something goes wrong, and what is left of their text afterwards. */
import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"
import type { ServerProcess } from "./serverProcess.js"
import { atEnd, editorOf, eventually, openWindow, problemsOf, savingOf, signIn, type Window } from "./window.js"
import { endSession, makeSpace, textOf } from "./world.js"

/** What goes wrong. Each of them may end the tab too, before it is over. */
export type Interruption = "crash" | "server" | "network" | "session"

/** Everything that goes wrong. */
export const kinds: ReadonlyArray<Interruption> = ["crash", "server", "network", "session"]

const given = Number(process.env.LECTERN_SEED)

/** The seed of the moments at which something goes wrong: another one each time with `LECTERN_SEED=random`. */
export const seed = Number.isInteger(given) ? given : Math.floor(Math.random() * 2 ** 31)

/** How long what was typed may be in the page only, in milliseconds. */
const unkept = 1_000

/** Numbers between 0 and 1, the same ones for a seed (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const letters = "etaoinshrdlu"

interface Typing {
  /** Everything whose keys were pressed; the last one may not have arrived. */
  readonly all: () => string
  /** What had arrived in the page at a time. */
  readonly until: (time: number) => string
  /** Waits until so many more keys have arrived. */
  readonly more: (keys: number) => Promise<void>
  /** Ends it, and waits for the last key. */
  readonly stop: () => Promise<void>
}

/** Types like somebody quick, until it is stopped or the page is gone. */
const type = (page: Page, random: () => number): Typing => {
  const pressed: Array<string> = []
  const arrived: Array<number> = []
  let isOver = false
  let look = () => {}
  const run = async () => {
    while (!isOver) {
      // Words and lines that begin with a letter: the editor repeats what a line is indented by.
      const choice = letters.includes(pressed.at(-1) ?? " ") ? random() : 1
      const key = choice < 0.03 ? "\n" : choice < 0.2 ? " " : letters[Math.floor(random() * letters.length)]!
      pressed.push(key)
      await page.keyboard.press(key === "\n" ? "Enter" : key, { delay: 20 })
      arrived.push(Date.now())
      look()
    }
  }
  const ended = run().catch(() => {})
  return {
    all: () => pressed.join(""),
    until: (time) => pressed.slice(0, arrived.filter((at) => at <= time).length).join(""),
    more: (keys) => {
      const wanted = arrived.length + keys
      return new Promise((resolve) => {
        look = () => {
          if (arrived.length >= wanted) resolve()
        }
      })
    },
    stop: async () => {
      isOver = true
      await ended
    }
  }
}

/** Ends a tab as if its process had crashed: nothing of the page runs any more. */
export const crash = async ({ context, page }: Pick<Window, "context" | "page">): Promise<void> => {
  const client = await context.newCDPSession(page)
  const crashed = page.waitForEvent("crash")
  client.send("Page.crash").catch(() => {})
  await crashed
  await page.close()
}

/** Waits until the page is open and everything is stored. */
export const isSaved = async (page: Page): Promise<void> => eventually(() => savingOf(page).textContent()).toBe("Saved")

/** The text in the editor, as far as it has no marks, without the carets of others. */
export const shownIn = async (page: Page): Promise<string> =>
  (
    await editorOf(page)
      .locator(".cm-line")
      .evaluateAll((lines) =>
        lines.map((line) => {
          const copy = line.cloneNode(true) as HTMLElement
          for (const caret of copy.querySelectorAll(".other-caret")) caret.remove()
          return copy.textContent
        })
      )
  ).join("\n")

interface Writer {
  readonly window: Window
  readonly space: string
  readonly guide: string
  readonly path: string
  /** Of its own, since all go on at the same time. */
  readonly random: () => number
  page: Page
  session: string
  problems: Array<string>
  text: string
}

/** People who write at the same time, each in a browser of their own. */
export interface Crowd {
  /** Interrupts all of them once, and expects that nothing is lost that must not be. */
  readonly interrupt: (what: Interruption) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens windows for so many people. */
export const gather = async (
  browser: Browser,
  { kill, start, world }: ServerProcess,
  count: number,
  random: () => number
): Promise<Crowd> => {
  const join = async (): Promise<Writer> => {
    const { id, pages } = await makeSpace(world, "Notes", [{ title: "Guide", markdown: "Begin: " }])
    const path = `/app/s/${id}/guide`
    const window = await openWindow(browser, world, world.ada, path)
    const { page, problems, session } = window
    const own = randomOf(Math.floor(random() * 2 ** 31))
    return { window, space: id, guide: pages.Guide!, path, random: own, page, problems, session, text: "Begin: " }
  }
  const writers = await Promise.all(Array.from({ length: count }, join))

  /** Goes wrong for one of them. */
  const begin = async (what: Interruption, { session, window }: Writer) => {
    if (what === "network") await window.context.setOffline(true)
    if (what === "session") await endSession(world, session)
  }
  const end = async (what: Interruption, writer: Writer) => {
    const { context } = writer.window
    if (what === "network") await context.setOffline(false)
    if (what !== "session") return
    writer.session = await signIn(world, context, world.ada)
    // What the window of signing in opens at its end; it closes itself if it was opened by the page.
    const done = await context.newPage()
    await done.goto(`${world.base}/app/signed-in`)
    await done.close()
  }

  const one = async (what: Interruption, writer: Writer, all: ReturnType<typeof barrier>) => {
    const { random: own } = writer
    const between = (least: number, most: number) => least + Math.floor(own() * (most - least + 1))
    const isCrash = what === "crash" || own() < 0.5
    const keys = [between(5, 20), between(5, 45), between(2, 4)] as const
    await isSaved(writer.page)
    await writer.page.bringToFront()
    await atEnd(writer.page)
    const typing = type(writer.page, own)
    await typing.more(keys[0])
    await begin(what, writer)
    await all(async () => (what === "server" ? kill() : undefined))
    await typing.more(keys[1])
    let sure = ""
    if (isCrash) {
      await crash({ context: writer.window.context, page: writer.page })
      const at = Date.now()
      await typing.stop()
      sure = typing.until(at - unkept)
    }
    await all(async () => (what === "server" ? start() : undefined))
    const { text: before } = writer
    const acknowledged = isCrash ? await textOf(world, writer.space, writer.guide) : ""
    await end(what, writer)
    if (isCrash) {
      writer.page = await writer.window.context.newPage()
      writer.problems = problemsOf(writer.page)
      await writer.page.goto(`${world.base}${writer.path}`)
    } else {
      await typing.more(keys[2])
      await typing.stop()
    }
    await isSaved(writer.page)
    const after = await textOf(world, writer.space, writer.guide)
    const whole = before + typing.all()
    // Nothing is lost, nothing is there twice, and nothing is at another place.
    if (isCrash) {
      expect({ what, after, isStart: whole.startsWith(after) }).toEqual({ what, after, isStart: true })
      expect({ what, after, isAcknowledged: after.startsWith(acknowledged) }).toEqual({
        what,
        after,
        isAcknowledged: true
      })
      expect({ what, kept: after.length >= before.length + sure.length, after, sure }).toEqual({
        what,
        kept: true,
        after,
        sure
      })
    } else expect({ what, after }).toEqual({ what, after: whole })
    // Of a long text only the part that is to be seen is in the document.
    const shown = await shownIn(writer.page)
    expect(shown).not.toBe("")
    expect(after).toContain(shown)
    expect(writer.problems).toEqual([])
    writer.text = after
  }

  return {
    interrupt: async (what) => {
      const all = barrier(count)
      await Promise.all(writers.map((writer) => one(what, writer, all)))
    },
    close: async () => {
      await Promise.all(writers.map(({ window }) => window.context.close()))
    }
  }
}

/** Has all wait for the last one, which does something before they go on. */
const barrier = (count: number) => {
  let waiting: Array<() => void> = []
  return async (last: () => Promise<void> | undefined): Promise<void> => {
    if (waiting.length < count - 1) return new Promise((resolve) => void waiting.push(resolve))
    const others = waiting
    waiting = []
    await last()
    for (const go of others) go()
  }
}
