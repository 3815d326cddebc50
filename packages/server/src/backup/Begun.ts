/** A step that was started. The caller that awaits it, now, later or never, gets its failure. */
export const begun = <A>(step: Promise<A>): Promise<A> => {
  step.catch(() => {})
  return step
}
