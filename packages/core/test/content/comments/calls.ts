import {
  ApplySuggestions,
  CommentsQuery,
  PostComment,
  UpdateComment,
  UpdateCommentReply
} from "@lectern/core/comments/Comment"
import { emoji } from "../../engine/bounds/common.js"
import { choice, integer, items, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, silent } from "../../people/access/rows.js"

const reactions = { "addedReactions.0": emoji, "removedReactions.0": emoji }
const oneReaction = { addedReactions: ["🦊"], removedReactions: ["🦊"] }

/** Comments and their replies. */
export const resource: Resource = {
  calls: async ({ own, page, space }) => {
    const at = { space }
    const said = { body: { markdown: "Why?" } }
    const { id: comment } = await own.comments.post(at, said)
    const suggested = await own.comments.post(at, { ...said, page, range: { start: 0, end: 1 }, suggestion: "A" })
    const { id: reply } = await own.comments.reply(at, comment, said)
    return {
      ids: [comment, reply, suggested.id],
      rows: {
        comments: {
          list: absent(at, {}),
          post: absent(at, said),
          get: absent(at, comment),
          update: absent(at, comment, { resolved: true }),
          apply: absent(at, { comments: [suggested.id] }),
          remove: silent(at, comment),
          commenters: absent(at, {}),
          replies: absent(at, comment, {}),
          reply: absent(at, comment, said),
          getReply: absent(at, comment, reply),
          updateReply: absent(at, comment, reply, said),
          removeReply: silent(at, comment, reply)
        }
      }
    }
  },
  recorded: {
    comments: {
      list: "reads",
      post: "content",
      get: "reads",
      update: "content",
      apply: "content",
      remove: "content",
      commenters: "reads",
      replies: "reads",
      reply: "content",
      getReply: "reads",
      updateReply: "content",
      removeReply: "content"
    }
  },
  special: ({ calls }) => {
    const [place, comment, reply] = calls.comments?.updateReply?.args ?? []
    return { comments: { updateReply: { args: [place, comment, reply, { body: { markdown: "Other" } }] } } }
  },
  locks: {
    comments: {
      post: "space",
      update: "space",
      apply: "space",
      remove: "space",
      reply: "space",
      updateReply: "space",
      removeReply: "space"
    }
  },
  bounds: [
    subject("a comment", PostComment, { node: text(1, 256) }, { body: { markdown: "a" } }),
    subject(
      "a comment on words",
      PostComment,
      { "range.start": integer(0, 0), "range.end": integer(1, 10_000), quote: text(1, 10_000) },
      { body: { markdown: "a" }, page: "a", range: { start: 0, end: 1 } }
    ),
    subject("suggestions to apply", ApplySuggestions, { comments: items(1, 50, (index) => `comment${index}`) }),
    subject("a change of a comment", UpdateComment, reactions, oneReaction),
    subject("a change of a reply", UpdateCommentReply, reactions, oneReaction),
    subject("a list of comments", CommentsQuery, {
      order: choice("asc", "desc"),
      status: choice("all", "open", "resolved"),
      format: choice("markdown", "document"),
      limit: integer(0, 1000)
    })
  ]
}
