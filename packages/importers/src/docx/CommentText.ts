/** Writes comments as one sentence each, if they cannot become comments. */
import type { DocumentComment, Remark } from "./Comments.js"

const who = ({ at, author }: Remark): string =>
  [author === "" ? "somebody" : author, ...(at === undefined ? [] : [`(${at})`])].join(" ")

const line = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** A comment and its replies, as a problem of the import. */
export const commentText = (comment: DocumentComment): string => {
  const place = comment.quote === "" ? "" : ` on "${comment.quote}"`
  const answers = comment.replies.map((reply) => `; ${who(reply)} answered: ${line(reply.text)}`)
  return `the comment of ${who(comment)}${place} is left out: ${line(comment.text)}${answers.join("")}`
}
