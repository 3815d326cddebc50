/** A comment with its replies, and what can be done with them. */
import { type Signal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { textOf } from "../comparison/compare.js"
import { Nodes, noPictures } from "../comparison/DocumentView.js"
import { pathOf } from "../navigation/Router.js"
import { complain, say } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { ago } from "../texts.js"
import { Composer } from "./Composer.js"
import type { PendingComments } from "./Pending.js"
import { PendingView } from "./PendingView.js"
import { Reactions } from "./Reactions.js"
import { SuggestedWords } from "./SuggestedWords.js"
import type { Post, Thread, Threads } from "./Threads.js"
import { texts } from "./texts.js"

/** The address of a comment in the review of its change request; `undefined` for any other. */
const addressOf = (model: SpaceModel, { id, target }: Thread): string | undefined => {
  const request = model.request.value?.id
  const page = target.page?.id
  if (request === undefined || page === undefined) return undefined
  const place = { kind: "space", space: model.space.value.id, request, screen: "review", part: "changes" } as const
  return `${pathOf({ ...place, item: page, path: undefined })}#comment-${id}`
}

const attempt = (work: Promise<unknown>): void => {
  work.catch(complain)
}

const PostView = (given: {
  readonly model: SpaceModel
  readonly threads: Threads
  readonly thread: string
  readonly post: Post
  /** The id of a reply; the comment itself when absent. */
  readonly reply?: string
  readonly address?: string | undefined
}): JSX.Element => {
  const { address, model, post, reply, thread, threads } = given
  const editing = useSignal<string | undefined>(undefined)
  const { body, editedAt, permissions, postedAt, postedBy } = post
  const time = (
    <time class="dim" dateTime={postedAt} title={new Date(postedAt).toLocaleString()}>
      {ago(postedAt)}
    </time>
  )
  return (
    <div class="post">
      <div class="post-head">
        <strong>{postedBy.displayName}</strong>{" "}
        {address === undefined ? (
          time
        ) : (
          <a
            href={address}
            title={texts.linkTo}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              history.pushState(null, "", address)
              dispatchEvent(new PopStateEvent("popstate"))
            }}
          >
            {time}
          </a>
        )}
        {editedAt !== undefined && <span class="dim"> · {texts.edited}</span>}
        <span class="post-tools">
          {permissions.edit && (
            <button
              type="button"
              class="quiet"
              onClick={() =>
                attempt(
                  threads.markdown(thread, reply).then((markdown) => {
                    editing.value = markdown
                  })
                )
              }
            >
              {texts.edit}
            </button>
          )}
          {permissions.delete && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                if (confirm(reply === undefined ? texts.confirmRemove : texts.confirmRemoveReply)) {
                  attempt(threads.remove(thread, reply))
                }
              }}
            >
              {texts.remove}
            </button>
          )}
        </span>
      </div>
      {editing.value === undefined ? (
        <div class="post-body">
          <Nodes nodes={body.document?.nodes ?? []} view={noPictures} />
        </div>
      ) : (
        <Composer
          model={model}
          label={texts.edit}
          begin={editing.value}
          button={texts.save}
          send={async (markdown) => {
            await threads.edit(thread, markdown, reply)
            editing.value = undefined
          }}
          cancel={() => {
            editing.value = undefined
          }}
        />
      )}
      <Reactions post={post} react={(emoji, isAdded) => attempt(threads.react(thread, emoji, isAdded, reply))} />
    </div>
  )
}

const SuggestionView = (given: {
  readonly model: SpaceModel
  readonly threads: Threads
  readonly thread: Thread
  readonly picked?: Signal<ReadonlySet<string>> | undefined
}): JSX.Element | null => {
  const { model, picked, thread, threads } = given
  const { suggestion, target } = thread
  if (suggestion === undefined) return null
  const refusal = model.refusal()
  return (
    <div class="suggestion">
      <SuggestedWords quote={target.quote ?? ""} text={suggestion.text} />
      {suggestion.status === "applied" && <p class="dim">{texts.appliedBy(suggestion.appliedBy?.displayName ?? "")}</p>}
      {suggestion.status === "outdated" && <p class="note">{texts.outdated}</p>}
      {suggestion.status === "open" && (
        <p>
          <button
            type="button"
            class="primary"
            disabled={refusal !== undefined}
            title={refusal}
            onClick={() => attempt(threads.apply([thread.id]).then(() => say(texts.applied(1))))}
          >
            {texts.apply}
          </button>{" "}
          {picked !== undefined && refusal === undefined && (
            <label>
              <input
                type="checkbox"
                checked={picked.value.has(thread.id)}
                onChange={({ currentTarget }) => {
                  const next = new Set(picked.value)
                  if (currentTarget.checked) next.add(thread.id)
                  else next.delete(thread.id)
                  picked.value = next
                }}
              />{" "}
              {texts.pick}
            </label>
          )}
        </p>
      )}
    </div>
  )
}

/** A thread; `picked` are the suggestions that are to be applied together. */
export const ThreadView = (given: {
  readonly model: SpaceModel
  readonly threads: Threads
  readonly thread: Thread
  readonly picked?: Signal<ReadonlySet<string>> | undefined
  readonly show?: (() => void) | undefined
  /** Where replies can be kept for a review. */
  readonly pending?: PendingComments | undefined
}): JSX.Element => {
  const { model, pending, picked, show, thread, threads } = given
  const isReplying = useSignal(false)
  const isOpen = useSignal(false)
  const isResolved = thread.status === "resolved"
  const isFolded = isResolved && !isOpen.value
  const { found: replies = [] } = useAnswer(
    async () => (thread.replies === 0 || isFolded ? [] : threads.replies(thread.id)),
    [thread, isFolded]
  )
  const { lost, quote } = thread.target
  if (isFolded) {
    return (
      <button
        type="button"
        class="thread folded-thread"
        data-thread={thread.id}
        onClick={() => {
          isOpen.value = true
        }}
      >
        <strong>{thread.postedBy.displayName}</strong>{" "}
        {textOf(thread.body.document?.nodes ?? [])
          .trim()
          .slice(0, 80)}{" "}
        <span class="dim">· {texts.resolvedBy(thread.resolvedBy?.displayName ?? "")}</span>
      </button>
    )
  }
  return (
    <article class={`thread ${thread.status}`} data-thread={thread.id} tabIndex={-1}>
      {quote !== undefined && (
        <blockquote class="quote">
          {show === undefined || lost === true ? (
            <span>{quote}</span>
          ) : (
            <button type="button" class="quiet" onClick={show}>
              {quote}
            </button>
          )}
          {lost === true && <span class="note"> {texts.earlier}</span>}
        </blockquote>
      )}
      <PostView model={model} threads={threads} thread={thread.id} post={thread} address={addressOf(model, thread)} />
      <SuggestionView model={model} threads={threads} thread={thread} picked={picked} />
      {replies.map((reply) => (
        <PostView key={reply.id} model={model} threads={threads} thread={thread.id} post={reply} reply={reply.id} />
      ))}
      {pending?.comments.value.map(
        (comment) =>
          comment.parent === thread.id && (
            <PendingView key={comment.id} model={model} pending={pending} comment={comment} />
          )
      )}
      {isReplying.value ? (
        <Composer
          model={model}
          label={texts.replyTo(thread.postedBy.displayName)}
          button={texts.reply}
          draft={`${model.line}/replies/${thread.id}`}
          send={async (markdown) => {
            await threads.reply(thread.id, markdown)
            isReplying.value = false
          }}
          keep={
            pending &&
            ((markdown) => {
              pending.keep({ id: crypto.randomUUID(), markdown, parent: thread.id })
              isReplying.value = false
            })
          }
          cancel={() => {
            isReplying.value = false
          }}
        />
      ) : (
        <div class="thread-foot">
          {thread.permissions.reply && (
            <button
              type="button"
              onClick={() => {
                isReplying.value = true
              }}
            >
              {texts.reply}
            </button>
          )}
          {(thread.permissions.delete || thread.permissions.edit) && (
            <button type="button" onClick={() => attempt(threads.resolve(thread.id, !isResolved))}>
              {isResolved ? texts.reopen : texts.resolve}
            </button>
          )}
          {isResolved && <span class="dim">{texts.resolvedBy(thread.resolvedBy?.displayName ?? "")}</span>}
        </div>
      )}
    </article>
  )
}
