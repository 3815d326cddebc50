/** Collects the problems of an import, up to a limit. */

/** Problems as sentences, in the order in which they were found. */
export interface Problems {
  readonly add: (problem: string) => void
  /** All problems; the last one counts those beyond the limit. */
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
