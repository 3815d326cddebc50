/** What was typed and not acknowledged, in this browser, for each person. It is there again after a crash. */

/** Where a text is. */
export interface TextPlace {
  readonly space: string
  readonly page: string
  readonly request?: string | undefined
}

/** What the server has not acknowledged of a text. */
export interface Draft extends TextPlace {
  readonly person: string
  /** The client that typed it, the version that its changes are of, and the revision before them. */
  readonly client: string
  readonly version: number
  readonly revision: string
  /** The changes, in their order. */
  readonly updates: ReadonlyArray<unknown>
  /** The whole text with them. */
  readonly text: string
  readonly title: string
  /** The path of the page when it was typed. */
  readonly path: string
  readonly at: number
}

/** A text in two tabs is two drafts, of two clients. */
type Key = [person: string, space: string, request: string, page: string, client: string]
const keyOf = ({ client, page, person, request = "", space }: DraftId): Key => [person, space, request, page, client]

/** What tells a draft from all others. */
export type DraftId = Pick<Draft, "person" | "client" | keyof TextPlace>

const done = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result))
    request.addEventListener("error", () => reject(request.error))
  })

let opened: Promise<IDBDatabase> | undefined
const database = (): Promise<IDBDatabase> => {
  opened ??= (() => {
    const request = indexedDB.open("lectern", 1)
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore("drafts"))
    request.addEventListener("success", () => request.result.addEventListener("close", again))
    request.addEventListener("error", again)
    return done(request)
  })()
  return opened
}
/** Opens it once more the next time, as after the browser has closed it. */
const again = (): void => {
  opened = undefined
}

const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  // What was typed a moment ago must not be lost with the power.
  (await database()).transaction("drafts", mode, { durability: "strict" }).objectStore("drafts")

/** Changes what is kept, and waits until that is on the disk. */
const write = async (change: (drafts: IDBObjectStore) => void): Promise<void> => {
  const drafts = await store("readwrite")
  const { transaction } = drafts
  const written = new Promise<void>((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve())
    transaction.addEventListener("abort", () => reject(transaction.error))
  })
  change(drafts)
  await written
}

let isForgotten = false

/** Keeps a draft, in the place of an earlier one. Rejects once everything was forgotten. */
export const keepDraft = async (draft: Draft): Promise<void> => {
  // A text that is still open while its person signs out must not be written down again.
  if (isForgotten) throw new Error("its person is signing out")
  await write((drafts) => drafts.put(draft, keyOf(draft)))
}

/** Forgets a draft. */
export const forgetDraft = async (draft: DraftId): Promise<void> => {
  await write((drafts) => drafts.delete(keyOf(draft)))
}

const lockOf = (client: string): string => `lectern-text-${client}`

/**
 * Marks a client as open in this tab, until the returned function is called; its promise ends when others know. Browsers
 * have no locks where a page came over a connection that was not encrypted.
 */
export const markOpen = (client: string): (() => Promise<void>) => {
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const ended = navigator.locks?.request(lockOf(client), () => held).catch(() => {})
  return async () => {
    end()
    await ended
  }
}

const textRange = (person: string, { page, request = "", space }: TextPlace) =>
  IDBKeyRange.bound([person, space, request, page], [person, space, request, page, []])

/** The drafts of a text, those of other tabs too, the oldest first. */
export const draftsOfText = async (person: string, place: TextPlace): Promise<ReadonlyArray<Draft>> => {
  const drafts: Array<Draft> = await done((await store("readonly")).getAll(textRange(person, place)))
  return drafts.sort((one, other) => one.at - other.at)
}

/** Sends the drafts of a text, and forgets those for which `send` says that they were sent. A text that is open in another tab is left to it. */
export const sendDrafts = async (
  person: string,
  place: TextPlace,
  send: (draft: Draft) => Promise<boolean>
): Promise<void> => {
  for (const draft of await draftsOfText(person, place)) {
    const take = async () => {
      // The tab that had the text may have written since.
      const now = (await done((await store("readonly")).get(keyOf(draft)))) as Draft | undefined
      if (now === undefined) return
      if (await send(now)) await forgetDraft(now)
    }
    if (navigator.locks === undefined) await take()
    else
      await navigator.locks.request(lockOf(draft.client), { ifAvailable: true }, async (lock) => {
        if (lock !== null) await take()
      })
  }
}

const ofPerson = (person: string) => IDBKeyRange.bound([person], [person, []])

/** All drafts of a person: everything that was typed and not sent. */
export const draftsOf = async (person: string): Promise<ReadonlyArray<Draft>> =>
  done((await store("readonly")).getAll(ofPerson(person))) as Promise<ReadonlyArray<Draft>>

/** Forgets everything that a person typed, as when they sign out, and keeps nothing from then on. */
export const forgetAll = async (person: string): Promise<void> => {
  isForgotten = true
  await write((drafts) => drafts.delete(ofPerson(person)))
}
