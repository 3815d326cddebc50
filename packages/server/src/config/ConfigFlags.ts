/** The flags of the settings, for the commands that take them. */
import * as Options from "@effect/cli/Options"
import { Context, Effect, Option } from "effect"
import { Invocation } from "../Invocation.js"
import type { WrongUsage } from "../output/Failures.js"
import { names, parseSettings, type SettingName, type Settings } from "./Settings.js"

const flag = (name: Exclude<SettingName, "logLevel">): Options.Options<Option.Option<string>> =>
  Options.optional(
    Options.text(names[name].flag.slice(2)).pipe(
      Options.withDescription(`${names[name].description} Or: ${names[name].variable}.`)
    )
  )

/** The flags of a command that opens a workspace. */
export const workspaceFlags = {
  dataDir: flag("dataDir"),
  storage: flag("storage"),
  blobs: flag("blobs"),
  baseUrl: flag("baseUrl"),
  maxFileBytes: flag("maxFileBytes"),
  diskReserve: flag("diskReserve")
}

/** The flags of a command that opens a workspace and fetches addresses. */
export const fetchingFlags = {
  ...workspaceFlags,
  fetchAllow: flag("fetchAllow"),
  maxPageBytes: flag("maxPageBytes")
}

/** The flags of a command that serves. */
export const serverFlags = {
  ...fetchingFlags,
  host: flag("host"),
  port: flag("port"),
  adminToken: flag("adminToken"),
  purgeInterval: flag("purgeInterval"),
  openapiRefresh: flag("openapiRefresh"),
  userUploads: flag("userUploads"),
  userUploadBytes: flag("userUploadBytes"),
  organizationUploads: flag("organizationUploads"),
  organizationUploadBytes: flag("organizationUploadBytes"),
  otlpEndpoint: flag("otlpEndpoint"),
  otlpHeaders: flag("otlpHeaders"),
  serviceName: flag("serviceName"),
  traceSampling: flag("traceSampling"),
  metricsPort: flag("metricsPort"),
  metricsToken: flag("metricsToken")
}

/** The value of `--log-level`, which every command takes and which is taken off before the others are parsed. */
export class LogLevelFlag extends Context.Reference<LogLevelFlag>()("@lectern/server/LogLevelFlag", {
  defaultValue: (): string | undefined => undefined
}) {}

/** The settings of parsed flags and the environment of the run. */
export const settingsOf = (
  flags: Readonly<Partial<Record<SettingName, Option.Option<string>>>>
): Effect.Effect<Settings, WrongUsage> =>
  Effect.gen(function* () {
    const logLevel = yield* LogLevelFlag
    const { env } = yield* Invocation
    const given = Object.entries(flags).map(([name, value]) => [name, Option.getOrUndefined(value)])
    return yield* parseSettings({ ...Object.fromEntries(given), logLevel }, env)
  })
