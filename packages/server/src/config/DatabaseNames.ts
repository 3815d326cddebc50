/** The names of the settings of a database. */
import type { SettingName } from "./SettingName.js"

/** The settings of a PostgreSQL database by name. */
export const databaseNames = {
  database: {
    variable: "LECTERN_DATABASE_URL",
    flag: "--database",
    value: "url",
    description: "PostgreSQL database to use instead, as postgres://user:password@host:5432/name (default: none)."
  },
  databaseConnections: {
    variable: "LECTERN_DATABASE_CONNECTIONS",
    flag: "--database-connections",
    value: "count",
    description: "Connections that this process may open to the database (default 10)."
  },
  databaseConnectTimeout: {
    variable: "LECTERN_DATABASE_CONNECT_TIMEOUT",
    flag: "--database-connect-timeout",
    value: "seconds",
    description: "How long to wait for a connection to the database (default 10)."
  },
  databaseStatementTimeout: {
    variable: "LECTERN_DATABASE_STATEMENT_TIMEOUT",
    flag: "--database-statement-timeout",
    value: "seconds",
    description: "How long one statement may run in the database (default 30)."
  },
  databaseLockTimeout: {
    variable: "LECTERN_DATABASE_LOCK_TIMEOUT",
    flag: "--database-lock-timeout",
    value: "seconds",
    description: "How long to wait for a lock that another process holds in the database (default 10)."
  }
} as const satisfies Readonly<Record<string, SettingName>>
