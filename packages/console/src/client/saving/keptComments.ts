/** Where this browser keeps comments that were not sent: those of a tab, and those that wait for a review. */

const ofTab = "lectern:comment:"
const ofReviews = (person: string | undefined): string => `lectern:pending:${person}:`

/** The key of what is being written in a tab, by its name. */
export const keyInTab = (name: string): string => ofTab + name

/** The key of the comments of a person that wait for a review, by the address of its change request. */
export const keyOfPending = (person: string | undefined, line: string): string => ofReviews(person) + line

const found = (person: string): ReadonlyArray<readonly [Storage, string]> =>
  [[sessionStorage, ofTab] as const, [localStorage, ofReviews(person)] as const].flatMap(([storage, begin]) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(begin))
      .map((key) => [storage, key] as const)
  )

/** Whether this browser keeps comments of a person. */
export const hasComments = (person: string): boolean => found(person).length > 0

/** Forgets them, as when the person signs out. */
export const forgetComments = (person: string): void => {
  for (const [storage, key] of found(person)) storage.removeItem(key)
}
