import { Translations } from "@lectern/core/translations/Translations"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { TranslationsApi } from "./TranslationsApi.js"

/** The handlers of {@link TranslationsApi}. */
export const handlers = Effect.map(
  Translations,
  (translations): GroupHandlers<typeof TranslationsApi> => ({
    listTranslations: ({ path, urlParams }) => translations.list(path.organizationId, urlParams),
    createTranslation: ({ path, payload }) => translations.create(path.organizationId, payload),
    getTranslation: ({ path }) => translations.get(path.organizationId, path.translationSettingsId),
    updateTranslation: ({ path, payload }) =>
      translations.update(path.organizationId, path.translationSettingsId, payload),
    deleteTranslation: ({ path }) => translations.remove(path.organizationId, path.translationSettingsId)
  })
)
