/** The endpoints of bookmarks. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Bookmark, BookmarkInput } from "@lectern/core/bookmarks/Bookmark"
import { PageId } from "@lectern/core/content/Page"
import { list } from "@lectern/core/lists/List"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Schema } from "effect"
import { get, post, remove } from "../declaration/Endpoint.js"
import { BodyErrors, InvalidError, NotFoundError, ReadErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams } from "../params/QueryParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const BookmarkPath = Schema.Struct({ spaceId: segment(SpaceId), pageId: segment(PageId) })

/** The pages that the caller wants to find again. */
export class BookmarksApi extends HttpApiGroup.make("bookmarks")
  .add(
    get("listBookmarks", "/v1/spaces/:spaceId/bookmarks", "The caller's bookmarks in a space")
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(Bookmark).annotations({ identifier: "BookmarkList" }))
      .addError(ReadErrors)
  )
  .add(
    post("addBookmark", "/v1/spaces/:spaceId/bookmarks", "Bookmark a page")
      .setPath(SpacePath)
      .setPayload(BookmarkInput)
      .addSuccess(Bookmark)
      .addError(BodyErrors)
      .addError(NotFoundError)
  )
  .add(
    remove("removeBookmark", "/v1/spaces/:spaceId/bookmarks/:pageId", "Remove a bookmark")
      .setPath(BookmarkPath)
      .addError(InvalidError)
  )
  .annotateContext(OpenApi.annotations({ title: "Bookmarks", description: "Pages to find again, each user's own." })) {}
