/** The problems of one import. */

/** Reports a problem: one sentence with the path first. */
export type Report = (problem: string) => void

/** The maximum number of listed problems. */
const limit = 1_000

/** Collects problems; those after the first 1,000 are only counted, and no problem is listed twice. */
export const problemList = (): { readonly report: Report; readonly problems: () => ReadonlyArray<string> } => {
  const listed = new Set<string>()
  let more = 0
  return {
    report: (problem) => {
      if (listed.size < limit) listed.add(problem)
      else if (!listed.has(problem)) more++
    },
    problems: () => (more === 0 ? [...listed] : [...listed, `and ${more} more problems`])
  }
}
