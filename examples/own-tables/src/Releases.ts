/** The application's own data: releases in a table, by `@effect/sql`. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlSchema from "@effect/sql/SqlSchema"
import { Effect, Schema } from "effect"

/** A release of the application. */
const Release = Schema.Struct({
  version: Schema.String,
  notes: Schema.String,
  /** The change request with its notes, once there is one. */
  changeRequest: Schema.NullOr(Schema.String)
})

export type Release = typeof Release.Type

/** The table of releases. */
export const releases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists releases (version text primary key, notes text not null, changeRequest text) strict`
  return {
    /** Records a release; one that is known stays as it is. */
    add: (version: string, notes: string) =>
      sql`insert into releases (version, notes) values (${version}, ${notes}) on conflict do nothing`,
    /** The releases whose notes have not been proposed yet. */
    unproposed: SqlSchema.findAll({
      Request: Schema.Void,
      Result: Release,
      execute: () => sql`select * from releases where changeRequest is null order by version`
    })(),
    /** Remembers where the notes of a release are proposed. */
    proposed: (version: string, changeRequest: string) =>
      sql`update releases set changeRequest = ${changeRequest} where version = ${version}`
  }
})
