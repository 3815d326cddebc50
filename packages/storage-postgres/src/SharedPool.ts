/** The connections of an application's `PgClient`, as the pool of a workspace in its database. */
import type { Connection as LentConnection, Reserving } from "@lectern/storage-sql/internal/JoinedTransactions"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as PostgresPool from "./PostgresPool.js"

/** How many times a read is tried again on another connection if one was lost. */
const again = 10

/** A connection of the client, with the one of `pg` behind it. */
type Lent = LentConnection & { readonly pg?: PostgresPool.Connection }

/** A pool whose connections the client lends. */
export interface SharedPool extends PostgresPool.PostgresPool {
  /** The connection of the client behind one of the pool. */
  readonly lent: (connection: PostgresPool.Connection) => LentConnection
}

interface Loan {
  readonly connection: LentConnection
  readonly scope: Scope.CloseableScope
}

/** The pool over a client; `name` is the database's in messages. */
export const make = (client: Reserving, name: string, prepare: boolean): SharedPool => {
  const loans = new Map<PostgresPool.Connection, Loan>()
  const end = (scope: Scope.CloseableScope): void => Effect.runSync(Scope.close(scope, Exit.void))

  const connect: PostgresPool.Source["connect"] = (done) => {
    const scope = Effect.runSync(Scope.make())
    Effect.runCallback(Effect.either(Scope.extend(client.reserve, scope)), {
      onExit: (exit) => {
        const connection: Lent | undefined =
          Exit.isSuccess(exit) && exit.value._tag === "Right" ? exit.value.right : undefined
        if (connection?.pg !== undefined) {
          loans.set(connection.pg, { connection, scope })
          return done(undefined, connection.pg)
        }
        end(scope)
        if (Exit.isFailure(exit)) return done(exit.cause)
        return done(
          exit.value._tag === "Left"
            ? exit.value.left.cause
            : new Error("this version of @effect/sql-pg is not supported")
        )
      }
    })
  }

  const release: PostgresPool.Source["release"] = (connection, broken) => {
    const loan = loans.get(connection)
    if (loan === undefined) return
    loans.delete(connection)
    // The application must not get a connection on which a transaction may be open.
    if (broken) connection.query("rollback", () => end(loan.scope))
    else end(loan.scope)
  }

  const pool = PostgresPool.over({ connect, release, close: async () => {} }, { name }, again, {
    prefix: `${PostgresPool.sharedSchema}.`,
    prepare,
    settings: ""
  })
  return {
    ...pool,
    lent: (connection) => {
      const loan = loans.get(connection)
      if (loan === undefined) throw new Error("the connection was given back")
      return loan.connection
    }
  }
}
