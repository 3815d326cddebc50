import { resolve } from "node:path"
import { Duration, Either, LogLevel, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { parseSettings, type Settings } from "../src/config/Settings.js"

const settings = (flags: Record<string, string>, environment: Record<string, string> = {}): Settings =>
  Either.getOrThrow(parseSettings(flags, environment))
const problem = (flags: Record<string, string>, environment: Record<string, string> = {}): string =>
  Either.match(parseSettings(flags, environment), { onLeft: ({ message }) => message, onRight: () => "accepted" })

describe("settings", () => {
  it("has defaults", () => {
    expect(settings({})).toEqual({
      host: "127.0.0.1",
      port: 4000,
      baseUrl: undefined,
      dataDir: resolve(".lectern"),
      storage: "sqlite",
      database: undefined,
      databaseLimits: { connections: 10, connectTimeout: 10_000, statementTimeout: 30_000, lockTimeout: 10_000 },
      blobs: "database",
      buckets: {
        addressing: undefined,
        credentials: Either.left(
          "a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or --s3-credentials-file"
        ),
        endpoint: undefined,
        region: undefined
      },
      keyFile: undefined,
      adminToken: undefined,
      role: "all",
      fetchAllow: [],
      purgeInterval: Duration.hours(1),
      openapiRefresh: Duration.hours(6),
      organizationCreators: "administrators",
      userOrganizations: undefined,
      organizationMembers: undefined,
      organizationSpaces: undefined,
      organizationBytes: undefined,
      maxPageBytes: 1024 * 1024,
      maxFileBytes: 1024 ** 3,
      userUploads: 100,
      userUploadBytes: 4 * 1024 ** 3,
      organizationUploads: 1000,
      organizationUploadBytes: 16 * 1024 ** 3,
      siteHosts: [],
      diskReserve: 512 * 1024 ** 2,
      smtpUrl: undefined,
      mailFrom: undefined,
      samlKeyFile: undefined,
      secondFactor: "optional",
      auditLog: undefined,
      auditUrl: undefined,
      auditSecret: undefined,
      auditDays: 365,
      eventDays: 30,
      openId: {
        issuer: undefined,
        clientId: undefined,
        clientSecret: undefined,
        label: "single sign-on",
        domains: [],
        issuers: []
      },
      trustedProxies: [],
      limits: {
        token: { limit: 10_000, windowSeconds: 60 },
        account: { limit: 20_000, windowSeconds: 60 },
        address: { limit: 60_000, windowSeconds: 60 },
        tokenCost: { limit: 2 * 1024 ** 3, windowSeconds: 60 },
        accountCost: { limit: 4 * 1024 ** 3, windowSeconds: 60 },
        addressCost: { limit: 8 * 1024 ** 3, windowSeconds: 60 },
        siteCost: { limit: 16 * 1024 ** 3, windowSeconds: 60 }
      },
      telemetry: {
        traces: undefined,
        metrics: undefined,
        protocol: "http/json",
        serviceName: "lectern",
        attributes: {},
        sampling: { parentBased: true, ratio: 1 },
        tracesInterval: 5_000,
        metricsInterval: 60_000,
        metricsPort: undefined,
        metricsToken: undefined
      },
      logLevel: LogLevel.Info
    })
  })

  it("takes a flag before a variable, and an empty variable as none", () => {
    expect(settings({ port: "5000" }, { LECTERN_PORT: "6000" }).port).toBe(5000)
    expect(settings({}, { LECTERN_PORT: "6000" }).port).toBe(6000)
    expect(settings({}, { LECTERN_PORT: "" }).port).toBe(4000)
    expect(settings({ port: "5000" }, { LECTERN_PORT: "wrong" }).port).toBe(5000)
  })

  it.each([
    ["LECTERN_HOST", "not a host", 'LECTERN_HOST: expected a host name or an IP address, got "not a host"'],
    ["LECTERN_HOST", "300.1.1.1", 'LECTERN_HOST: expected a host name or an IP address, got "300.1.1.1"'],
    ["LECTERN_PORT", "65536", 'LECTERN_PORT: expected a port from 0 to 65535, got "65536"'],
    ["LECTERN_ROLE", "worker", 'LECTERN_ROLE: expected serve, work or all, got "worker"'],
    ["LECTERN_PORT", "4e3", 'LECTERN_PORT: expected a port from 0 to 65535, got "4e3"'],
    ["LECTERN_AUDIT_DAYS", "-1", 'LECTERN_AUDIT_DAYS: expected a number of days from 0 to 36500, got "-1"'],
    ["LECTERN_AUDIT_URL", "ftp://example.com", "LECTERN_AUDIT_URL: expected an http or https address"],
    [
      "LECTERN_AUDIT_URL",
      "https://siem.example/",
      "LECTERN_AUDIT_URL: needs LECTERN_AUDIT_SECRET, which signs what is posted there"
    ],
    [
      "LECTERN_AUDIT_SECRET",
      "short",
      "LECTERN_AUDIT_SECRET: expected 16 to 512 printable ASCII characters without spaces"
    ],
    ["LECTERN_SMTP_URL", "mail.example.com", "LECTERN_SMTP_URL: expected an smtp or smtps address"],
    [
      "LECTERN_ORGANIZATION_BYTES",
      "1GB",
      'LECTERN_ORGANIZATION_BYTES: expected a number of bytes from 1 to 999999999999999, got "1GB"'
    ],
    ["LECTERN_MAIL_FROM", "Docs", "LECTERN_MAIL_FROM: expected an e-mail address"],
    ["LECTERN_SECOND_FACTOR", "yes", 'LECTERN_SECOND_FACTOR: expected optional or required, got "yes"'],
    ["LECTERN_OPENID_ISSUER", "idp.example", "LECTERN_OPENID_ISSUER: expected an http or https address"],
    [
      "LECTERN_OPENID_ISSUER",
      "https://login.microsoftonline.com/common/v2.0",
      "LECTERN_OPENID_ISSUER: expected the issuer of one tenant"
    ],
    ["LECTERN_OPENID_ISSUER", "https://idp.example", "--openid-issuer and --openid-client-id belong together"],
    ["LECTERN_OPENID_LABEL", "a\nb", "LECTERN_OPENID_LABEL: expected 1 to 30 characters on one line"],
    ["LECTERN_SITE_HOSTS", "docs.example.com,example.com", "LECTERN_SITE_HOSTS: expected comma-separated host names"],
    ["LECTERN_SITE_HOSTS", "*.example.com, a.*.example.com", "LECTERN_SITE_HOSTS: expected comma-separated host names"],
    ["LECTERN_OPENID_DOMAINS", "example", "LECTERN_OPENID_DOMAINS: expected comma-separated domains"],
    ["LECTERN_OPENID_ISSUERS", "https://idp.example,idp", "LECTERN_OPENID_ISSUERS: expected an http or https address"],
    ["LECTERN_BASE_URL", "docs.example.com", "LECTERN_BASE_URL: expected an http or https address"],
    ["LECTERN_BASE_URL", "ftp://example.com", "LECTERN_BASE_URL: expected an http or https address"],
    ["LECTERN_BASE_URL", "https://u:p@example.com", "LECTERN_BASE_URL: expected an http or https address"],
    ["LECTERN_BASE_URL", "https://example.com/?a", "LECTERN_BASE_URL: expected an http or https address"],
    ["LECTERN_STORAGE", "postgres", 'LECTERN_STORAGE: expected sqlite or memory, got "postgres"'],
    [
      "LECTERN_DATABASE_URL",
      "mysql://host/name",
      "LECTERN_DATABASE_URL: expected the address of a PostgreSQL database"
    ],
    [
      "LECTERN_DATABASE_CONNECTIONS",
      "1",
      'LECTERN_DATABASE_CONNECTIONS: expected a number of connections from 2 to 1000, got "1"'
    ],
    [
      "LECTERN_DATABASE_CONNECT_TIMEOUT",
      "0",
      'LECTERN_DATABASE_CONNECT_TIMEOUT: expected a number of seconds from 1 to 3600, got "0"'
    ],
    [
      "LECTERN_DATABASE_STATEMENT_TIMEOUT",
      "3601",
      'LECTERN_DATABASE_STATEMENT_TIMEOUT: expected a number of seconds from 1 to 3600, got "3601"'
    ],
    [
      "LECTERN_DATABASE_LOCK_TIMEOUT",
      "1s",
      'LECTERN_DATABASE_LOCK_TIMEOUT: expected a number of seconds from 1 to 3600, got "1s"'
    ],
    [
      "LECTERN_BLOBS",
      "s3",
      'LECTERN_BLOBS: expected database, folder, or a bucket such as s3://bucket/prefix, got "s3"'
    ],
    ["LECTERN_BLOBS", "s3://UPPER", "LECTERN_BLOBS: expected database, folder, or a bucket such as s3://bucket/prefix"],
    ["LECTERN_BLOBS", "s3://bucket/a//b", "LECTERN_BLOBS: expected database, folder, or a bucket"],
    ["LECTERN_BLOBS", "s3://bucket", "--blobs: a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"],
    ["LECTERN_S3_ENDPOINT", "minio:9000", "LECTERN_S3_ENDPOINT: expected an http or https address without a path"],
    ["LECTERN_S3_ENDPOINT", "https://u:p@minio", "LECTERN_S3_ENDPOINT: expected an http or https address"],
    ["LECTERN_S3_REGION", "Europe", 'LECTERN_S3_REGION: expected a region such as eu-west-1, got "Europe"'],
    ["LECTERN_S3_ADDRESSING", "dns", 'LECTERN_S3_ADDRESSING: expected path or host, got "dns"'],
    ["LECTERN_FETCH_ALLOW", "10.0.0.0", "LECTERN_FETCH_ALLOW: expected comma-separated CIDRs"],
    ["LECTERN_FETCH_ALLOW", "10.0.0.0/8,300.0.0.0/8", "LECTERN_FETCH_ALLOW: expected comma-separated CIDRs"],
    ["LECTERN_ORGANIZATION_CREATORS", "all", "LECTERN_ORGANIZATION_CREATORS: expected administrators or everyone"],
    ["LECTERN_PURGE_INTERVAL", "0", "LECTERN_PURGE_INTERVAL: expected a number of minutes from 1 to 10080"],
    ["LECTERN_OPENAPI_REFRESH", "1h", "LECTERN_OPENAPI_REFRESH: expected a number of minutes from 1 to 10080"],
    ["LECTERN_MAX_PAGE_BYTES", "4194305", "LECTERN_MAX_PAGE_BYTES: expected a number of bytes from 1024 to 4194304"],
    ["LECTERN_MAX_FILE_SIZE", "0", "LECTERN_MAX_FILE_SIZE: expected a number of megabytes from 1 to 100000000"],
    ["LECTERN_USER_UPLOADS", "many", "LECTERN_USER_UPLOADS: expected a number from 1 to 1000000"],
    ["LECTERN_USER_UPLOAD_SIZE", "1GB", "LECTERN_USER_UPLOAD_SIZE: expected a number of megabytes from 1"],
    ["LECTERN_ORGANIZATION_UPLOADS", "0", "LECTERN_ORGANIZATION_UPLOADS: expected a number from 1 to 1000000"],
    [
      "LECTERN_ORGANIZATION_UPLOAD_SIZE",
      "-1",
      "LECTERN_ORGANIZATION_UPLOAD_SIZE: expected a number of megabytes from 1"
    ],
    ["LECTERN_TRUSTED_PROXIES", "proxy.example", "LECTERN_TRUSTED_PROXIES: expected comma-separated CIDRs"],
    ["LECTERN_TOKEN_RATE", "-1", "LECTERN_TOKEN_RATE: expected a number of requests a minute"],
    ["LECTERN_ACCOUNT_RATE", "many", "LECTERN_ACCOUNT_RATE: expected a number of requests a minute"],
    ["LECTERN_ADDRESS_RATE", "1e3", "LECTERN_ADDRESS_RATE: expected a number of requests a minute"],
    ["LECTERN_SITE_COST_RATE", "1GB", "LECTERN_SITE_COST_RATE: expected a number of megabytes from 0 to 100000000"],
    ["LECTERN_DISK_RESERVE", "all", "LECTERN_DISK_RESERVE: expected a number of megabytes from 0 to 100000000"],
    ["LECTERN_LOG_LEVEL", "loud", "LECTERN_LOG_LEVEL: expected all, trace, debug"],
    ["LECTERN_ADMIN_TOKEN", "short", "LECTERN_ADMIN_TOKEN: expected 16 to 512 printable ASCII characters"]
  ])("refuses %s=%s in one line that names it", (variable, value, expected) => {
    const message = problem({}, { [variable]: value })
    expect(message).toContain(expected)
    expect(message).not.toContain("\n")
  })

  it("names the flag where a flag is wrong", () =>
    expect(problem({ port: "x" })).toBe('--port: expected a port from 0 to 65535, got "x"'))

  it("reads every value", () => {
    const read = settings(
      {},
      {
        LECTERN_HOST: "::1",
        LECTERN_BASE_URL: "https://Docs.example.com/base//",
        LECTERN_DATA_DIR: "data",
        LECTERN_STORAGE: "memory",
        LECTERN_FETCH_ALLOW: "10.0.0.0/8, fd00::/8",
        LECTERN_TOKEN_RATE: "0",
        LECTERN_ADDRESS_RATE: "5",
        LECTERN_TOKEN_COST_RATE: "0",
        LECTERN_SITE_COST_RATE: "3",
        LECTERN_LOG_LEVEL: "Debug"
      }
    )
    expect(read).toMatchObject({
      host: "::1",
      baseUrl: "https://docs.example.com/base",
      dataDir: resolve("data"),
      storage: "memory",
      limits: {
        token: undefined,
        address: { limit: 5, windowSeconds: 60 },
        tokenCost: undefined,
        siteCost: { limit: 3 * 1024 ** 2, windowSeconds: 60 }
      },
      logLevel: LogLevel.Debug
    })
    expect(read.fetchAllow.map(([address, bits]) => `${address}/${bits}`)).toEqual(["10.0.0.0/8", "fd00::/8"])
  })

  it("reads a database in place of a storage, and keeps its password out of messages and dumps", () => {
    const given = { LECTERN_DATABASE_URL: "postgres://lectern:a-password@db.example:5432/docs" }
    const read = settings({}, given)
    expect(read.storage).toBe("postgres")
    expect(JSON.stringify(read)).not.toContain("a-password")
    const other = settings({ database: "postgresql:///docs?host=/run" }, given)
    expect(Redacted.value(other.database!)).toBe("postgresql:///docs?host=/run")
    const limits = { databaseConnections: "1000", databaseLockTimeout: "1" }
    expect(settings(limits, { LECTERN_DATABASE_STATEMENT_TIMEOUT: "3600" }).databaseLimits).toEqual({
      connections: 1000,
      connectTimeout: 10_000,
      statementTimeout: 3_600_000,
      lockTimeout: 1_000
    })
    expect(problem({}, { LECTERN_DATABASE_URL: "postgres//lectern:a-password@db" })).not.toContain("a-password")
    const both = "--database or LECTERN_DATABASE_URL: leave out --storage and LECTERN_STORAGE"
    expect(problem({ storage: "sqlite" }, given)).toBe(both)
    expect(problem({}, { ...given, LECTERN_STORAGE: "memory" })).toBe(both)
  })

  it("reads an OpenID provider, and keeps its secret out of messages and dumps", () => {
    const secret = "a-secret-of-a-client"
    const given = {
      LECTERN_OPENID_ISSUER: "https://idp.example",
      LECTERN_OPENID_CLIENT_ID: "lectern",
      LECTERN_OPENID_CLIENT_SECRET: secret,
      LECTERN_OPENID_DOMAINS: "Example.com, example.org"
    }
    const { openId } = settings({}, given)
    expect(openId).toMatchObject({ issuer: "https://idp.example", domains: ["example.com", "example.org"] })
    expect(JSON.stringify(openId)).not.toContain(secret)
    expect(problem({}, { ...given, LECTERN_OPENID_CLIENT_SECRET: `${secret}\u0000` })).not.toContain(secret)
  })

  it("reads a bucket, and keeps its secrets out of messages and dumps", () => {
    const secret = "a/secret+of=a-bucket"
    const given = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: "eu-west-1" }
    const flags = { blobs: "s3://docs/lectern/files/", s3Endpoint: "https://minio.example:9000/", s3Addressing: "host" }
    const { blobs } = settings(flags, given)
    expect(blobs).toMatchObject({
      bucket: "docs",
      prefix: "lectern/files",
      endpoint: "https://minio.example:9000",
      region: "eu-west-1",
      addressing: "host",
      credentials: { keyId: "key" }
    })
    expect(JSON.stringify(blobs)).not.toContain(secret)
    const wrong = problem(flags, { ...given, AWS_SECRET_ACCESS_KEY: `${secret}\u0000` })
    expect(wrong).toContain("AWS_SECRET_ACCESS_KEY: expected printable ASCII characters without spaces")
    expect(wrong).not.toContain(secret)
    expect(problem(flags, { ...given, AWS_ACCESS_KEY_ID: "a key" })).not.toContain('a key"')
    expect(settings({ ...flags, s3CredentialsFile: "aws" }).blobs).toMatchObject({ credentials: resolve("aws") })
    expect(settings({ s3Region: "eu-west-1" }).blobs).toBe("database")
  })

  it("keeps the administrator's token out of messages and dumps", () => {
    const secret = "a-secret-with spaces in it"
    expect(problem({}, { LECTERN_ADMIN_TOKEN: secret })).not.toContain(secret)
    const read = settings({}, { LECTERN_ADMIN_TOKEN: "a-long-enough-token" })
    expect(JSON.stringify(read)).not.toContain("a-long-enough-token")
    expect(Redacted.value(read.adminToken!)).toBe("a-long-enough-token")
  })
})
