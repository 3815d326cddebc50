/** The endpoints of translation settings. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import {
  TranslationSettings,
  TranslationSettingsId,
  TranslationSettingsInput
} from "@lectern/core/translations/TranslationSettings"
import * as Schema from "effect/Schema"
import { get, post, put, remove } from "../../foundation/declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const SettingsPath = Schema.Struct({
  organizationId: segment(OrganizationId),
  translationSettingsId: described(
    segment(TranslationSettingsId),
    "The id of translation settings of the organization."
  )
})

/** The languages that content is translated into. */
export class TranslationsApi extends HttpApiGroup.make("translations")
  .add(
    get(
      "listTranslations",
      "/v1/orgs/:organizationId/translations",
      "List the translation settings of an organization",
      "Oldest first. Guests may not list them."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(TranslationSettings).annotations({ identifier: "TranslationSettingsList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createTranslation",
      "/v1/orgs/:organizationId/translations",
      "Create translation settings",
      "Needs the role `create` in the organization."
    )
      .setPath(OrganizationPath)
      .setPayload(TranslationSettingsInput)
      .addSuccess(TranslationSettings, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getTranslation",
      "/v1/orgs/:organizationId/translations/:translationSettingsId",
      "Get translation settings",
      "Needs membership in the organization."
    )
      .setPath(SettingsPath)
      .addSuccess(TranslationSettings)
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateTranslation",
      "/v1/orgs/:organizationId/translations/:translationSettingsId",
      "Replace translation settings",
      "Replaces the settings. Needs the role `create`."
    )
      .setPath(SettingsPath)
      .setPayload(TranslationSettingsInput)
      .addSuccess(TranslationSettings)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteTranslation",
      "/v1/orgs/:organizationId/translations/:translationSettingsId",
      "Delete translation settings",
      "Needs the role `create` in the organization."
    )
      .setPath(SettingsPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Translations", description: "The languages that content is translated into." })
  ) {}
