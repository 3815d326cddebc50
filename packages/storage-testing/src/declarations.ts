/**
 * The declarations of an adapter: the only differences that the contract allows. Each replaces the tests of one law by
 * tests of the declaration, so that an adapter fails by a wrong one, and by a missing one.
 */
export interface Declarations {
  /** The search index is `"separate"`: the layer has none, and rows and index do not share transactions. */
  readonly search?: "separate"
  /** The blob store is `"separate"`: the layer has none. */
  readonly blobs?: "separate"
  /** There is `"none"`: the generation is `undefined`, and caches read counters on every use. */
  readonly generation?: "none"
  /** Readers `"wait"` for the running transaction, as over one connection. Otherwise they never wait. */
  readonly readers?: "wait"
  /** There are `"many"`: transactions without a common lock run side by side. Otherwise one runs after another. */
  readonly writers?: "many"
}
