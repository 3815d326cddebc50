/** The names of all settings, as flags and environment variables. It imports only names, so that help is fast. */
import { bucketNames } from "./BucketNames.js"
import { databaseNames } from "./DatabaseNames.js"

/** The names and the description of a setting. */
export interface SettingName {
  readonly variable: string
  readonly flag: `--${string}`
  /** The name of the value, in a word. */
  readonly value: string
  readonly description: string
  /** The possible values, if they can be enumerated. */
  readonly choices?: ReadonlyArray<string>
  /** Whether the value is the path of a folder. */
  readonly folder?: boolean
}

/** The settings of telemetry by name. */
export const telemetryNames = {
  otlpEndpoint: {
    variable: "LECTERN_OTLP_ENDPOINT",
    flag: "--otlp-endpoint",
    value: "url",
    description: "Address of an OpenTelemetry collector, such as http://localhost:4318 (default: none)."
  },
  otlpHeaders: {
    variable: "LECTERN_OTLP_HEADERS",
    flag: "--otlp-headers",
    value: "pairs",
    description: "Headers to send to the collector, as name=value,name=value."
  },
  serviceName: {
    variable: "LECTERN_SERVICE_NAME",
    flag: "--service-name",
    value: "name",
    description: "Name of this server in traces and metrics (default lectern)."
  },
  traceSampling: {
    variable: "LECTERN_TRACE_SAMPLING",
    flag: "--trace-sampling",
    value: "part",
    description: "Fraction of the traces to record, from 0 to 1 (default 1)."
  },
  metricsPort: {
    variable: "LECTERN_METRICS_PORT",
    flag: "--metrics-port",
    value: "number",
    description: "Port that serves metrics to Prometheus at /metrics (default: none; 0: any free one)."
  },
  metricsToken: {
    variable: "LECTERN_METRICS_TOKEN",
    flag: "--metrics-token",
    value: "token",
    description: "Token for /metrics, which is on the port of the API unless it has its own (default: none)."
  }
} as const satisfies Readonly<Record<string, SettingName>>

/** The settings of signing in with OpenID Connect by name. */
export const openIdNames = {
  openIdIssuer: {
    variable: "LECTERN_OPENID_ISSUER",
    flag: "--openid-issuer",
    value: "url",
    description: "Issuer of the OpenID provider that people sign in to this server with (default: none)."
  },
  openIdClientId: {
    variable: "LECTERN_OPENID_CLIENT_ID",
    flag: "--openid-client-id",
    value: "id",
    description: "Id under which the provider knows this server."
  },
  openIdClientSecret: {
    variable: "LECTERN_OPENID_CLIENT_SECRET",
    flag: "--openid-client-secret",
    value: "secret",
    description: "Secret that goes with the id (default: none, for a public client)."
  },
  openIdLabel: {
    variable: "LECTERN_OPENID_LABEL",
    flag: "--openid-label",
    value: "name",
    description: "Name of the provider on the page to sign in (default single sign-on)."
  },
  openIdDomains: {
    variable: "LECTERN_OPENID_DOMAINS",
    flag: "--openid-domains",
    value: "domains",
    description: "Comma-separated e-mail domains whose people the provider may sign in (default: none)."
  },
  openIdIssuers: {
    variable: "LECTERN_OPENID_ISSUERS",
    flag: "--openid-issuers",
    value: "urls",
    description: "Comma-separated issuers that organizations may use at private addresses and over plain HTTP."
  }
} as const satisfies Readonly<Record<string, SettingName>>

/** The settings of limits by name. */
export const limitNames = {
  trustedProxies: {
    variable: "LECTERN_TRUSTED_PROXIES",
    flag: "--trusted-proxies",
    value: "ranges",
    description: "Proxies that say where requests come from, as comma-separated CIDRs (default: none)."
  },
  tokenRate: {
    variable: "LECTERN_TOKEN_RATE",
    flag: "--token-rate",
    value: "count",
    description: "Requests a minute with one token (default 10000; 0: any number)."
  },
  accountRate: {
    variable: "LECTERN_ACCOUNT_RATE",
    flag: "--account-rate",
    value: "count",
    description: "Requests a minute with all tokens of one user (default 20000; 0: any number)."
  },
  addressRate: {
    variable: "LECTERN_ADDRESS_RATE",
    flag: "--address-rate",
    value: "count",
    description: "Requests a minute from one network address (default 60000; 0: any number)."
  }
} as const satisfies Readonly<Record<string, SettingName>>

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
  dataDir: {
    variable: "LECTERN_DATA_DIR",
    flag: "--data-dir",
    value: "folder",
    description: "Folder of the data (default .lectern).",
    folder: true
  },
  storage: {
    variable: "LECTERN_STORAGE",
    flag: "--storage",
    value: "kind",
    description: "sqlite (default) or memory.",
    choices: ["sqlite", "memory"]
  },
  ...databaseNames,
  blobs: {
    variable: "LECTERN_BLOBS",
    flag: "--blobs",
    value: "place",
    description: "Where to keep the bytes of files: database (default), folder (blobs, in that of the data) or s3://….",
    choices: ["database", "folder"]
  },
  ...bucketNames,
  keyFile: {
    variable: "LECTERN_KEY_FILE",
    flag: "--key-file",
    value: "file",
    description: "File of the keys that encrypt stored secrets (default: keys, in the folder of the data)."
  },
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
  maxPageBytes: {
    variable: "LECTERN_MAX_PAGE_BYTES",
    flag: "--max-page-bytes",
    value: "bytes",
    description: "Largest size of a page's text in bytes, from 1024 to 4194304 (default 1048576)."
  },
  maxFileBytes: {
    variable: "LECTERN_MAX_FILE_SIZE",
    flag: "--max-file-size",
    value: "megabytes",
    description: "Largest size of one file, uploaded, imported or exported, in megabytes (default 1024)."
  },
  userUploads: {
    variable: "LECTERN_USER_UPLOADS",
    flag: "--user-uploads",
    value: "count",
    description: "How many uploads of one user may wait to be used (default 100)."
  },
  userUploadBytes: {
    variable: "LECTERN_USER_UPLOAD_SIZE",
    flag: "--user-upload-size",
    value: "megabytes",
    description: "Their largest total size in megabytes (default 4096)."
  },
  organizationUploads: {
    variable: "LECTERN_ORGANIZATION_UPLOADS",
    flag: "--organization-uploads",
    value: "count",
    description: "How many uploads in one organization may wait to be used (default 1000)."
  },
  organizationUploadBytes: {
    variable: "LECTERN_ORGANIZATION_UPLOAD_SIZE",
    flag: "--organization-upload-size",
    value: "megabytes",
    description: "Their largest total size in megabytes (default 16384)."
  },
  organizationCreators: {
    variable: "LECTERN_ORGANIZATION_CREATORS",
    flag: "--organization-creators",
    value: "who",
    choices: ["administrators", "everyone"],
    description: "Who may make organizations: administrators of the server or everyone (default administrators)."
  },
  userOrganizations: {
    variable: "LECTERN_USER_ORGANIZATIONS",
    flag: "--user-organizations",
    value: "count",
    description: "How many organizations one user may make (default: any number)."
  },
  organizationMembers: {
    variable: "LECTERN_ORGANIZATION_MEMBERS",
    flag: "--organization-members",
    value: "count",
    description: "How many members one organization may have (default: any number)."
  },
  organizationSpaces: {
    variable: "LECTERN_ORGANIZATION_SPACES",
    flag: "--organization-spaces",
    value: "count",
    description: "How many spaces one organization may have (default: any number)."
  },
  organizationBytes: {
    variable: "LECTERN_ORGANIZATION_BYTES",
    flag: "--organization-bytes",
    value: "bytes",
    description: "How many bytes of texts and files one organization may store (default: any number)."
  },
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
  samlKeyFile: {
    variable: "LECTERN_SAML_KEY_FILE",
    flag: "--saml-key-file",
    value: "file",
    description:
      "PEM file with the key and certificate that sign requests to SAML providers (default: none are signed)."
  },
  secondFactor: {
    variable: "LECTERN_SECOND_FACTOR",
    flag: "--second-factor",
    value: "rule",
    description: "Whether people who sign in need a second factor: optional (default) or required.",
    choices: ["optional", "required"]
  },
  auditLog: {
    variable: "LECTERN_AUDIT_LOG",
    flag: "--audit-log",
    value: "file",
    description: "File that audit events are appended to, one line of JSON each (default: none)."
  },
  auditUrl: {
    variable: "LECTERN_AUDIT_URL",
    flag: "--audit-url",
    value: "url",
    description: "Address that audit events are posted to, as lines of JSON (default: none)."
  },
  auditSecret: {
    variable: "LECTERN_AUDIT_SECRET",
    flag: "--audit-secret",
    value: "secret",
    description: "Secret that signs audit events posted to --audit-url; required with it."
  },
  auditDays: {
    variable: "LECTERN_AUDIT_DAYS",
    flag: "--audit-days",
    value: "days",
    description: "How many days audit events are kept (default 365; 0: forever)."
  },
  ...openIdNames,
  ...limitNames,
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
