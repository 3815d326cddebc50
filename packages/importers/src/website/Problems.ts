/** Problems of an import, limited in number. */

/** Sentences in the order in which they came. */
export interface Problems {
  readonly add: (problem: string) => void
  /** All of them; the last one counts those that were too many to list. */
  readonly list: () => ReadonlyArray<string>
}

const maxListed = 500

/** Creates an empty list of problems. */
export const makeProblems = (): Problems => {
  const listed: Array<string> = []
  let more = 0
  return {
    add: (problem) => {
      if (listed.length < maxListed) listed.push(problem)
      else more++
    },
    list: () => (more === 0 ? listed : [...listed, `${more} more problems are not listed`])
  }
}
