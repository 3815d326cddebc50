/** The messages that are sent to PostgreSQL servers. */
import { Effect } from "effect"
import pg from "pg"

/** Notes the text of every message to a PostgreSQL server, until the scope ends. */
export const onTheWire = (note: (text: string) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const original: unknown = Reflect.get(pg.Client.prototype, "query")
      Reflect.set(pg.Client.prototype, "query", function (this: unknown, ...given: [{ text: string }]) {
        note(given[0].text)
        return typeof original === "function" ? Reflect.apply(original, this, given) : undefined
      })
      return original
    }),
    (original) => Effect.sync(() => Reflect.set(pg.Client.prototype, "query", original))
  )
