/** Databases for tests that open hundreds of storages. */
import { type Context, Effect, Layer, Scope } from "effect"
import pg from "pg"
import { createDatabase } from "./server.js"

/** Removes all rows; tables that are large are truncated, which takes longer than to remove a few rows. */
const empty = `do $$
  declare found record;
  begin
    for found in
      select oid::regclass as name, pg_total_relation_size(oid) > 4000000 as large from pg_class
      where relnamespace in ('public'::regnamespace, to_regnamespace('lectern_workspace')) and relkind = 'r'
      and relname <> 'schema_migrations'
      and pg_relation_size(oid) > 0
    loop
      execute format(case when found.large then 'truncate %s' else 'delete from %s' end, found.name);
    end loop;
  end
$$`

/** A storage that stays open, and the connection that empties its database. */
interface Opened<A> {
  readonly storage: Context.Context<A>
  readonly connection: pg.Client
}

const opened = <A, E>(open: (url: string) => Layer.Layer<A, E>): Effect.Effect<Opened<A>, E> =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(() => createDatabase())
    const connection = new pg.Client({ connectionString: url })
    connection.on("error", () => {})
    yield* Effect.promise(() => connection.connect())
    return { storage: yield* Layer.buildWithScope(open(url), yield* Scope.make()), connection }
  })

/**
 * A storage in a database of its own that is empty each time the layer is built. Both are kept, with the prepared
 * statements of the database, for the next build; they end with the process.
 */
export const newDatabase = <A, E>(open: (url: string) => Layer.Layer<A, E>): Layer.Layer<A, E> => {
  const free: Array<Opened<A>> = []
  return Layer.scopedContext(
    Effect.map(
      Effect.acquireRelease(
        Effect.suspend(() => {
          const known = free.pop()
          return known === undefined ? opened(open) : Effect.succeed(known)
        }),
        (used) =>
          Effect.promise(async () => {
            await used.connection.query(empty)
            free.push(used)
          })
      ),
      ({ storage }) => storage
    )
  )
}
