import { lazy } from "@lectern/core/internal/loading/Lazy"

/** What opens connections. It comes with a large library, which many programs never need. */
export const dialing = lazy("the client of guarded requests", () => import("./Dialing.js"))
