/** A comment that waits for a review: it can be changed and removed until the review is sent. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { Nodes, noPictures } from "../comparison/DocumentView.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { askWorker } from "../worker/TextQuestions.js"
import { Composer } from "./Composer.js"
import type { PendingComment, PendingComments } from "./Pending.js"
import { SuggestedWords } from "./SuggestedWords.js"
import { texts } from "./texts.js"

/** The comment; `title` says where it is, if its place does not. */
export const PendingView = (given: {
  readonly model: SpaceModel
  readonly pending: PendingComments
  readonly comment: PendingComment
  readonly title?: string | undefined
}): JSX.Element => {
  const { comment, model, pending, title } = given
  const { id, markdown, quote, suggestion } = comment
  const isEdited = useSignal(false)
  const { found } = useAnswer(() => askWorker("document", markdown), [markdown])
  const end = () => {
    isEdited.value = false
  }
  return (
    <article class="thread pending" aria-label={texts.pending} tabIndex={-1}>
      <div class="post-head">
        <span class="badge">{texts.pending}</span> {title !== undefined && <strong>{title}</strong>}
        <span class="post-tools">
          <button
            type="button"
            class="quiet"
            onClick={() => {
              isEdited.value = true
            }}
          >
            {texts.edit}
          </button>
          <button type="button" class="quiet" onClick={() => pending.remove([id])}>
            {texts.remove}
          </button>
        </span>
      </div>
      {quote !== undefined && (
        <blockquote class="quote">
          <span>{quote}</span>
        </blockquote>
      )}
      {isEdited.value ? (
        <Composer
          model={model}
          label={texts.edit}
          begin={markdown}
          suggested={suggestion}
          quote={quote}
          button={texts.save}
          send={async (text, words) => {
            const { suggestion: before, ...rest } = comment
            pending.keep({ ...rest, markdown: text, ...(words !== undefined && { suggestion: words }) })
            end()
          }}
          cancel={end}
        />
      ) : (
        <>
          <div class="post-body">
            {found === undefined ? <p>{markdown}</p> : <Nodes nodes={found.nodes ?? []} view={noPictures} />}
          </div>
          {suggestion !== undefined && <SuggestedWords quote={quote ?? ""} text={suggestion} />}
        </>
      )}
    </article>
  )
}
