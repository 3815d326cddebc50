/**
 * The number of inputs that a property is tried with: half of the `usual` ones in daily tests. `LECTERN_RUNS` asks for
 * all of them, or for more. `share` is the part of them that a slower variant gets, such as the same property over
 * files.
 */
export const runs = (usual: number, share = 1): number => {
  const least = process.env.LECTERN_RUNS === undefined ? usual / 2 : usual
  return Math.ceil(Math.max(least, Number(process.env.LECTERN_RUNS ?? 0)) * share)
}
