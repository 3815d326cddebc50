import type { Ids } from "../support/world.js"
import { ask, malformed, never, type Operation, within } from "./rows.js"

const all = (ids: Ids) => `/v1/spaces/${ids.spaces.main}/comments`
const hidden = (ids: Ids) => `/v1/spaces/${ids.spaces.hidden}/comments`
const one = (ids: Ids) => `${all(ids)}/${ids.comment}`
const replies = within(one, "/replies")
const reply = (ids: Ids) => `${replies(ids)}/${ids.reply}`
const unknown = within(all, "/unknown")
const unknownReply = within(replies, "/unknown")
const text = (markdown: string) => () => ({ body: { markdown } })

/** The operations of comments on spaces. The comment and its reply are an administrator's. */
export const spaceComments: Readonly<Record<string, Operation>> = {
  listCommentsInSpace: {
    method: "GET",
    path: all,
    status: 200,
    failures: {
      400: { path: within(all, "?status=closed") },
      403: never.seesOrNot,
      404: { as: "rex", path: hidden },
      409: never.readsOnly
    },
    more: [
      { as: "rex" },
      { path: (ids) => `${all(ids)}?order=asc&status=open&targetPage=${ids.page}&authors=${ids.users.ada}` },
      { path: (ids) => `${all(ids)}?authors=${ids.users.ada}&authors=${ids.users.rex}&limit=1` },
      { path: within(all, "?format=document") }
    ]
  },
  postCommentInSpace: {
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
    more: [{ body: text("Why?") }]
  },
  getCommentInSpace: {
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
  updateCommentInSpace: {
    method: "PUT",
    path: one,
    status: 200,
    body: () => ({ body: { markdown: "Because" }, addedReactions: ["🎉", "1f44d"], resolved: true }),
    failures: {
      400: { body: () => ({ addedReactions: ["party"] }) },
      403: { as: "rex" },
      404: { path: unknown },
      409: never.noState
    },
    more: [{ body: () => ({ removedReactions: ["1f389"], resolved: false }) }, { body: () => ({}) }]
  },
  deleteCommentInSpace: {
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
  listCommentRepliesInSpace: {
    method: "GET",
    path: replies,
    status: 200,
    failures: {
      400: { path: within(replies, "?limit=-1") },
      403: never.seesOrNot,
      404: { path: within(unknown, "/replies") },
      409: never.readsOnly
    },
    more: [{ as: "rex" }, { path: within(replies, "?format=document") }]
  },
  postCommentReplyInSpace: {
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
  getCommentReplyInSpace: {
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
  updateCommentReplyInSpace: {
    method: "PUT",
    path: reply,
    status: 200,
    body: () => ({ body: { markdown: "Because" }, addedReactions: ["🎉"], removedReactions: ["👍"] }),
    failures: {
      400: { body: () => ({ body: "Because" }) },
      403: { as: "rex" },
      404: { path: unknownReply },
      409: never.noState
    }
  },
  deleteCommentReplyInSpace: {
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
  listCommentersInSpace: {
    method: "GET",
    path: (ids) => `/v1/spaces/${ids.spaces.main}/commenters`,
    status: 200,
    failures: {
      400: { path: (ids) => `/v1/spaces/${ids.spaces.main}/commenters?page=broken` },
      403: never.seesOrNot,
      404: { as: "eve" },
      409: never.readsOnly
    },
    more: [{ as: "rex" }]
  }
}
