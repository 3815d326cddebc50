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
  readonly at: number
}

type Key = [person: string, space: string, request: string, page: string]
const keyOf = ({ page, person, request = "", space }: TextPlace & { readonly person: string }): Key => [
  person,
  space,
  request,
  page
]

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
    return done(request)
  })()
  return opened
}

const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  // What was typed a moment ago must not be lost with the power.
  (await database()).transaction("drafts", mode, { durability: "strict" }).objectStore("drafts")

/** Keeps a draft, in the place of an earlier one. */
export const keepDraft = async (draft: Draft): Promise<void> => {
  await done((await store("readwrite")).put(draft, keyOf(draft)))
}

/** The draft of a text, if there is one. */
export const draftOf = async (person: string, place: TextPlace): Promise<Draft | undefined> =>
  done((await store("readonly")).get(keyOf({ ...place, person }))) as Promise<Draft | undefined>

/** Forgets the draft of a text. */
export const forgetDraft = async (person: string, place: TextPlace): Promise<void> => {
  await done((await store("readwrite")).delete(keyOf({ ...place, person })))
}

const ofPerson = (person: string) => IDBKeyRange.bound([person], [person, []])

/** Everything that a person typed and that was not sent. */
export const draftsOf = async (person: string): Promise<ReadonlyArray<Draft>> =>
  done((await store("readonly")).getAll(ofPerson(person))) as Promise<ReadonlyArray<Draft>>

/** Forgets everything that a person typed, as when they sign out. */
export const forgetAll = async (person: string): Promise<void> => {
  await done((await store("readwrite")).delete(ofPerson(person)))
}
