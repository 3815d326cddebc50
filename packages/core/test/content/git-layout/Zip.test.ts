import { type Zippable, zipSync } from "fflate"
import { assert, describe, it } from "vitest"
import { defaultZipLimits, openZip, unzip } from "../../../src/content/git-layout/Zip.js"
import { bytes, contents } from "./space.js"

const zip = (files: Zippable): Uint8Array => zipSync(files)
const messages = (archive: Uint8Array, limits = defaultZipLimits): ReadonlyArray<string> =>
  unzip(archive, limits).problems.map(({ file, message }) => `${file}: ${message}`)

/** The archive with some bytes replaced wherever they occur. */
const patched = (archive: Uint8Array, from: ReadonlyArray<number>, to: ReadonlyArray<number>): Uint8Array => {
  const copy = archive.slice()
  for (let at = 0; at + from.length <= copy.length; at++) {
    if (from.every((byte, index) => copy[at + index] === byte)) copy.set(to, at)
  }
  return copy
}

describe("unzip", () => {
  it("gives the files, without the one folder they are all in", () => {
    const text = "# A\n".repeat(1000)
    const { files, problems } = unzip(
      zip({
        "repo-main/a.md": bytes(text),
        "repo-main/ü/b.md": [bytes("# B\n"), { level: 0 }],
        "repo-main/empty/": new Uint8Array()
      })
    )
    assert.deepStrictEqual(contents(files), { "a.md": text, "ü/b.md": "# B\n" })
    assert.deepStrictEqual(problems, [])
    const flat = unzip(
      zip({ "x/a.md": bytes("A"), "b.md": bytes("B"), ".git/config": bytes("C"), "__MACOSX/b.md": bytes("D") })
    )
    assert.deepStrictEqual(contents(flat.files), { "x/a.md": "A", "b.md": "B" })
  })

  it("leaves out paths that lead out of the folder", () => {
    const hostile = ["../a.md", "/b.md", "C:\\c.md", "d/../../e.md", "f/./g.md", "h\\..\\..\\i.md"]
    const archive = zip({ ...Object.fromEntries(hostile.map((path) => [path, bytes("x")])), "ok.md": bytes("ok") })
    assert.deepStrictEqual(contents(unzip(archive).files), { "ok.md": "ok" })
    assert.deepStrictEqual(
      messages(archive),
      hostile.map((path) => `${path}: its path leads out of the archive; it is left out`)
    )
  })

  it("leaves out what is damaged or lies about its size", () => {
    const archive = zip({ "a.md": [bytes("hello hello"), { level: 0 }], "b.md": bytes("fine") })
    const damaged = patched(archive, [...bytes("hello hello")], [...bytes("hellO hello")])
    assert.deepStrictEqual(contents(unzip(damaged).files), { "b.md": "fine" })
    assert.deepStrictEqual(messages(damaged), [
      "a.md: its content does not have the size and sum it claims; it is left out"
    ])
    const long = zip({ "a.md": bytes("y".repeat(5000)) })
    const lying = patched(long, [0x88, 0x13, 0, 0], [0x10, 0, 0, 0])
    assert.deepStrictEqual(unzip(lying).files, [])
    assert.lengthOf(unzip(lying).problems, 1)
  })

  it("leaves out files that are too large or grow too much", () => {
    const archive = zip({ "big.bin": new Uint8Array(3_000_000), "a.md": bytes("a") })
    assert.deepStrictEqual(messages(archive, { ...defaultZipLimits, file: 2_000_000 }), [
      "big.bin: expected at most 2000000 bytes, got 3000000; it is left out"
    ])
    assert.deepStrictEqual(messages(archive, { ...defaultZipLimits, ratio: 100 }), [
      "big.bin: it grows too much when unpacked; it is left out"
    ])
    assert.deepStrictEqual(messages(archive, { ...defaultZipLimits, ratio: 10_000 }), [])
  })

  it("leaves out links and what is encrypted", () => {
    const link = zip({ "link.md": [bytes("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }], "a.md": bytes("a") })
    assert.deepStrictEqual(messages(link), ["link.md: it is a symbolic link; it is left out"])
    const plain = zip({ "a.md": bytes("a") })
    const encrypted = plain.slice()
    const directory = plain.findIndex((_, at) => plain[at] === 0x50 && plain[at + 2] === 1 && plain[at + 3] === 2)
    encrypted[directory + 8] = encrypted[directory + 8]! | 1
    assert.deepStrictEqual(messages(encrypted), ["a.md: it is encrypted; it is left out"])
  })

  it("refuses what is no archive, has too many entries, or is too large in all", () => {
    for (const none of [new Uint8Array(), bytes("hello"), bytes("x".repeat(100_000))]) {
      assert.deepStrictEqual(messages(none), [": expected a zip archive"])
    }
    const archive = zip({ "a.md": bytes("aa"), "b.md": bytes("bb") })
    assert.deepStrictEqual(messages(archive, { ...defaultZipLimits, entries: 1 }), [
      ": expected at most 1 entries, got 2"
    ])
    assert.deepStrictEqual(messages(archive, { ...defaultZipLimits, total: 3 }), [
      ": expected at most 3 bytes in all, got 4"
    ])
  })

  it("opens without unpacking, and reads one file at a time", () => {
    const archive = zip({ "a/b.md": bytes("hello"), "a/c.md": [bytes("damaged"), { level: 0 }], "../d.md": bytes("d") })
    const { paths, problems, read } = openZip(patched(archive, [...bytes("damaged")], [...bytes("damageD")]))
    assert.deepStrictEqual(paths, ["a/b.md", "a/c.md"])
    assert.lengthOf(problems, 1)
    assert.deepStrictEqual(read("a/b.md"), bytes("hello"))
    assert.strictEqual(read("a/c.md"), "its content does not have the size and sum it claims")
    assert.strictEqual(read("../d.md"), "it does not exist")
  })

  it("reads names in UTF-8, else in code page 437", () => {
    assert.deepStrictEqual(openZip(zip({ "ü.md": bytes("u") })).paths, ["ü.md"])
    assert.deepStrictEqual(
      openZip(patched(zip({ "xy.md": bytes("u") }), [...bytes("xy.md")], [0x81, 0x9b, ...bytes(".md")])).paths,
      ["ü¢.md"]
    )
  })

  /** An archive of files with these names in bytes, and what it adds to each. */
  const named = (names: ReadonlyArray<ReadonlyArray<number>>, extra: Record<number, Uint8Array> = {}): Uint8Array =>
    names.reduce(
      (archive, name, at) => patched(archive, [...bytes("ab"[at]!.repeat(name.length))], name),
      zip(Object.fromEntries(names.map(({ length }, at) => ["ab"[at]!.repeat(length), [bytes("x"), { extra }]])))
    )
  const md = [...bytes(".md")]

  it.each([
    [
      "GBK",
      [
        [0xc9, 0xe8, 0xd6, 0xc3],
        [0xb0, 0xb2, 0xd7, 0xb0, 0x2f, 0xd6, 0xb8, 0xc4, 0xcf]
      ],
      ["设置", "安装/指南"]
    ],
    [
      "Shift_JIS",
      [
        [0x90, 0xdd, 0x92, 0xe8],
        [0x83, 0x4b, 0x83, 0x43, 0x83, 0x68]
      ],
      ["設定", "ガイド"]
    ],
    ["Shift_JIS", [[0x82, 0xcd, 0x82, 0xb6, 0x82, 0xdf, 0x82, 0xc9, 0x31]], ["はじめに1"]],
    [
      "code page 437",
      [
        [0x68, 0x94, 0x72, 0x65, 0x6e],
        [0x82, 0x74, 0x82]
      ],
      ["hören", "été"]
    ],
    [
      "code page 437",
      [
        [0x47, 0x72, 0x81, 0x6e],
        [0x67, 0x72, 0x81, 0xe1, 0x65]
      ],
      ["Grün", "grüße"]
    ]
  ] as const)("reads names in %s, and says so: %#", (encoding, names, expected) => {
    const { paths, problems } = openZip(named(names.map((name) => [...name, ...md])))
    assert.deepStrictEqual(
      paths,
      expected.map((name) => `${name}.md`)
    )
    const message = `the names that are not in UTF-8 were read as ${encoding}`
    assert.deepStrictEqual(problems, [{ file: paths[0]!, message, severity: "warning" }])
  })

  it("reads a name in UTF-8 that stands beside another", () => {
    const added = Uint8Array.from([1, 0, 0, 0, 0, ...bytes("设置.md")])
    const { paths, problems } = openZip(named([[0xff, 0xff, ...md]], { 39321: bytes("y"), 28789: added }))
    assert.deepStrictEqual([paths, problems], [["设置.md"], []])
  })

  it("refuses entries that share their bytes", () => {
    const archive = zip({
      "a.md": [bytes("x".repeat(500)), { level: 0 }],
      "b.md": [bytes("y".repeat(500)), { level: 0 }]
    })
    const lying = archive.slice()
    const view = new DataView(lying.buffer)
    for (let at = view.getUint32(lying.length - 6, true); view.getUint32(at, true) === 0x02014b50; at += 50) {
      view.setUint32(at + 20, 1000, true)
      view.setUint32(at + 42, 0, true)
    }
    assert.deepStrictEqual(messages(lying), [": expected entries that do not overlap"])
  })

  it("survives every truncation and every flipped byte", () => {
    const archive = zip({ "a/b.md": bytes("hello world ".repeat(20)), "c.md": bytes("c") })
    for (let at = 0; at < archive.length; at++) {
      unzip(archive.subarray(0, at))
      const flipped = archive.slice()
      flipped[at] = flipped[at]! ^ 0xff
      for (const { path } of unzip(flipped).files) assert.notMatch(path, /(?:^|\/)\.\.(?:\/|$)/)
    }
  })
})
