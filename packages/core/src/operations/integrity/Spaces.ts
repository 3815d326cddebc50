/** Iterating over all spaces and all change requests, as most checks do. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ChangeRequestRecord } from "../../content/change-requests/ChangeRequest.js"
import { ChangeRequestsTable } from "../../content/change-requests/ChangeRequestRepository.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import type { Report, Unit } from "./Finding.js"
import { eachRow, parsed } from "./Scanning.js"

/** A parsed object with at least these fields; the checks of records report objects that lack any. */
const withFields = <A>(value: unknown, ...fields: ReadonlyArray<keyof A & string>): A | undefined =>
  typeof value === "object" && value !== null && fields.every((field) => field in value) ? (value as A) : undefined

const spaceOf = (value: unknown) => withFields<SpaceRecord>(value, "id", "organization", "revision", "sequence")

/**
 * One unit for each space, deleted or not. It reads the space when it runs, and does nothing if that no longer exists.
 */
export const eachSpace = (
  storage: StorageService,
  run: (space: SpaceRecord, report: Report) => Effect.Effect<void, Unavailable>
): Stream.Stream<Unit, Unavailable> =>
  Stream.paginateEffect<string | undefined, Option.Option<Unit>, Unavailable, never>(undefined, (after) =>
    Effect.map(
      storage.scan(SpacesTable, { ...(after !== undefined && { after: [after] }), limit: 1 }),
      ([row]): readonly [Option.Option<Unit>, Option.Option<string | undefined>] => {
        if (row === undefined) return [Option.none(), Option.none()]
        const id = String(row.columns.id)
        const unit: Unit = {
          where: `space ${id}`,
          run: (report) =>
            Effect.flatMap(storage.get(SpacesTable, [id]), (found) => {
              const space = found && spaceOf(parsed(SpacesTable, found.json))
              return space === undefined ? Effect.void : run(space, report)
            })
        }
        return [Option.some(unit), Option.some(id)]
      }
    )
  ).pipe(Stream.filterMap((unit) => unit))

/** Runs `use` for every change request of a space, in the order of their numbers. */
export const eachRequest = (
  storage: StorageService,
  space: string,
  use: (request: ChangeRequestRecord) => Effect.Effect<void, Unavailable>
): Effect.Effect<void, Unavailable> =>
  eachRow(storage, ChangeRequestsTable, { index: "number", prefix: [space] }, ({ value }) => {
    const request = withFields<ChangeRequestRecord>(value, "id", "space", "base", "sequence", "revision", "status")
    return request === undefined ? undefined : use(request)
  })
