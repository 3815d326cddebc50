/**
 * How many inputs a property is tried with: `usual` ones, or as many as `LECTERN_RUNS` asks for where that is more.
 * `share` is how many of them a slower variant gets, such as the same property over files.
 */
export const runs = (usual: number, share = 1): number =>
  Math.ceil(Math.max(usual, Number(process.env.LECTERN_RUNS ?? 0)) * share)
