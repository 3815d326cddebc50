/** Writes a comment, a reply or a suggestion; `@` mentions a person. */
import { useSignal, useSignalEffect } from "@preact/signals"
import type { JSX } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { DocumentNode, User } from "../api/Objects.js"
import { Nodes, noPictures } from "../comparison/DocumentView.js"
import { findPeople, mentionOf } from "../parts/people.js"
import { complain } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { askWorker } from "../worker/TextQuestions.js"
import { texts } from "./texts.js"
import { keepUnsent, readUnsent } from "./unsent.js"

const mostPeople = 6

/** What is typed of a name behind an `@` that begins a word. */
const mention = /(?:^|\s)@([^\s@]{0,30})$/

/** A field for a comment; `quote` are the words that may be suggested to be others. */
export const Composer = (given: {
  readonly model: SpaceModel
  readonly label: string
  readonly begin?: string
  readonly button: string
  readonly quote?: string | undefined
  /** The words that are suggested when it begins. */
  readonly suggested?: string | undefined
  readonly hasFocus?: boolean
  /** Names what is written here, which this tab then keeps until it is sent or given up. */
  readonly draft?: string
  readonly send: (markdown: string, suggestion?: string) => Promise<void>
  /** Keeps it for a review, instead of sending it. */
  readonly keep?: ((markdown: string, suggestion?: string) => void) | undefined
  readonly cancel?: (() => void) | undefined
}): JSX.Element => {
  const { button, cancel, keep, label, model, quote, send } = given
  const kept = given.draft === undefined ? undefined : readUnsent(given.draft)
  const text = useSignal(kept?.text ?? given.begin ?? "")
  const suggestion = useSignal<string | undefined>(kept === undefined ? given.suggested : kept.suggestion)
  const people = useSignal<ReadonlyArray<User>>([])
  const chosen = useSignal(0)
  const isSending = useSignal(false)
  /** What the text will look like, while it is shown. */
  const preview = useSignal<DocumentNode | undefined>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  useSignalEffect(() => {
    if (given.draft !== undefined) keepUnsent(given.draft, { text: text.value, suggestion: suggestion.value })
  })
  const giveUp = () => {
    text.value = ""
    suggestion.value = undefined
    cancel?.()
  }
  useLayoutEffect(() => {
    if (given.hasFocus !== false) field.current?.focus()
  }, [])
  const find = async () => {
    const { selectionStart = 0, value = "" } = field.current ?? {}
    const query = mention.exec(value.slice(0, selectionStart))?.[1]
    if (query === undefined) {
      people.value = []
      return
    }
    const found = await findPeople(model, query, mostPeople)
    if (field.current?.value !== value) return
    people.value = found
    chosen.value = 0
  }
  const pick = (person: User | undefined) => {
    const { selectionStart = 0, value = "" } = field.current ?? {}
    people.value = []
    if (person === undefined) return
    const start = value.slice(0, selectionStart).lastIndexOf("@")
    const before = `${value.slice(0, start)}${mentionOf(person)} `
    text.value = before + value.slice(selectionStart)
    queueMicrotask(() => {
      field.current?.focus()
      field.current?.setSelectionRange(before.length, before.length)
    })
  }
  const take = async (use: (markdown: string, suggestion?: string) => unknown) => {
    if (isSending.value || (text.value.trim() === "" && suggestion.value === undefined)) return
    isSending.value = true
    try {
      await use(text.value.trim() === "" ? texts.suggestion : text.value, suggestion.value)
      // By now this field may be gone, and keeps nothing any more.
      if (given.draft !== undefined) keepUnsent(given.draft, { text: "" })
      text.value = ""
      suggestion.value = undefined
    } catch (error) {
      complain(error)
    } finally {
      isSending.value = false
    }
  }
  const submit = () => take(send)
  const togglePreview = async () => {
    const { value } = text
    try {
      const found = preview.value === undefined ? await askWorker("document", value) : undefined
      if (text.value === value) preview.value = found
    } catch (error) {
      complain(error)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = people.value
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      void take(event.shiftKey && keep !== undefined ? keep : send)
    } else if (length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      chosen.value = (chosen.value + (event.key === "ArrowDown" ? 1 : length - 1)) % length
    } else if (length > 0 && (event.key === "Enter" || event.key === "Tab")) pick(people.value[chosen.value])
    else if (event.key === "Escape") {
      if (length > 0) people.value = []
      else if (cancel !== undefined) giveUp()
      else return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        rows={3}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
          preview.value = undefined
          void find()
        }}
        onKeyDown={onKeyDown}
      />
      {people.value.length > 0 && (
        <ul class="people">
          {people.value.map((person, index) => (
            <li key={person.id}>
              <button
                type="button"
                class={index === chosen.value ? "chosen" : ""}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(person)}
              >
                {person.displayName}
              </button>
            </li>
          ))}
        </ul>
      )}
      {preview.value !== undefined && text.value !== "" && (
        <section class="post-body preview" aria-label={texts.preview}>
          <Nodes nodes={preview.value.nodes ?? []} view={noPictures} />
        </section>
      )}
      {suggestion.value !== undefined && (
        <textarea
          class="suggested"
          aria-label={texts.suggested}
          rows={Math.min(12, suggestion.value.split("\n").length + 1)}
          value={suggestion.value}
          onInput={(event) => {
            suggestion.value = event.currentTarget.value
          }}
          onKeyDown={onKeyDown}
        />
      )}
      <div class="composer-foot">
        <button type="submit" class="primary" disabled={isSending.value} title="Ctrl+Enter">
          {button}
        </button>
        {keep !== undefined && (
          <button
            type="button"
            disabled={isSending.value}
            title={`${texts.keepHelp} (Ctrl+Shift+Enter)`}
            onClick={() => void take(keep)}
          >
            {texts.keep}
          </button>
        )}
        <button
          type="button"
          disabled={text.value.trim() === ""}
          aria-pressed={preview.value !== undefined}
          onClick={() => void togglePreview()}
        >
          {texts.preview}
        </button>
        {quote !== undefined && (
          <button
            type="button"
            aria-pressed={suggestion.value !== undefined}
            onClick={() => {
              suggestion.value = suggestion.value === undefined ? quote : undefined
            }}
          >
            {texts.suggest}
          </button>
        )}
        {cancel !== undefined && (
          <button type="button" class="quiet" onClick={giveUp}>
            {texts.cancel}
          </button>
        )}
      </div>
    </form>
  )
}
