/** The text of a page, which is saved while it is typed, and in which what others type appears. */
import "../parts/shared.js"
import {
  collab,
  getSyncedVersion,
  receiveUpdates,
  sendableUpdates,
  type Update as TypedUpdate
} from "@codemirror/collab"
import { type Extension, Transaction } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { type ReadonlySignal, signal } from "@preact/signals"
import { ApiError, type CallOptions, get, isTemporary, post } from "../api/Api.js"
import { follow } from "../api/Stream.js"
import { carets, type Present, setCarets, type Told } from "./Carets.js"
import { forgetDraft, keepDraft, markOpen, sendDrafts, type TextPlace } from "./Drafts.js"
import { addressOf, changesOf, type Edited, mostSent, type Opened, type Update } from "./LiveText.js"
import { type Notice, recovered } from "./Recovering.js"

export type { Notice } from "./Recovering.js"

/** Whether what was typed is stored by the server. */
export type Saving =
  | { readonly kind: "saved" }
  | { readonly kind: "saving" }
  /** Without the server. The changes are written down in this browser, unless it does not allow that. */
  | { readonly kind: "offline"; readonly changes: number; readonly isKept: boolean }
  | { readonly kind: "ended"; readonly reason: string }

/** A text that is open. */
export interface LivePage {
  readonly text: string
  /** Keeps the text of an editor, which was given `text`, and the server's the same. */
  readonly extension: Extension
  readonly saving: ReadonlySignal<Saving>
  readonly present: ReadonlySignal<ReadonlyArray<Present>>
  /** The version of the text that the server and this page have. */
  readonly version: ReadonlySignal<number>
  readonly notice: Notice | undefined
  /** Whether it has to be opened again, as after a time away that was longer than the log of changes is kept. */
  readonly isStale: ReadonlySignal<boolean>
  /** Connects it to the editor that has the extension. */
  readonly attach: (view: EditorView) => void
  /**
   * Ends it; what was typed is sent first, or kept in this browser. It becomes a revision then, unless its person goes to
   * another page of the line.
   */
  readonly close: (staysOnLine?: boolean) => void
}

/** How long letters are gathered before they are sent, and before they are written down here, in milliseconds. */
const gathers = 40
const writesDown = 150
/** How long the server may take to answer, in milliseconds. */
const answersWithin = 10_000
/** How long to wait at most before the server is tried again, in milliseconds. */
const longestWait = 3_000
/** How often the caret is told to others, in milliseconds. */
const tells = 400

/** Opens the text of a page for a person. */
export const openLivePage = async (
  person: string,
  place: TextPlace,
  { path = "", title }: { readonly title: string; readonly path?: string }
): Promise<LivePage> => {
  const address = addressOf(place)
  let opened = await get<Opened>(address)
  let notice: Notice | undefined
  await sendDrafts(person, place, async (draft) => {
    try {
      const again = await recovered(address, draft)
      notice = notice === undefined || notice === "recovered" ? again.notice : notice
      opened = again.text
      return true
    } catch (error) {
      if (isTemporary(error)) throw error
      // It stays where it is, and the page can be edited without it.
      notice = "refused"
      return false
    }
  })
  const { client, markdown, revision } = opened
  const version = signal(opened.version)
  const saving = signal<Saving>({ kind: "saved" })
  const present = signal<ReadonlyArray<Present>>([])
  const isStale = signal(false)
  let view: EditorView | undefined
  let sending = false
  let isClosed = false
  let hasLeft = false
  /** Whether the server was out of reach the last time. */
  let isAway = false
  let retry = 500
  let sendTimer: ReturnType<typeof setTimeout> | undefined
  let writeTimer: ReturnType<typeof setTimeout> | undefined
  let tellTimer: ReturnType<typeof setTimeout> | undefined
  let said = ""
  const draft = { ...place, person, client }
  const release = markOpen(client)

  const isEnded = () => saving.peek().kind === "ended"
  const pending = () => (view === undefined ? [] : sendableUpdates(view.state))
  const selection = () => {
    const { anchor = 0, head = 0 } = view?.state.selection.main ?? {}
    return { anchor, head }
  }

  /** Writes down what was not sent: how many changes it was, and whether that worked. */
  const writeDown = async (): Promise<{ readonly changes: number; readonly isKept: boolean }> => {
    clearTimeout(writeTimer)
    writeTimer = undefined
    if (view === undefined) return { changes: 0, isKept: true }
    const updates = pending().map(({ changes }) => changes.toJSON() as unknown)
    try {
      await (updates.length === 0
        ? forgetDraft(draft)
        : keepDraft({
            ...draft,
            version: getSyncedVersion(view.state),
            revision,
            updates,
            text: view.state.doc.sliceString(0, undefined, "\n"),
            title,
            path,
            at: Date.now()
          }))
      return { changes: updates.length, isKept: true }
    } catch {
      return { changes: pending().length, isKept: false }
    }
  }
  /** Says that the server is out of reach, after it is true that nothing is lost by that. */
  const sayOffline = async () => {
    const written = await writeDown()
    // The server may have answered meanwhile.
    if (isAway && !isEnded()) saving.value = { kind: "offline", ...written }
  }
  const soonWriteDown = () => {
    writeTimer ??= setTimeout(() => void (isAway ? sayOffline() : writeDown()), writesDown)
  }
  /** Lets other tabs send what is left of the text, once this one does not. */
  const settle = () => {
    if (isClosed && pending().length === 0) void release()
  }

  /** Takes updates that follow a version; those that the editor has already are left out. */
  const receive = (updates: ReadonlyArray<Update>, after: number) => {
    if (view === undefined) return
    const news = updates.slice(getSyncedVersion(view.state) - after)
    if (news.length === 0) return
    view.dispatch(
      receiveUpdates(
        view.state,
        news.map((update) => ({ changes: changesOf(update), clientID: update.client }))
      )
    )
    version.value = getSyncedVersion(view.state)
  }

  const stopSending = async () => {
    await writeDown()
    await release()
  }

  const end = async (reason: string) => {
    await stopSending()
    saving.value = { kind: "ended", reason }
  }

  const becomeStale = async () => {
    await stopSending()
    isStale.value = true
  }

  /** Tells the server what was typed, where the caret is, and whether this is closed now. */
  const submit = (editor: EditorView, updates: ReadonlyArray<TypedUpdate>, leaving = false, options?: CallOptions) =>
    post<Edited>(
      address,
      {
        version: getSyncedVersion(editor.state),
        client,
        updates: updates.map(({ changes }) => ({ changes: changes.toJSON() as unknown })),
        selection: selection(),
        leaving
      },
      options
    )

  const send = async (): Promise<void> => {
    sendTimer = undefined
    if (sending || view === undefined || isEnded() || isStale.peek()) return
    const all = pending()
    const updates = all.slice(0, mostSent)
    const leaving = isClosed && !hasLeft && updates.length === all.length
    if (updates.length === 0 && !leaving) {
      saving.value = { kind: "saved" }
      soonWriteDown()
      settle()
      return
    }
    if (saving.peek().kind === "saved") saving.value = { kind: "saving" }
    sending = true
    const sent = getSyncedVersion(view.state)
    try {
      // A connection that was lost without a word would never answer. What is sent twice counts once.
      const answer = await submit(view, updates, leaving, { signal: AbortSignal.timeout(answersWithin) })
      hasLeft = leaving
      isAway = false
      retry = 500
      receive(answer.updates, sent)
      tellAgain(answer)
      sending = false
      soonSend(0)
    } catch (error) {
      sending = false
      isAway = isTemporary(error)
      // Without a word, whoever has left is away after a while.
      hasLeft = leaving && updates.length === 0
      if (isAway) {
        soonSend(retry)
        retry = Math.min(2 * retry, longestWait)
        await sayOffline()
      } else if (error instanceof ApiError && error.status === 409) {
        await becomeStale()
      } else await end((error as Error).message)
    }
  }
  const soonSend = (wait: number) => {
    if (wait === 0) clearTimeout(sendTimer)
    if (wait === 0 || sendTimer === undefined) sendTimer = setTimeout(() => void send(), wait)
  }

  const soonTell = () => {
    if (!isClosed) tellTimer ??= setTimeout(tell, tells)
  }
  /** Tells the caret again if others had changed the text that it was told for. */
  const tellAgain = ({ updates }: Edited) => {
    if (updates.every((update) => update.client === client)) return
    said = ""
    soonTell()
  }
  const tell = () => {
    tellTimer = undefined
    const now = JSON.stringify(selection())
    if (view === undefined || isEnded() || isClosed || now === said || pending().length > 0) return
    said = now
    submit(view, []).then(
      (answer) => {
        tellAgain(answer)
        // It may have arrived after what was sent later.
        if (JSON.stringify(selection()) !== now) soonTell()
      },
      () => {}
    )
  }

  /** Where the carets of others are here, where something was typed that they do not have yet. */
  const told = (people: ReadonlyArray<Present>): ReadonlyArray<Told> => {
    const unsent = pending()
    return people.flatMap((each) => {
      if (each.selection === undefined) return []
      const head = unsent.reduce(
        (at, { changes }) => changes.mapPos(Math.min(at, changes.length), 1),
        each.selection.head
      )
      return [{ person: each, head }]
    })
  }

  let stop = () => {}
  const listener = EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      const isOwn = update.transactions.some((each) => each.docChanged && each.annotation(Transaction.remote) !== true)
      if (isOwn && pending().length > 0) {
        if (saving.peek().kind === "saved") saving.value = { kind: "saving" }
        soonSend(gathers)
      }
      soonWriteDown()
    }
    if (update.selectionSet) soonTell()
  })
  const now = () => soonSend(0)
  const hide = () => {
    if (writeTimer !== undefined) void writeDown()
  }
  /** The tab may be closed: what is too long for a request that outlives it stays written down here. */
  const leave = () => {
    hide()
    if (view !== undefined && !isEnded() && !isStale.peek())
      submit(view, pending().slice(0, mostSent), true, { keepalive: true }).catch(() => {})
  }

  return {
    text: markdown,
    extension: [collab({ startVersion: opened.version, clientID: client }), carets, listener],
    saving,
    present,
    version,
    notice,
    isStale,
    attach: (editor) => {
      view = editor
      stop = follow({
        subject: () => ({
          kind: "live",
          changeRequest: place.request,
          space: place.space,
          page: place.page,
          after: getSyncedVersion(editor.state),
          client
        }),
        next: ({ ended, live }) => {
          if (isClosed) return
          if (ended !== undefined) return void becomeStale()
          const {
            present: people,
            updates,
            version: last
          } = live as Edited & {
            readonly present?: ReadonlyArray<Present>
          }
          receive(updates, last - updates.length)
          if (people === undefined) return
          present.value = people.filter((each) => each.client !== client && each.user !== person)
          editor.dispatch({ effects: setCarets.of(told(present.value)) })
        }
      })
      addEventListener("online", now)
      addEventListener("pagehide", leave)
      document.addEventListener("visibilitychange", hide)
    },
    close: (staysOnLine = false) => {
      hide()
      isClosed = true
      hasLeft = staysOnLine
      void send()
      settle()
      stop()
      clearTimeout(tellTimer)
      removeEventListener("online", now)
      removeEventListener("pagehide", leave)
      document.removeEventListener("visibilitychange", hide)
    }
  }
}
