/** What was typed in this browser and did not reach the server. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { person } from "../api/Session.js"
import { pathOf } from "../navigation/Router.js"
import { complain, copy } from "../parts/Toasts.js"
import { type Draft, draftsOf, forgetDraft } from "../saving/Drafts.js"
import { ago, texts } from "../texts.js"

/** The texts that were not sent, as after a crash; opening a page sends what was typed in it. */
export const Unsent = (): JSX.Element | null => {
  const drafts = useSignal<ReadonlyArray<Draft>>([])
  const read = async () => {
    const me = person.value
    if (me !== undefined) drafts.value = await draftsOf(me.id)
  }
  useEffect(() => {
    read().catch(() => {})
  }, [])
  if (drafts.value.length === 0) return null
  return (
    <section>
      <h2>{texts.drafts.title}</h2>
      <p class="empty">{texts.drafts.help}</p>
      <ul class="places">
        {drafts.value.map((draft) => (
          <li key={`${draft.page}/${draft.client}`} class="draft">
            <span>
              <strong>{draft.title || texts.untitled}</strong> <small>{ago(new Date(draft.at).toISOString())}</small>
            </span>
            <a
              class="button"
              href={pathOf({ kind: "space", space: draft.space, request: draft.request, path: draft.path })}
            >
              {texts.drafts.open}
            </a>
            <button type="button" onClick={() => copy(draft.text, texts.copied)}>
              {texts.copyText}
            </button>
            <button
              type="button"
              onClick={() => {
                if (confirm(texts.drafts.confirm)) forgetDraft(draft).then(read).catch(complain)
              }}
            >
              {texts.drafts.discard}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
