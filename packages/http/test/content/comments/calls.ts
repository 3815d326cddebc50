import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, type Operation, within } from "../../contract/rows.js"
import { body, type Entry, onSpace } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const said = body({ body: { markdown: "Hello" } })
const reacted = body({ addedReactions: ["🎉"] })

/** Who may do them on a kind of place. */
const visibilityIn = (place: string): Readonly<Record<string, Entry>> => ({
  [`listCommentsIn${place}`]: onSpace("read"),
  [`postCommentIn${place}`]: onSpace("comment", said),
  [`getCommentIn${place}`]: onSpace("read"),
  [`updateCommentIn${place}`]: onSpace("comment", reacted),
  [`applySuggestionsIn${place}`]: onSpace("edit", {
    body: ({ params }) => ({ comments: [params.commentId] })
  }),
  [`deleteCommentIn${place}`]: onSpace("review"),
  [`listCommentRepliesIn${place}`]: onSpace("read"),
  [`postCommentReplyIn${place}`]: onSpace("comment", said),
  [`getCommentReplyIn${place}`]: onSpace("read"),
  [`updateCommentReplyIn${place}`]: onSpace("comment", reacted),
  [`deleteCommentReplyIn${place}`]: onSpace("review"),
  [`listCommentersIn${place}`]: onSpace("read")
})

type Path = (ids: Ids) => string

const text = (markdown: string) => () => ({ body: { markdown } })

/** The operations of comments on a kind of place; the comment and its reply are an administrator's, `extra` the kind's. */
const commentsIn = (
  place: string,
  root: Path,
  elsewhere: Path,
  thread: { readonly comment: Path; readonly reply: Path },
  extra: { readonly replies: string; readonly update: object }
): Readonly<Record<string, Operation>> => {
  const all = within(root, "/comments")
  const commenters = within(root, "/commenters")
  const one = (ids: Ids) => `${all(ids)}/${thread.comment(ids)}`
  const replies = within(one, "/replies")
  const reply = (ids: Ids) => `${replies(ids)}/${thread.reply(ids)}`
  const unknown = within(all, "/unknown")
  const suggestions = (ids: Ids) => ({ comments: [thread.comment(ids)] })
  const unknownReply = within(replies, "/unknown")
  return {
    [`listCommentsIn${place}`]: {
      method: "GET",
      path: all,
      status: 200,
      failures: {
        400: { path: within(all, "?status=closed") },
        403: never.seesOrNot,
        404: { as: "rex", path: within(elsewhere, "/comments") },
        409: never.readsOnly
      },
      more: [
        { as: "rex" },
        { path: (ids) => `${all(ids)}?order=asc&status=open&targetPage=${ids.page}&authors=${ids.users.ada}` },
        { path: (ids) => `${all(ids)}?authors=${ids.users.ada}&authors=${ids.users.rex}&limit=1` },
        { path: within(all, "?format=document") }
      ]
    },
    [`postCommentIn${place}`]: {
      method: "POST",
      path: all,
      status: 200,
      body: ({ page }) => ({ body: { markdown: "Why?" }, page, node: "n1" }),
      failures: {
        400: { body: () => ({ body: {} }) },
        403: { as: "rex" },
        404: { body: () => ({ body: { markdown: "Why?" }, page: "unknown" }) },
        409: never.noState
      },
      more: [
        { body: text("Why?") },
        {
          body: ({ page }) => ({
            body: { markdown: "Why?" },
            page,
            range: { start: 0, end: 1 },
            quote: "#",
            suggestion: "##"
          })
        }
      ]
    },
    [`getCommentIn${place}`]: {
      method: "GET",
      path: one,
      status: 200,
      failures: {
        400: { path: within(one, "?format=html") },
        403: never.seesOrNot,
        404: { path: unknown },
        409: never.readsOnly
      },
      more: [{ as: "rex" }, { path: within(one, "?format=document") }]
    },
    [`updateCommentIn${place}`]: {
      method: "PUT",
      path: one,
      status: 200,
      body: () => ({ body: { markdown: "Because" }, addedReactions: ["🎉", "1f44d"], resolved: true }),
      failures: {
        400: { body: () => ({ addedReactions: ["party"] }) },
        403: { as: "rex" },
        404: { path: unknown },
        409: {
          body: () => ({ suggestion: "Other" }),
          prepare: ({ ask, ids }) => ask("POST", `${all(ids)}/apply`, { body: suggestions(ids) })
        }
      },
      more: [
        { body: () => ({ suggestion: "Other" }) },
        { body: () => ({ removedReactions: ["1f389"], resolved: false }) },
        { body: () => ({}) }
      ]
    },
    [`applySuggestionsIn${place}`]: {
      method: "POST",
      path: within(all, "/apply"),
      status: 200,
      body: suggestions,
      failures: {
        400: { body: () => ({ comments: [] }) },
        403: { as: "rex" },
        404: { body: () => ({ comments: ["unknown"] }) },
        409: { prepare: ({ ask, ids }) => ask("POST", `${all(ids)}/apply`, { body: suggestions(ids) }) }
      }
    },
    [`deleteCommentIn${place}`]: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: {
        400: { path: within(all, "/%zz") },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ path: unknown }, { as: "eve" }, { prepare: ask("DELETE", one) }, { as: "rex", path: unknown }]
    },
    [`listCommentRepliesIn${place}`]: {
      method: "GET",
      path: replies,
      status: 200,
      failures: {
        400: { path: within(replies, "?limit=-1") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/replies") },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(replies, extra.replies) }, { path: within(replies, "?format=document") }]
    },
    [`postCommentReplyIn${place}`]: {
      method: "POST",
      path: replies,
      status: 200,
      body: text("Because"),
      failures: {
        400: malformed,
        403: { as: "rex" },
        404: { path: within(unknown, "/replies") },
        409: never.noState
      }
    },
    [`getCommentReplyIn${place}`]: {
      method: "GET",
      path: reply,
      status: 200,
      failures: {
        400: { path: within(reply, "?format=") },
        403: never.seesOrNot,
        404: { path: unknownReply },
        409: never.readsOnly
      },
      more: [{ as: "rex" }, { path: within(reply, "?format=document") }]
    },
    [`updateCommentReplyIn${place}`]: {
      method: "PUT",
      path: reply,
      status: 200,
      body: () => ({ body: { markdown: "Because" }, addedReactions: ["🎉"], removedReactions: ["👍"] }),
      failures: {
        400: { body: () => ({ body: "Because" }) },
        403: { as: "rex" },
        404: { path: unknownReply },
        409: never.noState
      },
      more: [{ body: () => extra.update }]
    },
    [`deleteCommentReplyIn${place}`]: {
      method: "DELETE",
      path: reply,
      status: 204,
      failures: {
        400: { path: within(replies, "/%zz") },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ path: unknownReply }, { as: "eve" }, { prepare: ask("DELETE", one) }]
    },
    [`listCommentersIn${place}`]: {
      method: "GET",
      path: commenters,
      status: 200,
      failures: {
        400: { path: within(commenters, "?page=broken") },
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ as: "rex" }]
    }
  }
}

/** The operations of comments on spaces. */
const spaceComments = commentsIn(
  "Space",
  (ids) => `/v1/spaces/${ids.spaces.main}`,
  (ids) => `/v1/spaces/${ids.spaces.hidden}`,
  { comment: ({ comment }) => comment, reply: ({ reply }) => reply },
  { replies: "?limit=1", update: {} }
)

const request = (ids: Ids) => `/v1/spaces/${ids.spaces.main}/change-requests`

/** The operations of comments on change requests. */
const changeRequestComments = commentsIn(
  "ChangeRequest",
  (ids) => `${request(ids)}/${ids.changeRequest}`,
  (ids) => `${request(ids)}/unknown`,
  { comment: ({ requestComment }) => requestComment, reply: ({ requestReply }) => requestReply },
  { replies: "?order=asc&limit=1", update: { resolved: true } }
)

/** Comments on spaces and on change requests. */
export const resource: Resource = {
  operations: {
    ...spaceComments,
    ...changeRequestComments
  },
  own: ["applySuggestionsInSpace", "applySuggestionsInChangeRequest"],
  visibility: {
    ...visibilityIn("Space"),
    ...visibilityIn("ChangeRequest")
  }
}
