/**
 * The store of workflows: a SQLite file of its own in the data folder, whichever storage the workspace has, so that they
 * never wait for a long content transaction. Pending work is recorded in the workspace itself; this file may be lost.
 */
import { hostname } from "node:os"
import { join } from "node:path"
import * as ClusterWorkflowEngine from "@effect/cluster/ClusterWorkflowEngine"
import * as MachineId from "@effect/cluster/MachineId"
import * as RunnerAddress from "@effect/cluster/RunnerAddress"
import * as SingleRunner from "@effect/cluster/SingleRunner"
import * as Snowflake from "@effect/cluster/Snowflake"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import { Clock, Context, Duration, Effect, FiberRef, Layer, LogLevel, Option } from "effect"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { isRunning } from "../workspace/RunningServers.js"

/** The file of the workflows of this server. */
const workflowFile = (settings: Settings): string => join(settings.dataDir, "jobs.db")

/** Deletes workflows that finished long ago. */
export class WorkflowHistory extends Context.Tag("@lectern/server/WorkflowHistory")<
  WorkflowHistory,
  { readonly clean: Effect.Effect<void> }
>() {}

/** How long a finished workflow is kept: as long as the same job could be submitted again. */
const remembered = Duration.days(7)

/** Releases the leases of dead processes on this machine, instead of waiting for them to expire. */
const releaseDead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql`select name from sqlite_schema where name = 'cluster_locks'`
  if (tables.length === 0) return
  const held = yield* sql<{ readonly address: string }>`select distinct address from cluster_locks`
  for (const { address } of held) {
    const [host, pid] = [
      address.slice(0, address.lastIndexOf(":")),
      Number(address.slice(address.lastIndexOf(":") + 1))
    ]
    if (host !== hostname() || pid === process.pid || isRunning(pid)) continue
    yield* sql`delete from cluster_locks where address = ${address}`
    yield* sql`delete from cluster_runners where address = ${address}`
  }
})

const history = Layer.effect(
  WorkflowHistory,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    clean: Effect.gen(function* () {
      const timestamp = (yield* Clock.currentTimeMillis) - Duration.toMillis(remembered)
      const oldest = String(Snowflake.make({ timestamp, machineId: MachineId.make(0), sequence: 0 }))
      yield* sql`delete from cluster_replies where request_id in
        (select request_id from cluster_messages where processed and id < ${oldest})`
      yield* sql`delete from cluster_messages where processed and id < ${oldest}`
    }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("forgetting finished jobs failed", cause)))
  }))
)

/** How long the lease of a dead process on another machine blocks its jobs. */
const expiration = Duration.seconds(10)

const sqlite = (settings: Settings) => {
  const engine = ClusterWorkflowEngine.layer.pipe(
    Layer.provide(
      SingleRunner.layer({
        shardingConfig: {
          runnerAddress: Option.some(RunnerAddress.make(hostname(), process.pid)),
          shardsPerGroup: 8,
          shardLockExpiration: expiration,
          shardLockRefreshInterval: "3 seconds",
          entityMessagePollInterval: "1 second",
          entityTerminationTimeout: "2 seconds",
          refreshAssignmentsInterval: "3 seconds"
        }
      })
    ),
    Layer.provideMerge(history),
    Layer.provide(Layer.effectDiscard(releaseDead)),
    Layer.provide(SqliteClient.layer({ filename: workflowFile(settings) }))
  )
  return Layer.mapError(engine, (error) => new Failed({ message: `${workflowFile(settings)}: ${reasonOf(error)}` }))
}

const memory = Layer.merge(WorkflowEngine.layerMemory, Layer.succeed(WorkflowHistory, { clean: Effect.void }))

/** Reduces the log of the cluster to errors, except at debug level, since it logs harmless events at length. */
const quiet = Layer.locallyWith(FiberRef.currentMinimumLogLevel, (level) => {
  const between = LogLevel.greaterThanEqual(level, LogLevel.Info) && LogLevel.lessThan(level, LogLevel.Error)
  return between ? LogLevel.Error : level
})

/**
 * The engine of workflows, whose own statements and messages are not traced: durable, except for a workspace in memory.
 */
export const layer = (settings: Settings): Layer.Layer<WorkflowEngine.WorkflowEngine | WorkflowHistory, Failed> =>
  Layer.locally(settings.storage === "memory" ? memory : quiet(sqlite(settings)), FiberRef.currentTracerEnabled, false)
