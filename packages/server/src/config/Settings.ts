/** The settings, from flags and environment variables, and their parser. */
import { isIP } from "node:net"
import { resolve } from "node:path"
import { defaultFileLimits } from "@lectern/core/blobs/FileLimits"
import { defaultEventDays } from "@lectern/core/events/EventRules"
import { largestPage, pageBounds } from "@lectern/core/internal/text/markdown/TextBounds"
import type { QuotasValue } from "@lectern/core/quotas/Quotas"
import { defaultLimits, type Limits, type RateLimit } from "@lectern/core/rate-limits/RateLimit"
import { type SignInRulesValue, signInRules } from "@lectern/core/sessions/SignInRules"
import { type AddressRange, parseRanges } from "@lectern/node/outbound/Addresses"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as LogLevel from "effect/LogLevel"
import * as Redacted from "effect/Redacted"
import { WrongUsage } from "../output/Failures.js"
import { type BlobsPlace, type BucketAccess, parseBlobs } from "./BlobSettings.js"
import { type DatabaseLimits, parseDatabase } from "./DatabaseSettings.js"
import { mailFrom, siteHosts, smtpUrl } from "./NameSettings.js"
import { type OpenIdSettings, parseOpenId } from "./OpenIdSettings.js"
import { names, type SettingKey } from "./SettingNames.js"
import { parseTelemetry, type TelemetrySettings } from "./TelemetrySettings.js"

/** Where a workspace is stored. */
export type StorageKind = "sqlite" | "memory" | "postgres"

/** The role of a server: answer requests, run jobs, or both. */
export type ServerRole = "serve" | "work" | "all"

/** The configuration of a server or a command. */
export interface Settings {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** The public base URL without a trailing slash; that of the listening socket when absent. */
  readonly baseUrl: string | undefined
  readonly sitesUrl: string | undefined
  /** An absolute path. */
  readonly dataDir: string
  /** The absolute path of the SQLite file; when absent, it is in the data folder. */
  readonly databaseFile: string | undefined
  readonly storage: StorageKind
  /** The URL of the database if the storage is `postgres`, with its password. */
  readonly database: Redacted.Redacted | undefined
  readonly databaseLimits: DatabaseLimits
  /**
   * The place of new bytes. Bytes in the database or the folder are found in either case. With `memory`, all bytes are
   * in memory.
   */
  readonly blobs: BlobsPlace
  /** The settings for reaching buckets, of files and of backups. */
  readonly buckets: BucketAccess
  /** The absolute path of the key file; when absent, it is in the data folder. */
  readonly keyFile: string | undefined
  readonly adminToken: Redacted.Redacted | undefined
  readonly role: ServerRole
  /** The addresses that outbound fetches may reach, in addition to public ones. */
  readonly fetchAllow: ReadonlyArray<AddressRange>
  /** The time between two purges. */
  readonly purgeInterval: Duration.Duration
  /** The age at which the server fetches a specification from its URL again. */
  readonly openapiRefresh: Duration.Duration
  /** The maximum size of the text of a page in bytes, checked on write. */
  readonly maxPageBytes: number
  /** The maximum size of one file in bytes, for uploads, imports and exports alike. */
  readonly maxFileBytes: number
  /** The quota of one caller's pending uploads: their number and their total size. */
  readonly userUploads: number
  readonly userUploadBytes: number
  /** The quota of all pending uploads to one organization. */
  readonly organizationUploads: number
  readonly organizationUploadBytes: number
  /** Who may create organizations, and the limits of organizations; `undefined` is unlimited. */
  readonly organizationCreators: QuotasValue["organizationCreators"]
  readonly userOrganizations: number | undefined
  readonly organizationMembers: number | undefined
  readonly organizationSpaces: number | undefined
  readonly organizationBytes: number | undefined
  /** The host names, and patterns of them, that any site may take. */
  readonly siteHosts: ReadonlyArray<string>
  /** How many bytes of disk space files must leave free. */
  readonly diskReserve: number
  /** The mail server, with its credentials; without it, no mail is sent. */
  readonly smtpUrl: Redacted.Redacted | undefined
  /** The sender of mail. */
  readonly mailFrom: string | undefined
  /** The absolute path of the file with the key that signs requests to SAML providers; none are signed when absent. */
  readonly samlKeyFile: string | undefined
  /** Whether everybody who signs in needs a second factor. */
  readonly secondFactor: SignInRulesValue["secondFactor"]
  /** The absolute path of the file that audit events are appended to, if any. */
  readonly auditLog: string | undefined
  /** The URL that audit events are posted to, if any, and the secret that signs them. */
  readonly auditUrl: string | undefined
  readonly auditSecret: Redacted.Redacted | undefined
  /** How many days audit events are kept; 0 means forever. */
  readonly auditDays: number
  /** How many days events are kept; 0 means forever. */
  readonly eventDays: number
  readonly openId: OpenIdSettings
  /** Proxies that are trusted to report the origin of a request. */
  readonly trustedProxies: ReadonlyArray<AddressRange>
  /** The rate limits of tokens, accounts and addresses. */
  readonly limits: Limits
  /** The telemetry, and its destination. */
  readonly telemetry: TelemetrySettings
  readonly logLevel: LogLevel.LogLevel
}

/** The values of flags as written; those not given are absent or `undefined`. */
export type Flags = { readonly [K in SettingKey]?: string | undefined }

/** Values of environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

type Parsed<A> = Either.Either<A, string>

const host = (text: string): Parsed<string> =>
  isIP(text) !== 0 || /^(?!\d+(\.\d+)*$)[a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?$/.test(text)
    ? Either.right(text)
    : Either.left("expected a host name or an IP address")

const port = (text: string): Parsed<number> =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535
    ? Either.right(Number(text))
    : Either.left("expected a port from 0 to 65535")

const baseUrl = (text: string): Parsed<string> => {
  const problem = Either.left("expected an http or https address without a query, fragment or credentials")
  if (!URL.canParse(text)) return problem
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") return problem
  if (/[?#]/.test(text) || url.username !== "" || url.password !== "") return problem
  return Either.right(url.href.replace(/\/+$/, ""))
}

const sitesUrl = (text: string): Parsed<string> =>
  Either.filterOrLeft(
    baseUrl(text),
    (url) => new URL(url).pathname === "/",
    () => "expected an http or https address without a path"
  )

const storage = (text: string): Parsed<StorageKind> =>
  text === "sqlite" || text === "memory" ? Either.right(text) : Either.left("expected sqlite or memory")

const role = (text: string): Parsed<ServerRole> =>
  text === "serve" || text === "work" || text === "all"
    ? Either.right(text)
    : Either.left("expected serve, work or all")

const secretText = (text: string): Parsed<Redacted.Redacted> =>
  /^[\x21-\x7e]{16,512}$/.test(text)
    ? Either.right(Redacted.make(text))
    : Either.left("expected 16 to 512 printable ASCII characters without spaces")

const ranges = (text: string): Parsed<ReadonlyArray<AddressRange>> =>
  Either.fromNullable(parseRanges(text), () => "expected comma-separated CIDRs such as 10.0.0.0/8")

const minutes = (text: string): Parsed<Duration.Duration> =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 10_080
    ? Either.right(Duration.minutes(Number(text)))
    : Either.left("expected a number of minutes from 1 to 10080")

const pageBytes = (text: string): Parsed<number> =>
  /^\d{4,7}$/.test(text) && Number(text) >= 1024 && Number(text) <= largestPage
    ? Either.right(Number(text))
    : Either.left(`expected a number of bytes from 1024 to ${largestPage}`)

const count = (text: string): Parsed<number> =>
  /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000
    ? Either.right(Number(text))
    : Either.left("expected a number from 1 to 1000000")

const rate = (text: string): Parsed<RateLimit | undefined> =>
  /^\d{1,9}$/.test(text)
    ? Either.right(Number(text) === 0 ? undefined : { limit: Number(text), windowSeconds: 60 })
    : Either.left("expected a number of requests a minute, or 0 for any number")

const megabytes =
  (least: number) =>
  (text: string): Parsed<number> =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= 100_000_000
      ? Either.right(Number(text) * 1024 * 1024)
      : Either.left(`expected a number of megabytes from ${least} to 100000000`)

const costRate = (text: string): Parsed<RateLimit | undefined> =>
  Either.map(megabytes(0)(text), (limit) => (limit === 0 ? undefined : { limit, windowSeconds: 60 }))

const bytes = (text: string): Parsed<number> =>
  /^[1-9]\d{0,14}$/.test(text)
    ? Either.right(Number(text))
    : Either.left("expected a number of bytes from 1 to 999999999999999")

const organizationCreators = (text: string): Parsed<Settings["organizationCreators"]> =>
  text === "administrators" || text === "everyone"
    ? Either.right(text)
    : Either.left("expected administrators or everyone")

const auditUrl = (text: string): Parsed<string> => {
  const protocol = URL.canParse(text) ? new URL(text).protocol : undefined
  return protocol === "http:" || protocol === "https:"
    ? Either.right(text)
    : Either.left("expected an http or https address")
}

const days = (text: string): Parsed<number> =>
  /^\d{1,5}$/.test(text) && Number(text) <= 36_500
    ? Either.right(Number(text))
    : Either.left("expected a number of days from 0 to 36500")

const secondFactor = (text: string): Parsed<SignInRulesValue["secondFactor"]> =>
  text === "optional" || text === "required" ? Either.right(text) : Either.left("expected optional or required")

const levels: Readonly<Record<string, LogLevel.LogLevel>> = {
  all: LogLevel.All,
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  fatal: LogLevel.Fatal,
  none: LogLevel.None
}
const logLevel = (text: string): Parsed<LogLevel.LogLevel> =>
  Either.fromNullable(
    levels[text.toLowerCase()],
    () => "expected all, trace, debug, info, warning, error, fatal or none"
  )

const path = (text: string): Parsed<string> =>
  text.includes("\u0000") ? Either.left("expected a path") : Either.right(resolve(text))

/** Flags and variables whose values are never quoted. */
const secretNames = /token|headers|smtp|secret|access_key|audit.url|--database$|database_url/i

/**
 * The settings from flags and environment: a flag takes precedence over a variable, and an empty variable counts as not
 * set. An invalid value yields a sentence that names the flag or the variable; a secret is never quoted in it.
 */
export const parseSettings = (flags: Flags, environment: Environment): Either.Either<Settings, WrongUsage> => {
  const parsed = <A>(source: string, text: string, parse: (text: string) => Parsed<A>): Parsed<A> => {
    const got = secretNames.test(source) ? "" : `, got ${JSON.stringify(text)}`
    return Either.mapLeft(parse(text), (problem) => `${source}: ${problem}${got}`)
  }
  const standard = <A>(variable: string, parse: (text: string) => Parsed<A>, fallback: A): Parsed<A> => {
    const text = environment[variable] ?? ""
    return text === "" ? Either.right(fallback) : parsed(variable, text, parse)
  }
  const read = <A>(name: SettingKey, parse: (text: string) => Parsed<A>, fallback: A, other?: string): Parsed<A> => {
    const { flag, variable } = names[name]
    const fromFlag = flags[name]
    if (fromFlag !== undefined) return parsed(flag, fromFlag, parse)
    const isOther = other !== undefined && (environment[variable] ?? "") === ""
    return standard(isOther ? other : variable, parse, fallback)
  }
  const settings = Either.all({
    host: read("host", host, "127.0.0.1"),
    port: read("port", port, 4000),
    baseUrl: read<string | undefined>("baseUrl", baseUrl, undefined),
    sitesUrl: read<string | undefined>("sitesUrl", sitesUrl, undefined),
    dataDir: read("dataDir", path, resolve(".lectern")),
    databaseFile: read<string | undefined>("databaseFile", path, undefined),
    storage: read<StorageKind | undefined>("storage", storage, undefined),
    ...parseDatabase(read),
    ...parseBlobs(read, standard),
    keyFile: read<string | undefined>("keyFile", path, undefined),
    adminToken: read<Redacted.Redacted | undefined>("adminToken", secretText, undefined),
    role: read<ServerRole>("role", role, "all"),
    fetchAllow: read("fetchAllow", ranges, []),
    purgeInterval: read("purgeInterval", minutes, Duration.hours(1)),
    openapiRefresh: read("openapiRefresh", minutes, Duration.hours(6)),
    maxPageBytes: read("maxPageBytes", pageBytes, pageBounds.bytes),
    maxFileBytes: read("maxFileBytes", megabytes(1), defaultFileLimits.maxFileBytes),
    userUploads: read("userUploads", count, defaultFileLimits.perCaller.uploads),
    userUploadBytes: read("userUploadBytes", megabytes(1), defaultFileLimits.perCaller.bytes),
    organizationUploads: read("organizationUploads", count, defaultFileLimits.perOrganization.uploads),
    organizationUploadBytes: read("organizationUploadBytes", megabytes(1), defaultFileLimits.perOrganization.bytes),
    organizationCreators: read("organizationCreators", organizationCreators, "administrators"),
    userOrganizations: read<number | undefined>("userOrganizations", count, undefined),
    organizationMembers: read<number | undefined>("organizationMembers", count, undefined),
    organizationSpaces: read<number | undefined>("organizationSpaces", count, undefined),
    organizationBytes: read<number | undefined>("organizationBytes", bytes, undefined),
    siteHosts: read<ReadonlyArray<string>>("siteHosts", siteHosts, []),
    diskReserve: read("diskReserve", megabytes(0), defaultFileLimits.diskReserve),
    smtpUrl: read<Redacted.Redacted | undefined>("smtpUrl", smtpUrl, undefined),
    mailFrom: read<string | undefined>("mailFrom", mailFrom, undefined),
    samlKeyFile: read<string | undefined>("samlKeyFile", path, undefined),
    secondFactor: read("secondFactor", secondFactor, signInRules.secondFactor),
    auditLog: read<string | undefined>("auditLog", path, undefined),
    auditUrl: read<string | undefined>("auditUrl", auditUrl, undefined),
    auditSecret: read<Redacted.Redacted | undefined>("auditSecret", secretText, undefined),
    auditDays: read("auditDays", days, 365),
    eventDays: read("eventDays", days, defaultEventDays),
    openId: parseOpenId(read),
    trustedProxies: read("trustedProxies", ranges, []),
    limits: Either.all({
      token: read("tokenRate", rate, defaultLimits.token),
      account: read("accountRate", rate, defaultLimits.account),
      address: read("addressRate", rate, defaultLimits.address),
      tokenCost: read("tokenCostRate", costRate, defaultLimits.tokenCost),
      accountCost: read("accountCostRate", costRate, defaultLimits.accountCost),
      addressCost: read("addressCostRate", costRate, defaultLimits.addressCost),
      siteCost: read("siteCostRate", costRate, defaultLimits.siteCost)
    }),
    telemetry: parseTelemetry(read, standard),
    logLevel: read("logLevel", logLevel, LogLevel.Info)
  })
  const complete: Parsed<Settings> = settings.pipe(
    Either.filterOrLeft(
      ({ auditSecret, auditUrl }) => auditUrl === undefined || auditSecret !== undefined,
      () => "LECTERN_AUDIT_URL: needs LECTERN_AUDIT_SECRET, which signs what is posted there"
    ),
    Either.filterOrLeft(
      ({ baseUrl = "http://localhost", sitesUrl }) =>
        sitesUrl === undefined || new URL(sitesUrl).hostname !== new URL(baseUrl).hostname,
      () => "--sites-url or LECTERN_SITES_URL: expected another host name than that of the base address"
    ),
    Either.filterOrLeft(
      ({ database, storage }) => database === undefined || storage === undefined,
      () => "--database or LECTERN_DATABASE_URL: leave out --storage and LECTERN_STORAGE"
    ),
    Either.map((read) => ({ ...read, storage: read.storage ?? (read.database === undefined ? "sqlite" : "postgres") }))
  )
  return Either.mapLeft(complete, (message) => new WrongUsage({ message }))
}
