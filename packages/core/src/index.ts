/**
 * The engine: opening it, the errors of its calls, and the types that they take and return. Everything else is in a
 * module per resource, such as `@lectern/core/spaces/Space`.
 * @since 0.1.0
 */

export type { ChangeRequest } from "./content/change-requests/ChangeRequest.js"
export type { Comment } from "./content/comments/Comment.js"
export type { Change } from "./content/comparison/Change.js"
export type { ContentBatch, ContentChange } from "./content/editing/ContentChange.js"
export type { File } from "./content/files/File.js"
export type { Import } from "./content/imports/Import.js"
export type { Page } from "./content/pages/Page.js"
export type { Review } from "./content/reviews/Review.js"
export type { Revision } from "./content/revisions/Revision.js"
export type { Upload } from "./content/uploads/Upload.js"
export * from "./foundation/errors/Errors.js"
export type { List } from "./foundation/lists/List.js"
export * from "./Lectern.js"
export type { Role } from "./people/access/Role.js"
export type { ApiToken } from "./people/api-tokens/ApiToken.js"
export type { Member } from "./people/members/Member.js"
export type { Organization } from "./people/organizations/Organization.js"
export type { Collection } from "./people/places/Collection.js"
export type { Site } from "./people/places/Site.js"
export type { Space } from "./people/places/Space.js"
export type { Team } from "./people/teams/Team.js"
export type { User } from "./people/users/User.js"
export type { SearchPageResult } from "./publishing/search/SearchResult.js"
