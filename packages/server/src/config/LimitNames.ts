/** The names of the settings of limits: of sizes and numbers, and of rates of requests. */
import type { SettingName } from "./SettingName.js"

/** The settings of the limits of pages, files, uploads and organizations by name. */
export const sizeNames = {
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
  }
} as const satisfies Readonly<Record<string, SettingName>>

/** The settings of rate limits by name, with the settings of the proxies that report the address of a client. */
export const rateNames = {
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
  },
  tokenCostRate: {
    variable: "LECTERN_TOKEN_COST_RATE",
    flag: "--token-cost-rate",
    value: "megabytes",
    description:
      "Megabytes a minute answered with one token, counting 10 KB for each page read (default 2048; 0: any number)."
  },
  accountCostRate: {
    variable: "LECTERN_ACCOUNT_COST_RATE",
    flag: "--account-cost-rate",
    value: "megabytes",
    description:
      "Megabytes a minute answered with all tokens of one user, counting 10 KB for each page read (default 4096; 0: any number)."
  },
  addressCostRate: {
    variable: "LECTERN_ADDRESS_COST_RATE",
    flag: "--address-cost-rate",
    value: "megabytes",
    description:
      "Megabytes a minute answered to one network address, counting 10 KB for each page read (default 8192; 0: any number)."
  },
  siteCostRate: {
    variable: "LECTERN_SITE_COST_RATE",
    flag: "--site-cost-rate",
    value: "megabytes",
    description:
      "Megabytes a minute answered to all readers of one site, counting 10 KB for each page read (default 16384; 0: any number)."
  }
} as const satisfies Readonly<Record<string, SettingName>>
