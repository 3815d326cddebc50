/** The options that several commands share. */
import type { SettingName } from "../config/SettingName.js"
import { names, type SettingKey } from "../config/SettingNames.js"
import type { Option } from "./Declaration.js"

/** The option of a setting. */
const setting = (key: SettingKey): Option & Required<Pick<Option, "value" | "variable">> => {
  const { choices, description, folder, value, variable }: SettingName = names[key]
  return { value, description, variable, ...(choices && { choices }), ...(folder && { path: "folder" }) }
}

/** The options of commands that open a workspace. */
export const workspace = {
  "data-dir": setting("dataDir"),
  "database-file": setting("databaseFile"),
  storage: setting("storage"),
  database: setting("database"),
  "database-connections": setting("databaseConnections"),
  "database-connect-timeout": setting("databaseConnectTimeout"),
  "database-statement-timeout": setting("databaseStatementTimeout"),
  "database-lock-timeout": setting("databaseLockTimeout"),
  blobs: setting("blobs"),
  "s3-endpoint": setting("s3Endpoint"),
  "s3-region": setting("s3Region"),
  "s3-addressing": setting("s3Addressing"),
  "s3-credentials-file": setting("s3CredentialsFile"),
  "key-file": setting("keyFile"),
  "base-url": setting("baseUrl"),
  "max-file-size": setting("maxFileBytes"),
  "disk-reserve": setting("diskReserve")
}

/** The options of commands that also fetch from other servers. */
export const fetching = {
  ...workspace,
  "fetch-allow": setting("fetchAllow"),
  "max-page-bytes": setting("maxPageBytes")
}

/** The options of a server. */
export const serving = {
  host: setting("host"),
  port: setting("port"),
  ...fetching,
  "sites-url": setting("sitesUrl"),
  "admin-token": setting("adminToken"),
  role: setting("role"),
  "purge-interval": setting("purgeInterval"),
  "openapi-refresh": setting("openapiRefresh"),
  "organization-creators": setting("organizationCreators"),
  "user-organizations": setting("userOrganizations"),
  "organization-members": setting("organizationMembers"),
  "organization-spaces": setting("organizationSpaces"),
  "organization-bytes": setting("organizationBytes"),
  "site-hosts": setting("siteHosts"),
  "user-uploads": setting("userUploads"),
  "user-upload-size": setting("userUploadBytes"),
  "organization-uploads": setting("organizationUploads"),
  "organization-upload-size": setting("organizationUploadBytes"),
  "smtp-url": setting("smtpUrl"),
  "mail-from": setting("mailFrom"),
  "second-factor": setting("secondFactor"),
  "audit-log": setting("auditLog"),
  "audit-url": setting("auditUrl"),
  "audit-secret": setting("auditSecret"),
  "audit-days": setting("auditDays"),
  "event-days": setting("eventDays"),
  "openid-issuer": setting("openIdIssuer"),
  "openid-client-id": setting("openIdClientId"),
  "openid-client-secret": setting("openIdClientSecret"),
  "openid-label": setting("openIdLabel"),
  "openid-domains": setting("openIdDomains"),
  "openid-issuers": setting("openIdIssuers"),
  "saml-key-file": setting("samlKeyFile"),
  "trusted-proxies": setting("trustedProxies"),
  "token-rate": setting("tokenRate"),
  "account-rate": setting("accountRate"),
  "address-rate": setting("addressRate"),
  "token-cost-rate": setting("tokenCostRate"),
  "account-cost-rate": setting("accountCostRate"),
  "address-cost-rate": setting("addressCostRate"),
  "site-cost-rate": setting("siteCostRate"),
  "otlp-endpoint": setting("otlpEndpoint"),
  "otlp-headers": setting("otlpHeaders"),
  "service-name": setting("serviceName"),
  "trace-sampling": setting("traceSampling"),
  "metrics-port": setting("metricsPort"),
  "metrics-token": setting("metricsToken")
}

/** The option of commands that print a result. */
export const json = { json: { description: "Print the result as JSON." } } as const

/** The options that every command has. */
export const general = {
  "log-level": setting("logLevel"),
  help: { description: "Show this help." },
  version: { description: "Show the version." }
} as const
