/** All commands, with their arguments and options. It imports nothing slow, so that help and completion are fast. */
import type { SettingName } from "../config/SettingName.js"
import { names, type SettingKey } from "../config/SettingNames.js"
import type { Command, Option } from "./Declaration.js"

interface SettingOption {
  readonly value: string
  readonly description: string
  readonly variable: string
}

/** The option of a setting. */
const setting = (key: SettingKey): SettingOption & Option => {
  const { choices, description, folder, value, variable }: SettingName = names[key]
  return { value, description, variable, ...(choices && { choices }), ...(folder && { path: "folder" }) }
}

const workspace = {
  "data-dir": setting("dataDir"),
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

const { "base-url": _, ...kept } = workspace

const { "base-url": _base, database: _database, "disk-reserve": _reserve, storage: _storage, ...copying } = workspace

const fetching = {
  ...workspace,
  "fetch-allow": setting("fetchAllow"),
  "max-page-bytes": setting("maxPageBytes")
}

const serving = {
  host: setting("host"),
  port: setting("port"),
  ...fetching,
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
  "otlp-endpoint": setting("otlpEndpoint"),
  "otlp-headers": setting("otlpHeaders"),
  "service-name": setting("serviceName"),
  "trace-sampling": setting("traceSampling"),
  "metrics-port": setting("metricsPort"),
  "metrics-token": setting("metricsToken")
}

const json = { json: { description: "Print the result as JSON." } } as const

const space = { value: "space", description: "The id of the space." } as const

const tokenOwner = {
  user: { value: "user", description: "Id or e-mail address of the token's user (default: the first administrator)." },
  organization: { value: "id", description: "Id of the organization whose own token it is, in place of a user's." }
} as const

/** The options that every command has. */
export const general = {
  "log-level": setting("logLevel"),
  help: { description: "Show this help." },
  version: { description: "Show the version." }
} as const

/** The commands by the words that invoke them. */
export const commands = {
  start: {
    summary: "Serve the workspace, on port 4000 of this machine.",
    about:
      "A new workspace gets an administrator and the manual as its first space. SIGINT and SIGTERM stop the server once the running requests have finished.",
    args: {},
    options: {
      "import-docs": {
        value: "source",
        description: "What a new workspace starts with: a folder, a zip archive or none (default: the manual).",
        path: "file"
      },
      ...serving
    }
  },
  import: {
    summary: "Import a folder, an archive, a document or an address.",
    about:
      "Creates a space, and a workspace if there is none yet. With --space, a folder or file replaces the content of that space in one revision, and the content of an address is appended.",
    args: {
      from: {
        value: "folder|file|address",
        description:
          "A folder of markdown or AsciiDoc, a zip archive of one, a .docx, .odt, .epub or .adoc file, or an http or https address.",
        path: "file"
      }
    },
    options: {
      space: { value: "id", description: "Id of the space to update (default: a new space)." },
      title: {
        value: "title",
        description:
          "Title of the new space (default: that of the document, the name of the folder or file, or the host)."
      },
      organization: {
        value: "id",
        description: "Id of the organization of the new space (default: the only one)."
      },
      source: {
        value: "kind",
        description: "The format of the content at the address (default: website).",
        choices: ["website", "docx", "markdown", "html", "zip", "confluence", "github-wiki", "notion", "google-docs"]
      },
      ...json,
      ...fetching
    }
  },
  export: {
    summary: "Write the content of a space as a folder of markdown.",
    args: {
      space,
      folder: { value: "folder", description: "Where to write: new, empty, or an earlier export.", path: "folder" }
    },
    options: {
      force: { description: "Write into a folder that contains other files." },
      ...json,
      ...workspace
    }
  },
  publish: {
    summary: "Write a published site as a folder of files.",
    about:
      "The files are what readers of the site see, with links that work without a server. Only changed files are written, and files of pages that are no longer visible are removed.",
    args: {
      site: { value: "site", description: "The basename of the site, or its id if it has none." },
      folder: { value: "folder", description: "Where to write: new, empty, or an earlier export.", path: "folder" }
    },
    options: {
      "base-url": {
        value: "url",
        description: "URL at which the files will be served (default: unknown, so there is no sitemap)."
      },
      pictures: { description: "Also draw a picture of each page for previews of links; needs --base-url." },
      compress: { description: "Also write compressed .gz and .br files, for servers that send these." },
      private: { description: "Export a site that is not public. Anybody with the files can read them." },
      claims: {
        value: "file",
        description: "A JSON file with the claims of the visitor for whom a private site is exported.",
        path: "file"
      },
      force: { description: "Write into a folder that contains other files." },
      ...json,
      ...kept
    }
  },
  preview: {
    summary: "Show a folder of markdown as a site, without a workspace.",
    about: "Pages reload as files change. Nothing is stored, and only this machine can read it.",
    args: { folder: { value: "folder", description: "The folder, laid out as for an import.", path: "folder" } },
    options: { port: { value: "port", description: "The port to listen on (default: a free one)." } }
  },
  rollback: {
    summary: "Restore the content of a space to an older revision.",
    about: "This creates a new revision, so nothing is lost.",
    args: { space, revision: { value: "revision", description: "The id of the revision to go back to." } },
    options: { ...json, ...workspace }
  },
  "user add": {
    summary: "Create a user and add it to an organization.",
    args: {},
    options: {
      email: { value: "address", required: true, description: "The user's e-mail address." },
      name: { value: "name", required: true, description: "The user's name, as shown." },
      role: {
        value: "role",
        default: "read",
        description: "Role in the organization (default read).",
        choices: ["admin", "create", "review", "edit", "comment", "read", "guest"]
      },
      organization: { value: "id", description: "Id of the organization to join (default: the only one)." },
      ...json,
      ...workspace
    }
  },
  "user link": {
    summary: "Create a link with which a user sets a password.",
    about: "The link works once, for 24 hours. Earlier links of the user stop working; other credentials stay.",
    args: {},
    options: {
      user: { value: "user", description: "Id or e-mail address of the user (default: the first administrator)." },
      administrator: { description: "Make the user an administrator of the server, like the first user." },
      ...json,
      ...workspace
    }
  },
  "user erase": {
    summary: "Erase a user for good.",
    about:
      "Credentials, tokens, memberships, name and e-mail address are removed, and the address can be used again. What the user wrote stays, attributed to a deleted user. The last administrator of the server or of an organization cannot be erased.",
    args: { user: { value: "user", description: "Id or e-mail address of the user." } },
    options: {
      yes: { description: "Confirm. Without this option, the command only says whom it would erase." },
      ...json,
      ...workspace
    }
  },
  "access explain": {
    summary: "Show which level a member has on something, and why.",
    about: "Names the rule that decides, and those that it overrules or that do not apply.",
    args: {},
    options: {
      user: { value: "user", required: true, description: "Id or e-mail address of the member." },
      space: { value: "id", description: "Id of the space." },
      collection: { value: "id", description: "Id of the collection." },
      site: { value: "id", description: "Id of the site." },
      organization: { value: "id", description: "Id of the organization (default: the only one)." },
      ...json,
      ...workspace
    }
  },
  "token create": {
    summary: "Create an API token and print it.",
    args: {},
    options: {
      ...tokenOwner,
      label: { value: "label", default: "command line", description: "What the token is for." },
      expires: { value: "time", description: "When it stops working, as a date and time (default: never)." },
      scope: {
        value: "scope",
        description: "What it may do (default: admin, everything that its user may do; read for an organization).",
        choices: ["read", "write", "admin"]
      },
      space: { value: "id", description: "Id of the only space that it reaches (default: all)." },
      ...json,
      ...workspace
    }
  },
  "token list": {
    summary: "List a user's API tokens, without their secrets.",
    args: {},
    options: { ...tokenOwner, ...json, ...workspace }
  },
  "token rotate": {
    summary: "Create a token that replaces another one, and print it.",
    args: { id: { value: "token", description: "The token's id, from the list." } },
    options: {
      ...tokenOwner,
      overlap: { value: "seconds", description: "How long the old one keeps working (default 86400, a day)." },
      ...json,
      ...workspace
    }
  },
  "token revoke": {
    summary: "Revoke an API token.",
    args: { id: { value: "token", description: "The token's id, from the list." } },
    options: { ...tokenOwner, ...json, ...workspace }
  },
  audit: {
    summary: "List audit events, newest first.",
    about: "Those of the server, or with --organization those of an organization.",
    args: {},
    options: {
      organization: { value: "id", description: "Id of the organization (default: the events of the server)." },
      actor: { value: "user", description: "Only what this user did, by id; system for the server itself." },
      action: { value: "action", description: "Only this action, such as member.updated." },
      target: { value: "id", description: "Only what was done to this, by id." },
      from: { value: "time", description: "Only what happened at this date and time or later." },
      to: { value: "time", description: "Only what happened before this date and time." },
      limit: { value: "count", default: "50", description: "How many events at most, up to 1000 (default 50)." },
      ...json,
      ...workspace
    }
  },
  "keys list": {
    summary: "List the keys that encrypt secrets.",
    args: {},
    options: { ...json, ...workspace }
  },
  "keys rotate": {
    summary: "Create a key, and re-encrypt all secrets with it.",
    about:
      "A server may be running at the same time, and uses the new key immediately. If the command is interrupted, the server or lectern keys drop continues its work.",
    args: {},
    options: { ...json, ...workspace }
  },
  "keys drop": {
    summary: "Remove the keys that no longer encrypt any secrets.",
    about: "Older backups need them: keep a copy.",
    args: {},
    options: { ...json, ...workspace }
  },
  purge: {
    summary: "Permanently remove what was deleted at least 7 days ago.",
    about: "A running server does this on its own.",
    args: {},
    options: {
      "dry-run": { description: "Only list what would be removed." },
      ...json,
      ...workspace
    }
  },
  check: {
    summary: "Check all stored data, and list what is damaged.",
    about: "A server may be running at the same time.",
    args: {},
    options: {
      repair: { description: "First rebuild what can be derived from other data: search, links, counts, indexes." },
      ...json,
      ...workspace
    }
  },
  backup: {
    summary: "Write the whole workspace into one archive.",
    about: "A server may be running at the same time. In a folder or a bucket, the archive is named by its time.",
    args: {
      file: {
        value: "file",
        description: "The archive to write, or a folder or a bucket such as s3://bucket/prefix.",
        path: "file"
      }
    },
    options: {
      force: { description: "Replace an existing file." },
      keep: {
        value: "count",
        description: "Afterwards, remove archives that are named by their time, except for so many of the newest."
      },
      "keep-days": {
        value: "days",
        description: "Afterwards, remove those that are older than so many days, but none that --keep keeps."
      },
      recipient: {
        value: "key",
        description: "Encrypt with age for this public key, or for several separated by commas."
      },
      "passphrase-file": {
        value: "file",
        description: "Encrypt with age and the passphrase in the first line of this file.",
        path: "file"
      },
      ...json,
      ...workspace
    }
  },
  restore: {
    summary: "Restore a workspace from a backup.",
    about:
      "The data folder must be new or empty, or the database empty. Tokens are disabled, and jobs and mail are paused until lectern resume.",
    args: {
      file: {
        value: "file",
        description: "An archive of lectern backup, or a folder or a bucket, for the newest one in it.",
        path: "file"
      }
    },
    options: {
      "identity-file": {
        value: "file",
        description: "Decrypt with the identities in this file, as age-keygen writes it.",
        path: "file"
      },
      "passphrase-file": {
        value: "file",
        description: "Decrypt with the passphrase in the first line of this file.",
        path: "file"
      },
      "keep-tokens": { description: "Keep the API tokens of the workspace valid." },
      ...json,
      ...workspace
    }
  },
  resume: {
    summary: "Let jobs and mail of a restored workspace run.",
    about: "A running server begins within seconds.",
    args: {},
    options: { ...workspace }
  },
  copy: {
    summary: "Copy a workspace between files and databases.",
    about:
      "The target must be empty. A copy that was interrupted is continued by the same command. Everything is compared at the end.",
    args: {
      from: { value: "from", description: "The folder of the data, or the address of a database.", path: "folder" },
      to: { value: "to", description: "The same for the new workspace.", path: "folder" }
    },
    options: { ...json, ...copying }
  },
  completion: {
    summary: "Print a script that completes commands on the Tab key.",
    about: "The manual says where to put it for each shell.",
    args: { shell: { value: "bash|zsh|fish", description: "The shell.", choices: ["bash", "zsh", "fish"] } },
    options: {}
  }
} as const satisfies Readonly<Record<string, Command>>

/** The words that invoke a command. */
export type CommandName = keyof typeof commands

/** The descriptions of two-word commands, by their first word. */
export const groups: Readonly<Record<string, string>> = {
  user: "Manage users.",
  access: "Explain who may do what.",
  token: "Manage API tokens.",
  keys: "Manage the keys that encrypt secrets."
}

/** The description of the program. */
export const description = "A documentation workspace: versioned, searchable and served."

/** Every command, as its declaration. */
export const commandOf = (name: CommandName): Command => commands[name]
