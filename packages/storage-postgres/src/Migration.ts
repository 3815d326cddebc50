/** Migrations of databases. */

/** Statements that run in one transaction. */
export type Migration = ReadonlyArray<string>

/** Migrations by number and name, such as `0001_init`, in ascending order. */
export type Migrations = Readonly<Record<string, Migration>>

/** The number of a migration. */
export const numberOf = (name: string): number => Number.parseInt(name, 10)

/** The number of the last migration of a list. */
export const latestOf = (migrations: Migrations): number => Math.max(...Object.keys(migrations).map(numberOf))
