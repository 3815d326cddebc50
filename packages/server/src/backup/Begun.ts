/** A step that was begun; its failure is that of whoever waits for it, now, later or never. */
export const begun = <A>(step: Promise<A>): Promise<A> => {
  step.catch(() => {})
  return step
}
