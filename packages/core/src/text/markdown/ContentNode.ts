/** The tree of a text as Lectern reads it: every block and inline element has one of the types listed here. */
import type { DocumentNode } from "./DocumentNode.js"

/**
 * The kind of a type: a `heading`; another `block` of markdown; an `inline` element, which may also stand as a block; a
 * `tag`, and one that shows part of a specification (`operation`), consists of `parts`, or is `hidden` with its contents;
 * or a node of which only the `contents` are shown, unless the node around it shows it in another way.
 */
type Kind = "heading" | "block" | "inline" | "tag" | "operation" | "parts" | "hidden" | "contents"

/** The types of nodes, each with its kind. Block tags have their names; `unknown` are those that are not listed. */
const kinds = {
  "heading-1": "heading",
  "heading-2": "heading",
  "heading-3": "heading",
  "heading-4": "heading",
  "heading-5": "heading",
  "heading-6": "heading",
  paragraph: "block",
  blockquote: "block",
  "list-unordered": "block",
  "list-ordered": "block",
  "list-tasks": "block",
  "list-item": "contents",
  code: "block",
  "code-line": "contents",
  table: "block",
  "table-row": "contents",
  "table-cell": "contents",
  divider: "block",
  images: "block",
  link: "inline",
  image: "inline",
  html: "inline",
  element: "inline",
  math: "inline",
  footnote: "inline",
  change: "inline",
  hint: "tag",
  update: "tag",
  embed: "tag",
  file: "tag",
  "content-ref": "tag",
  include: "tag",
  tabs: "parts",
  tab: "contents",
  stepper: "parts",
  step: "contents",
  columns: "parts",
  column: "contents",
  openapi: "operation",
  "openapi-operation": "operation",
  "openapi-webhook": "operation",
  "openapi-schemas": "operation",
  swagger: "operation",
  "swagger-description": "contents",
  "swagger-parameter": "contents",
  "swagger-response": "contents",
  // Conditions are evaluated before a text is parsed, so any that remain must not be shown to anybody.
  if: "hidden",
  unknown: "contents"
} as const satisfies Readonly<Record<string, Kind>>

type Kinds = typeof kinds

/** The types of nodes of some kinds, by default all. */
export type NodeType<K extends Kind = Kind> = { [T in keyof Kinds]: Kinds[T] extends K ? T : never }[keyof Kinds]

/** The types of block tags that are shown in a way of their own. */
export type TagType = NodeType<"tag" | "operation" | "parts" | "hidden">

/** A node of the tree. */
export interface ContentNode extends Omit<DocumentNode, "type" | "nodes"> {
  readonly type?: NodeType
  /** The name of a tag that is `unknown`. */
  readonly tag?: string
  readonly nodes?: ReadonlyArray<ContentNode>
}

const isKnown = (name: string): name is NodeType => Object.hasOwn(kinds, name)

/** Whether a type is of one of some kinds. */
export const isOfKind = <K extends Kind>(type: string | undefined, ...some: ReadonlyArray<K>): type is NodeType<K> =>
  type !== undefined && isKnown(type) && some.some((kind) => kind === kinds[type])

/** Whether only the contents of a node are shown; headings, which `headingLevel` finds, are told apart before. */
export const showsContents = (type: NodeType | undefined): type is NodeType<"heading" | "contents"> | undefined =>
  type === undefined || isOfKind(type, "heading", "contents")

/** The type of the node of a block tag, and the name of the tag where Lectern does not know it. */
export const tagType = (name: string): Pick<ContentNode, "type" | "tag"> =>
  isKnown(name) ? { type: name } : { type: "unknown", tag: name }

/** The type of a node as documents state it: the name of a tag that Lectern does not know. */
export const statedType = ({ tag, type }: ContentNode): string | undefined => tag ?? type
