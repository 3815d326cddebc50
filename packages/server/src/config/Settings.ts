/** What can be configured, by flag or by environment variable, and the one parser of it. */
import { isIP } from "node:net"
import { resolve } from "node:path"
import { defaultFileLimits } from "@lectern/core/blobs/FileLimits"
import { largestPage, pageBounds } from "@lectern/core/internal/markdown/TextBounds"
import { type AddressRange, parseRanges } from "@lectern/node/internal/outbound/Addresses"
import { Duration, Either, LogLevel, Redacted } from "effect"
import { WrongUsage } from "../output/Failures.js"

/** Where a workspace is kept. */
export type StorageKind = "sqlite" | "memory"

/** Where the bytes of files are kept. */
export type BlobsKind = "database" | "folder"

/** The configuration of a server or a command. */
export interface Settings {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** The public base address without a trailing slash; that of the listening socket when absent. */
  readonly baseUrl: string | undefined
  /** An absolute path. */
  readonly dataDir: string
  readonly storage: StorageKind
  /** Where new bytes go; those that are there already are found in either place. Storage memory has them in memory. */
  readonly blobs: BlobsKind
  readonly adminToken: Redacted.Redacted | undefined
  /** Addresses that outbound fetches may reach besides public ones. */
  readonly fetchAllow: ReadonlyArray<AddressRange>
  /** How long the server waits between two purges. */
  readonly purgeInterval: Duration.Duration
  /** How old a specification gets that comes from an address before the server fetches it again. */
  readonly openapiRefresh: Duration.Duration
  /** The most bytes that the text of a page may have where it is written. */
  readonly maxPageBytes: number
  /** The most bytes of one file, however it comes in: uploads, imports and exports share it. */
  readonly maxFileBytes: number
  /** How many uploads of one caller may wait to be used, and how many bytes they may have together. */
  readonly userUploads: number
  readonly userUploadBytes: number
  /** The same for all callers together in one organization. */
  readonly organizationUploads: number
  readonly organizationUploadBytes: number
  /** How many bytes of the disk files leave free. */
  readonly diskReserve: number
  readonly logLevel: LogLevel.LogLevel
}

/** The settings by name, with the variable and the flag that set each; the table in the manual is this one. */
export const names = {
  host: { variable: "LECTERN_HOST", flag: "--host", description: "Address to listen on (default 127.0.0.1)." },
  port: { variable: "LECTERN_PORT", flag: "--port", description: "Port to listen on (default 4000; 0: any free one)." },
  baseUrl: {
    variable: "LECTERN_BASE_URL",
    flag: "--base-url",
    description: "Public base address, as used in answers (default: the address listened on)."
  },
  dataDir: { variable: "LECTERN_DATA_DIR", flag: "--data-dir", description: "Folder of the data (default .lectern)." },
  storage: { variable: "LECTERN_STORAGE", flag: "--storage", description: "sqlite (default) or memory." },
  blobs: {
    variable: "LECTERN_BLOBS",
    flag: "--blobs",
    description: "Where the bytes of files go: database (default), or folder, which is blobs in the folder of the data."
  },
  adminToken: {
    variable: "LECTERN_ADMIN_TOKEN",
    flag: "--admin-token",
    description: "Fixes the first administrator's token (default: a random one, made once)."
  },
  fetchAllow: {
    variable: "LECTERN_FETCH_ALLOW",
    flag: "--fetch-allow",
    description: "Comma-separated CIDRs that outbound fetches may reach besides public addresses (default: none)."
  },
  purgeInterval: {
    variable: "LECTERN_PURGE_INTERVAL",
    flag: "--purge-interval",
    description: "Minutes between two purges of what can no longer be restored (default 60)."
  },
  openapiRefresh: {
    variable: "LECTERN_OPENAPI_REFRESH",
    flag: "--openapi-refresh",
    description: "Minutes after which an OpenAPI specification is fetched from its address again (default 360)."
  },
  maxPageBytes: {
    variable: "LECTERN_MAX_PAGE_BYTES",
    flag: "--max-page-bytes",
    description: "Most bytes of a page's text, from 1024 to 4194304 (default 1048576)."
  },
  maxFileBytes: {
    variable: "LECTERN_MAX_FILE_SIZE",
    flag: "--max-file-size",
    description: "Megabytes that one file may have, uploaded, imported or exported (default 1024)."
  },
  userUploads: {
    variable: "LECTERN_USER_UPLOADS",
    flag: "--user-uploads",
    description: "Uploads that one user may have waiting to be used (default 100)."
  },
  userUploadBytes: {
    variable: "LECTERN_USER_UPLOAD_SIZE",
    flag: "--user-upload-size",
    description: "Megabytes that these may have together (default 4096)."
  },
  organizationUploads: {
    variable: "LECTERN_ORGANIZATION_UPLOADS",
    flag: "--organization-uploads",
    description: "Uploads that one organization may have waiting to be used (default 1000)."
  },
  organizationUploadBytes: {
    variable: "LECTERN_ORGANIZATION_UPLOAD_SIZE",
    flag: "--organization-upload-size",
    description: "Megabytes that these may have together (default 16384)."
  },
  diskReserve: {
    variable: "LECTERN_DISK_RESERVE",
    flag: "--disk-reserve",
    description: "Megabytes of the disk that files leave free (default 512)."
  },
  logLevel: {
    variable: "LECTERN_LOG_LEVEL",
    flag: "--log-level",
    description: "all, trace, debug, info (default), warning, error, fatal or none."
  }
} as const

/** The name of a setting. */
export type SettingName = keyof typeof names

/** The values of flags as written; those not given are absent or `undefined`. */
export type Flags = { readonly [K in SettingName]?: string | undefined }

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
  const problem = Either.left("expected an http or https address without query, fragment and credentials")
  if (!URL.canParse(text)) return problem
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") return problem
  if (/[?#]/.test(text) || url.username !== "" || url.password !== "") return problem
  return Either.right(url.href.replace(/\/+$/, ""))
}

const storage = (text: string): Parsed<StorageKind> =>
  text === "sqlite" || text === "memory" ? Either.right(text) : Either.left("expected sqlite or memory")

const blobs = (text: string): Parsed<BlobsKind> =>
  text === "database" || text === "folder" ? Either.right(text) : Either.left("expected database or folder")

const adminToken = (text: string): Parsed<Redacted.Redacted> =>
  /^[\x21-\x7e]{16,512}$/.test(text)
    ? Either.right(Redacted.make(text))
    : Either.left("expected 16 to 512 printable ASCII characters without spaces")

const fetchAllow = (text: string): Parsed<ReadonlyArray<AddressRange>> =>
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

const megabytes =
  (least: number) =>
  (text: string): Parsed<number> =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= 100_000_000
      ? Either.right(Number(text) * 1024 * 1024)
      : Either.left(`expected a number of megabytes from ${least} to 100000000`)

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

const dataDir = (text: string): Parsed<string> =>
  text.includes("\u0000") ? Either.left("expected a path") : Either.right(resolve(text))

/**
 * The settings that flags and environment make: a flag wins over a variable, an empty variable counts as not set.
 * A wrong value is a sentence that names the flag or the variable; a secret is never repeated in it.
 */
export const parseSettings = (flags: Flags, environment: Environment): Either.Either<Settings, WrongUsage> => {
  const read = <A>(name: SettingName, parse: (text: string) => Parsed<A>, fallback: A): Parsed<A> => {
    const { flag, variable } = names[name]
    const fromFlag = flags[name]
    const text = fromFlag ?? (environment[variable] === "" ? undefined : environment[variable])
    if (text === undefined) return Either.right(fallback)
    const got = name === "adminToken" ? "" : `, got ${JSON.stringify(text)}`
    return Either.mapLeft(parse(text), (problem) => `${fromFlag === undefined ? variable : flag}: ${problem}${got}`)
  }
  const settings: Parsed<Settings> = Either.all({
    host: read("host", host, "127.0.0.1"),
    port: read("port", port, 4000),
    baseUrl: read<string | undefined>("baseUrl", baseUrl, undefined),
    dataDir: read("dataDir", dataDir, resolve(".lectern")),
    storage: read("storage", storage, "sqlite"),
    blobs: read("blobs", blobs, "database"),
    adminToken: read<Redacted.Redacted | undefined>("adminToken", adminToken, undefined),
    fetchAllow: read("fetchAllow", fetchAllow, []),
    purgeInterval: read("purgeInterval", minutes, Duration.hours(1)),
    openapiRefresh: read("openapiRefresh", minutes, Duration.hours(6)),
    maxPageBytes: read("maxPageBytes", pageBytes, pageBounds.bytes),
    maxFileBytes: read("maxFileBytes", megabytes(1), defaultFileLimits.maxFileBytes),
    userUploads: read("userUploads", count, defaultFileLimits.perCaller.uploads),
    userUploadBytes: read("userUploadBytes", megabytes(1), defaultFileLimits.perCaller.bytes),
    organizationUploads: read("organizationUploads", count, defaultFileLimits.perOrganization.uploads),
    organizationUploadBytes: read("organizationUploadBytes", megabytes(1), defaultFileLimits.perOrganization.bytes),
    diskReserve: read("diskReserve", megabytes(0), defaultFileLimits.diskReserve),
    logLevel: read("logLevel", logLevel, LogLevel.Info)
  })
  return Either.mapLeft(settings, (message) => new WrongUsage({ message }))
}
