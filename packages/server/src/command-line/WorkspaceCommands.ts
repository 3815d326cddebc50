/** The commands on a workspace as a whole: on its keys, its upkeep, its backups and its copies. */
import type { Command } from "./Declaration.js"
import { json, workspace } from "./Options.js"

const { "base-url": _base, database: _database, "disk-reserve": _reserve, storage: _storage, ...copying } = workspace

/** The commands on a workspace as a whole by the words that invoke them. */
export const workspaceCommands = {
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
  }
} as const satisfies Readonly<Record<string, Command>>
