/** The services and the jobs of this floor, each with the way to load it. */

import * as Effect from "effect/Effect"
import { FileLimits } from "../storage/blobs/FileLimits.js"
import { backgroundWork } from "../storage/services/BackgroundWork.js"
import { lazyService } from "../storage/services/LazyService.js"
import * as ContentWriter from "./drafts/ContentWriter.js"
import * as ContentEdits from "./editing/ContentEdits.js"
import { importJob } from "./imports/ImportJob.js"
import * as Indexing from "./indexing/Indexing.js"
import * as LinkIndex from "./links/LinkIndex.js"
import { specJob } from "./openapi-registry/SpecJob.js"
import * as Contents from "./reading/Contents.js"
import * as ContentLifecycle from "./spaces/SpaceContent.js"
import * as Spaces from "./spaces/Spaces.js"

/** Values that services share and nobody else uses, each made from the preceding ones. */
export const shared = [
  lazyService("ComputedPages", () => import("./openapi-registry/SpecEvaluation.js")),
  LinkIndex.service,
  Indexing.service,
  ContentWriter.service,
  ContentLifecycle.service,
  lazyService("FileInsertion", () => import("./files/FileInsertion.js"))
] as const

/** All kinds of jobs, each with the service that does its jobs, which is loaded for the first of them. */
export const jobKinds = [
  backgroundWork(
    specJob,
    lazyService("SpecProcessing", () => import("./openapi-registry/SpecProcessing.js")),
    {
      perform: ({ process }, job) => Effect.as(process(job), undefined),
      unfinished: ({ unfinished }) => unfinished()
    }
  ),
  backgroundWork(
    importJob,
    lazyService("ImportJobs", () => import("./imports/ImportJobs.js")),
    {
      perform: ({ perform }, { import: id }) => perform(id),
      unfinished: ({ unfinished }) => Effect.map(unfinished(), (left) => left.map((id) => ({ import: id })))
    }
  )
] as const

/** The services that this floor adds to a workspace, by name; each is made from what was made before it. */
export const services = {
  collections: lazyService("Collections", () => import("./collections/Collections.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "spaces",
    "move",
    "transfer"
  ]),
  spaces: Spaces.service,
  comments: lazyService("Comments", () => import("./comments/Comments.js"), [
    "list",
    "post",
    "get",
    "update",
    "apply",
    "remove",
    "commenters",
    "replies",
    "reply",
    "getReply",
    "updateReply",
    "removeReply"
  ]),
  contents: Contents.service,
  changeRequests: lazyService("ChangeRequests", () => import("./change-requests/ChangeRequests.js"), [
    "list",
    "create",
    "get",
    "update",
    "merge",
    "pull",
    "contributors",
    "changes",
    "compareItem",
    "conflicts",
    "resolve",
    "reopen",
    "mergeRules"
  ]),
  reviews: lazyService("Reviews", () => import("./reviews/Reviews.js"), [
    "list",
    "submit",
    "requested",
    "request",
    "withdraw",
    "viewed",
    "markViewed",
    "removeViewed"
  ]),
  revisions: lazyService("Revisions", () => import("./revisions/Revisions.js"), [
    "list",
    "listOfRequest",
    "changes",
    "compare",
    "compareItem",
    "rollback",
    "restore",
    "name",
    "removeName"
  ]),
  contentEdits: ContentEdits.service,
  liveTexts: lazyService("LiveTexts", () => import("./live-texts/LiveTexts.js"), [
    "get",
    "edit",
    "follow",
    "wait",
    "leave",
    "open",
    "settle"
  ]),
  files: lazyService("Files", () => import("./files/Files.js"), ["upload"]),
  uploads: lazyService(
    "Uploads",
    () => import("./uploads/Uploads.js"),
    ["create", "begin", "append", "get", "remove"],
    { clean: "loaded", maxSize: Effect.map(FileLimits, ({ maxFileBytes }) => maxFileBytes) }
  ),
  contentSync: lazyService("ContentSync", () => import("./sync/ContentSync.js"), [
    "apply",
    "create",
    "folder",
    "snapshot"
  ]),
  folderExports: lazyService("FolderExports", () => import("./exports/FolderExports.js"), [
    "ofSpace",
    "ofChangeRequest",
    "download"
  ]),
  imports: lazyService("Imports", () => import("./imports/Imports.js"), ["start", "run", "get", "cancel"]),
  translations: lazyService("Translations", () => import("./translations/Translations.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove"
  ]),
  openAPISpecs: lazyService("OpenAPISpecs", () => import("./openapi-registry/OpenAPISpecs.js"), [
    "list",
    "create",
    "get",
    "put",
    "update",
    "remove",
    "versions",
    "version",
    "content",
    "published",
    "signed",
    "refreshDue"
  ]),
  links: lazyService("Links", () => import("./links/Links.js"), ["list", "ofPage", "toPage", "toFile"])
}
