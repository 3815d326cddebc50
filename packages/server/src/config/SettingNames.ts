/** The names of all settings, as flags and environment variables. It imports only names, so that help is fast. */
import { auditNames } from "./AuditNames.js"
import { rateNames, sizeNames } from "./LimitNames.js"
import type { SettingName } from "./SettingName.js"
import { openIdNames, signInNames } from "./SignInNames.js"
import { storageNames } from "./StorageNames.js"
import { telemetryNames } from "./TelemetryNames.js"

/** The settings by name, with the variable and the flag that set each; the table in the manual is the same. */
export const names = {
  host: {
    variable: "LECTERN_HOST",
    flag: "--host",
    value: "address",
    description: "Address to listen on (default 127.0.0.1)."
  },
  port: {
    variable: "LECTERN_PORT",
    flag: "--port",
    value: "number",
    description: "Port to listen on (default 4000; 0: any free one)."
  },
  baseUrl: {
    variable: "LECTERN_BASE_URL",
    flag: "--base-url",
    value: "url",
    description: "Public base address, as used in answers (default: the address that the server listens on)."
  },
  sitesUrl: {
    variable: "LECTERN_SITES_URL",
    flag: "--sites-url",
    value: "url",
    description: "Public origin of sites, on another host name than the rest (default: the base address)."
  },
  ...storageNames,
  adminToken: {
    variable: "LECTERN_ADMIN_TOKEN",
    flag: "--admin-token",
    value: "token",
    description: "The first administrator's token (default: a random one, made once)."
  },
  fetchAllow: {
    variable: "LECTERN_FETCH_ALLOW",
    flag: "--fetch-allow",
    value: "ranges",
    description: "Comma-separated CIDRs that fetches may reach besides public addresses (default: none)."
  },
  role: {
    variable: "LECTERN_ROLE",
    flag: "--role",
    value: "role",
    description: "What this process does: serve requests, work on jobs, or all (default).",
    choices: ["serve", "work", "all"]
  },
  purgeInterval: {
    variable: "LECTERN_PURGE_INTERVAL",
    flag: "--purge-interval",
    value: "minutes",
    description: "Minutes between purges of what can no longer be restored (default 60)."
  },
  openapiRefresh: {
    variable: "LECTERN_OPENAPI_REFRESH",
    flag: "--openapi-refresh",
    value: "minutes",
    description: "Minutes after which an OpenAPI specification is fetched from its address again (default 360)."
  },
  ...sizeNames,
  siteHosts: {
    variable: "LECTERN_SITE_HOSTS",
    flag: "--site-hosts",
    value: "names",
    description: "Comma-separated host names that any site may take, such as *.docs.example.com (default: none)."
  },
  diskReserve: {
    variable: "LECTERN_DISK_RESERVE",
    flag: "--disk-reserve",
    value: "megabytes",
    description: "Megabytes of disk space that are kept free (default 512)."
  },
  smtpUrl: {
    variable: "LECTERN_SMTP_URL",
    flag: "--smtp-url",
    value: "url",
    description: "Mail server, as smtp://user:password@host:port or smtps://… (default: none, so no mail is sent)."
  },
  mailFrom: {
    variable: "LECTERN_MAIL_FROM",
    flag: "--mail-from",
    value: "address",
    description: "Address that mail comes from (default: lectern@ and the host of the base address)."
  },
  ...signInNames,
  ...auditNames,
  ...openIdNames,
  ...rateNames,
  ...telemetryNames,
  logLevel: {
    variable: "LECTERN_LOG_LEVEL",
    flag: "--log-level",
    value: "level",
    description: "all, trace, debug, info (default), warning, error, fatal or none.",
    choices: ["all", "trace", "debug", "info", "warning", "error", "fatal", "none"]
  }
} as const satisfies Readonly<Record<string, SettingName>>

/** The key of a setting. */
export type SettingKey = keyof typeof names
