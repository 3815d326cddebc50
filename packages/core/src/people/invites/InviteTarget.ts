/** The space or collection that a pointer leads to; empty if a damaged one leads nowhere. */
export const targetOf = ({ collection, space }: { readonly space?: string; readonly collection?: string }): string =>
  space ?? collection ?? ""
