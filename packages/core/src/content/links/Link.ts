import * as Schema from "effect/Schema"
import { ListQuery, list } from "../../foundation/lists/List.js"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Organization } from "../../people/organizations/Organization.js"
import { Collection } from "../../people/places/Collection.js"
import { Space } from "../../people/places/Space.js"
import { User } from "../../people/users/User.js"
import { File, ReusableContent } from "../files/File.js"
import { OpenAPISpec } from "../openapi-registry/OpenAPISpec.js"
import { Page } from "../pages/Page.js"

/** Whether a link's target exists; `in-app` is a plain URL of one of this server's own objects. */
export const LinkStatus = Schema.Literal("ok", "broken", "in-app")
/** @see {@link LinkStatus} */
export type LinkStatus = typeof LinkStatus.Type

/** `reference` for the targets that a page links to or shows, `dependsOn` for the parts that it includes. */
export const LinkRelation = Schema.Literal("reference", "dependsOn")
/** @see {@link LinkRelation} */
export type LinkRelation = typeof LinkRelation.Type

const inSpace = {
  organization: described(Organization, "The organization of the space."),
  space: described(Space, "The space, as the caller sees it.")
}

/** A place of content, as answered. Pages have neither their body nor the pages below them. */
export const ContentLocation = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("url"),
    url: described(Schema.String, "The address as it was written.")
  }).annotations(named("UrlLocation", "An address outside of the content.")),
  Schema.Struct({
    kind: Schema.Literal("page"),
    ...inSpace,
    page: described(Page, "The page, without its body and the pages below."),
    internalLocation: optional(
      Schema.Struct({
        type: described(Schema.Literal("anchor"), "Always `anchor`: places in pages are the anchors of sections."),
        anchor: described(Schema.String, "The anchor of the section.")
      }),
      "The place in the page. Absent for the page as a whole."
    )
  }).annotations(named("PageLocation", "A page, or a place in it.")),
  Schema.Struct({ kind: Schema.Literal("file"), ...inSpace, file: described(File, "The file itself.") }).annotations(
    named("FileLocation", "A file of a space.")
  ),
  Schema.Struct({
    kind: Schema.Literal("reusable-content"),
    ...inSpace,
    reusableContent: described(ReusableContent, "The piece itself.")
  }).annotations(named("ReusableContentLocation", "A piece of reusable content.")),
  Schema.Struct({ kind: Schema.Literal("space"), ...inSpace }).annotations(named("SpaceLocation", "A whole space.")),
  Schema.Struct({
    kind: Schema.Literal("collection"),
    organization: described(Organization, "The organization of the collection."),
    collection: described(Collection, "The collection, as the caller sees it.")
  }).annotations(named("CollectionLocation", "A collection of spaces.")),
  Schema.Struct({ kind: Schema.Literal("user"), user: described(User, "The user who is mentioned.") }).annotations(
    named("UserLocation", "A user who is mentioned.")
  ),
  Schema.Struct({
    kind: Schema.Literal("openapi"),
    organization: described(Organization, "The organization of the specification."),
    openAPISpec: described(OpenAPISpec, "The specification itself.")
  }).annotations(named("OpenAPISpecLocation", "An OpenAPI specification."))
).annotations({ identifier: "ContentLocation", description: "A place inside or outside of the content." })
/** @see {@link ContentLocation} */
export type ContentLocation = typeof ContentLocation.Type

/**
 * One link, as answered. `locationReferences` give its location: the page, then the section if it is in one. A target
 * that does not exist, or is not visible to the caller, is answered as the destination that was written.
 */
export const Link = Schema.Struct({
  status: described(
    LinkStatus,
    "`ok` if the target is there, `broken` if it is missing from the revision, `in-app` for a plain address of an object of this server."
  ),
  relation: described(
    LinkRelation,
    "`reference` for what the content leads to or shows, `dependsOn` for what it includes."
  ),
  targetReference: described(
    ContentLocation,
    "Where the link leads. A target that is missing or that the caller may not see is answered as the address that was written."
  ),
  locationReferences: described(
    Schema.Array(ContentLocation),
    "Where the link stands: the page, then the section of the page if it is in one."
  )
}).annotations({ identifier: "Link", description: "A reference from content to something." })
/** @see {@link Link} */
export type Link = typeof Link.Type

/**
 * The number of links, and of broken links; `changeRequest` counts the links broken by the change request in question.
 */
export const LinkStats = Schema.Struct({
  total: described(Schema.Number, "How many links there are in total."),
  broken: described(
    Schema.Struct({
      total: described(Schema.Number, "How many links are broken in total."),
      changeRequest: optional(
        Schema.Number,
        "How many of those the change request broke. Only in answers about a change request."
      )
    }),
    "How many of them are broken."
  )
}).annotations({ identifier: "LinkStats", description: "How many links there are, whatever the query filters." })
/** @see {@link LinkStats} */
export type LinkStats = typeof LinkStats.Type

/** One page of a list of links; `stats` cover all links of the page, space or request, whatever the filter. */
export const LinkList = Schema.Struct({
  ...list(Link).fields,
  stats: described(
    LinkStats,
    "Counts over all links of the page, the space or the change request, whatever the query filters."
  )
}).annotations({
  identifier: "LinkList",
  description: "A page of a list of links, with counts over all of them."
})
/** @see {@link LinkList} */
export type LinkList = typeof LinkList.Type

/**
 * The queries of a list of links; `brokenContext` selects only the links that the change request broke, or only the
 * others.
 */
export const LinksQuery = Schema.Struct({
  ...ListQuery.fields,
  status: optional(LinkStatus),
  brokenContext: optional(Schema.Literal("change-request", "space"))
})
/** @see {@link LinksQuery} */
export type LinksQuery = typeof LinksQuery.Type

/** The status of a stored link; for a target `elsewhere`, it depends on the caller. */
export type StoredStatus = LinkStatus | "elsewhere"
