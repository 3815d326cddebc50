/**
 * The layout of pages.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described, named } from "../../foundation/schema/Described.js"

/** The layout of a page, with every field set. */
export const PageLayout = Schema.Struct({
  width: described(Schema.Literal("default", "wide"), "The width of the text; `wide` uses the whole window."),
  cover: described(Schema.Boolean, "Whether the cover is shown. `true` by default."),
  coverSize: described(
    Schema.Literal("hero", "full"),
    "The size of the cover: `hero` is as wide as the text, `full` as the window."
  ),
  title: described(Schema.Boolean, "Whether the title is shown. `true` by default."),
  description: described(Schema.Boolean, "Whether the description is shown. `true` by default."),
  tableOfContents: described(Schema.Boolean, "Whether the tree of pages is shown beside the page. `true` by default."),
  outline: described(Schema.Boolean, "Whether the headings of the page are shown beside it. `true` by default."),
  pagination: described(
    Schema.Boolean,
    "Whether links to the previous and the next page are shown. `true` by default."
  ),
  metadata: described(Schema.Boolean, "Whether facts such as the time of the last change are shown. `true` by default.")
}).annotations(named("PageLayout", "How a page is laid out. What the page does not set has its default."))
export type PageLayout = typeof PageLayout.Type

/** The layout of a page that sets none. */
export const defaultLayout: PageLayout = Object.freeze({
  width: "default",
  cover: true,
  coverSize: "hero",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true
})
