/** The names of the settings of storage: where data, files and keys are kept. */
import { bucketNames } from "./BucketNames.js"
import { databaseNames } from "./DatabaseNames.js"
import type { SettingName } from "./SettingName.js"

/** The settings of storage by name. */
export const storageNames = {
  dataDir: {
    variable: "LECTERN_DATA_DIR",
    flag: "--data-dir",
    value: "folder",
    description: "Folder of the data (default .lectern).",
    folder: true
  },
  databaseFile: {
    variable: "LECTERN_DATABASE_FILE",
    flag: "--database-file",
    value: "file",
    description:
      "SQLite file of the workspace, or of an application that has one in it (default: lectern.db, in the folder of the data)."
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
  }
} as const satisfies Readonly<Record<string, SettingName>>
