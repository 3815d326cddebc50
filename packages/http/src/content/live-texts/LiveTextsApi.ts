/** The endpoints of live texts. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { PageId } from "@lectern/core/content/Page"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { EditLiveText, LiveText, LiveUpdates, liveFilters } from "@lectern/core/live-texts/LiveText"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get, post } from "../../foundation/declaration/Endpoint.js"
import { ConflictError, ForbiddenError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { IntegerParam } from "../../foundation/params/QueryParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId), pageId: segment(PageId) })
const RequestPath = Schema.Struct({ ...SpacePath.fields, changeRequestId: segment(ChangeRequestRef) })

const query = Schema.Struct({
  after: optional(
    IntegerParam.pipe(Schema.nonNegative()).annotations({
      jsonSchema: {
        type: "integer",
        minimum: 0,
        description: "The version after which a stream begins; the last one when absent."
      }
    })
  ),
  client: liveFilters.client
})

const followed =
  "With `Accept: text/event-stream` it is a stream of the changes from now on, or after the version in `Last-Event-ID` or `after`, and of who has the text open. The stream ends with the reason when the text cannot be edited any more."

const sending =
  "Applies changes of the text, after those that others made since, and answers with all of them. A client that was away for more than an hour sends its text instead, with the revision that it was made from."

/** The texts that several people edit at a time. */
export class LiveTextsApi extends HttpApiGroup.make("live-texts")
  .add(
    get(
      "getLiveText",
      "/v1/spaces/:spaceId/content/page/:pageId/live",
      "Get the live text of a page",
      `The text of a page as it is now, with what was typed and is not a revision yet. ${followed}`
    )
      .setPath(SpacePath)
      .setUrlParams(query)
      .addSuccess(LiveText)
      .addError(ReadErrors)
      .addError(ForbiddenError)
      .addError(ConflictError)
  )
  .add(
    post("editLiveText", "/v1/spaces/:spaceId/content/page/:pageId/live", "Edit the live text of a page", sending)
      .setPath(SpacePath)
      .setPayload(EditLiveText)
      .addSuccess(LiveUpdates)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "getChangeRequestLiveText",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/live",
      "Get the live text of a page of a change request",
      `The text of a page as the change request has it now, with what was typed and is not a revision yet. ${followed}`
    )
      .setPath(RequestPath)
      .setUrlParams(query)
      .addSuccess(LiveText)
      .addError(ReadErrors)
      .addError(ForbiddenError)
      .addError(ConflictError)
  )
  .add(
    post(
      "editChangeRequestLiveText",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/live",
      "Edit the live text of a page of a change request",
      sending
    )
      .setPath(RequestPath)
      .setPayload(EditLiveText)
      .addSuccess(LiveUpdates)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Live texts",
      description: "Texts that several people edit at a time, as changes that reach everybody."
    })
  ) {}
