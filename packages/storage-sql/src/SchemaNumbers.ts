/**
 * The numbers of schemas. A schema has the number of the last migration that made it. The first migration of a list is
 * its baseline: it makes a new workspace, and replaces all migrations before it, which made the same.
 */

/** Migrations by number and name, such as `0030_baseline`, in ascending order. */
type Migrations = Readonly<Record<string, unknown>>

/** The last commit of this repository with the migrations before the baselines. */
export const commitBeforeBaselines = "6f25d5f65a7f9c03386ce34c753f03a3032ffc7d"

/** The number of a migration. */
export const numberOf = (name: string): number => Number.parseInt(name, 10)

/** The number of the last migration of a list. */
export const latestOf = (migrations: Migrations): number => Math.max(...Object.keys(migrations).map(numberOf))

/** The number of the baseline of a list. */
const baselineOf = (migrations: Migrations): number => Math.min(...Object.keys(migrations).map(numberOf))

/** Whether a workspace has everything that a migration makes before that has run: the replaced ones made it. */
export const isMade = (name: string, schema: number, migrations: Migrations): boolean =>
  schema > 0 && numberOf(name) === baselineOf(migrations)

/**
 * Why a workspace has to be opened with an earlier version first: the end of a sentence that begins with its name. A
 * new workspace, whose schema is 0, has not.
 */
export const tooOld = (schema: number, migrations: Migrations): string | undefined => {
  const oldest = baselineOf(migrations) - 1
  if (schema === 0 || schema >= oldest) return undefined
  const commit = commitBeforeBaselines.slice(0, 9)
  return `has schema ${schema}, but this version of Lectern knows schemas from ${oldest} on: open it once with commit ${commit}, which brings it up to date`
}

/** Why a workspace that a newer version has written cannot be used: the end of a sentence that begins with its name. */
export const tooNew = (schema: number, migrations: Migrations): string =>
  `has schema ${schema}, but this version of Lectern knows schemas up to ${latestOf(migrations)}: use the newer version`
