import type { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage } from "@lectern/core/storage/Storage"
import { type Declarations, type Provided, suitesOf } from "@lectern/storage-testing/contract"
import { processes } from "@lectern/storage-testing/processes"
import { describe, expect, expectTypeOf, it } from "vitest"

/** Every declaration that there is. */
const all: ReadonlyArray<Declarations> = [
  { search: "separate" },
  { blobs: "separate" },
  { generation: "none" },
  { readers: "wait" },
  { writers: "many" }
]

describe("the suites of an adapter", () => {
  it("are as many, whatever it declares", () => {
    const suites = suitesOf()
    expect(new Set(suites).size).toBe(suites.length)
    for (const declared of [{}, ...all, Object.assign({}, ...all)])
      expect(suitesOf(declared)).toHaveLength(suites.length)
  })

  it("know no other declarations and no other values", () => {
    const declare = (declared: {}) => () => suitesOf(declared)
    expect(declare({ serch: "separate" })).toThrow(
      "cannot declare serch, only search or blobs or generation or readers"
    )
    expect(declare({ isolation: false })).toThrow("cannot declare isolation")
    expect(declare({ toString: "none" })).toThrow("cannot declare toString")
    for (const value of [false, true, undefined, "undeclared", "toString", 0]) {
      expect(declare({ generation: value })).toThrow(`cannot declare generation: ${value}, only none`)
    }
  })

  it("know one declaration of processes", () => {
    const unused = () => {
      throw new Error("no process is started")
    }
    const declared: {} = { openers: "two" }
    expect(() => processes("none", { spawnWorker: unused, open: unused, ...declared })).toThrow(
      "there cannot be two openers, only one"
    )
  })

  it("need the ports that are not declared to be separate", () => {
    expectTypeOf<Provided<{}>>().toEqualTypeOf<Storage | SearchIndex | BlobStore>()
    expectTypeOf<Provided<Declarations>>().toEqualTypeOf<Storage | SearchIndex | BlobStore>()
    expectTypeOf<Provided<{ search: "separate" }>>().toEqualTypeOf<Storage | BlobStore>()
    expectTypeOf<Provided<{ search: "separate"; blobs: "separate" }>>().toEqualTypeOf<Storage>()
  })
})
