/** Plain values of every kind, that fit in one message or not. */
export const values: ReadonlyArray<unknown> = [
  undefined,
  null,
  "text",
  [1, [2, { three: 3 }]],
  new Uint8Array([1, 2]),
  new Uint8Array(3_000_000).fill(7),
  new Uint8Array([1, 2, 3]).subarray(1),
  { "": 1, __proto__: null },
  Array.from({ length: 20_000 }, (_, at) => ({ at, inside: [at, { deep: `${at}` }], none: undefined })),
  Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key ${at}`, at])),
  "é".repeat(1_000_000),
  { first: "long ".repeat(100_000), bytes: new Uint8Array(700_000).fill(9).subarray(3), last: 1 },
  new Map<unknown, unknown>([
    ["page", "text ".repeat(100_000)],
    [{ key: 1 }, new Map([["inner", "x".repeat(200_000)]])]
  ]),
  [new Uint8Array(200_000).fill(1), ["text ".repeat(60_000), new Uint8Array(0)], ""]
]

/** Values that would block the thread if they were sent or received as a whole. */
export const longValues: ReadonlyArray<unknown> = [
  Array.from({ length: 200_000 }, (_, at) => ({ at, text: `entry ${at}` })),
  "a long text ".repeat(400_000),
  { bytes: new Uint8Array(10_000_000) }
]
