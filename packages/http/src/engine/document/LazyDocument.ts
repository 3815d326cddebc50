/** The OpenAPI document, loaded when somebody reads it. */
import { lazy } from "@lectern/core/internal/foundation/loading/Lazy"

/** The module with the text of the document. */
export const writtenDocument = lazy("the OpenAPI document", () => import("./WrittenDocument.js"))
