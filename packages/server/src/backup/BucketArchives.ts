/** Archives in a bucket. */
import { join } from "node:path"
import type { S3Failure } from "@lectern/node/internal/blobs/s3/Failure"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, type WrongUsage } from "../output/Failures.js"
import { bucketOptions } from "../workspace/Bucket.js"
import { makeDataDir } from "../workspace/Place.js"
import type { ArchivePlace } from "./ArchivePlace.js"

const failed = ({ message }: S3Failure): Failed => new Failed({ message })

/** The archives in a bucket, directly under a prefix. */
export const bucketArchives = (
  address: { readonly bucket: string; readonly prefix: string },
  settings: Settings
): Effect.Effect<ArchivePlace, Failed | WrongUsage> =>
  Effect.gen(function* () {
    const NamedObjects = yield* Effect.promise(() => import("@lectern/node/internal/blobs/s3/NamedObjects"))
    const objects = NamedObjects.make(yield* bucketOptions(address, settings))
    yield* makeDataDir(settings)
    const { bucket, prefix } = address
    const own = Stream.filter(objects.list, ({ name }) => !name.includes("/"))
    const all = Effect.mapBoth(Stream.runCollect(own), { onFailure: failed, onSuccess: (found) => [...found] })
    const addressOf = (name: string): string => `s3://${[bucket, prefix, name].filter((part) => part !== "").join("/")}`
    const found = (name: string) => Effect.map(all, (objects) => objects.find((each) => each.name === name))
    const place: ArchivePlace = {
      addressOf,
      list: Effect.map(all, (found) => found.map(({ name }) => name)),
      has: (name) => Effect.map(found(name), (object) => object && "an archive"),
      store: (name, bytes, expected) => {
        const broken = (error: unknown): Failed =>
          new Failed({ message: `${addressOf(name)} cannot be written: ${reasonOf(error)}` })
        return Effect.mapError(
          objects.put(
            name,
            Stream.fromReadableStream(() => bytes, broken),
            expected
          ),
          (error) => (error._tag === "Failed" ? error : failed(error))
        )
      },
      read: (name) =>
        Effect.flatMap(found(name), (object) =>
          object === undefined
            ? new Failed({ message: `there is no ${addressOf(name)}` })
            : Stream.toReadableStreamEffect(Stream.mapError(objects.read(object), failed))
        ),
      remove: (name) => Effect.mapError(objects.remove(name), failed),
      scratch: () => join(settings.dataDir, `backup.${process.pid}.tmp.db`)
    }
    return place
  })
