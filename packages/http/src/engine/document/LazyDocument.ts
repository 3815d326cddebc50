/** The OpenAPI document, loaded on its first request. */
import { lazy } from "@lectern/core/internal/foundation/loading/Lazy"

/** The module with the text of the document. */
export const servedDocument = lazy("the OpenAPI document", () => import("./ServedDocument.js"))
