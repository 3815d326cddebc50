import { describe, expect, it } from "@effect/vitest"
import { fileKind } from "@lectern/core/content/files/FileTypes"
import { Effect } from "effect"

const text = (value: string) => new TextEncoder().encode(value)
const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...text(part)] : part)))

const size = (width: number, height: number) => [0, 0, 0, width, 0, 0, 0, height]
const png = bytes([0x89], "PNG\r\n", [0x1a, 0x0a, 0, 0, 0, 13], "IHDR", size(3, 2), [8, 6, 0, 0, 0, 0, 0, 0, 0])
const gif = bytes("GIF89a", [5, 0, 4, 0, 0, 0, 0])
/** A photograph of 2 by 3 pixels; its EXIF orientation says how it is turned. */
const jpeg = (orientation: number) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe1, 0, 34],
    "Exif",
    [0, 0],
    "MM",
    [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
    [0xff, 0xc0, 0, 17, 8, 0, 3, 0, 2, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  )
const pdf = bytes("%PDF-1.7\n", [0x25, 0xe2, 0xe3, 0xcf, 0xd3, 10])
const zip = bytes("PK", [3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0], Array(30).fill(0))
const noise = bytes([0, 1, 2, 3, 0xfe, 0xff, 0, 0x80])
const html = text("<!doctype html><script>alert(1)</script>")
const svg = text(`<svg xmlns="http://www.w3.org/2000/svg" width="7" height="9"/>`)

const cases: ReadonlyArray<
  readonly [what: string, name: string, declared: string | undefined, Uint8Array, expected: string]
> = [
  ["a picture", "a.png", "image/png", png, "image/png"],
  ["a picture by its name", "a.png", undefined, png, "image/png"],
  ["a picture without an ending", "a", undefined, png, "image/png"],
  ["a picture under the name of another format", "a.png", "image/png", gif, "image/gif"],
  ["a picture that is called text", "a.txt", "text/plain", png, "image/png"],
  ["a picture that is to be opaque", "a.png", "application/octet-stream", png, "application/octet-stream"],
  ["a picture whose declared type is none", "a.png", "a picture", png, "image/png"],
  ["markup that is called a picture", "a.png", "image/png", html, "text/plain; utf-8"],
  ["markup with the name of a picture", "a.jpg", undefined, html, "text/plain; utf-8"],
  ["markup that is called a film", "a.mp4", "video/mp4", html, "text/plain; utf-8"],
  ["markup", "a.html", undefined, html, "text/html; utf-8"],
  ["markup that is called plain text", "a.txt", "text/plain", html, "text/plain; utf-8"],
  ["an SVG", "a.svg", "image/svg+xml", svg, "image/svg+xml; utf-8"],
  ["an SVG with a declaration", "a.svg", undefined, text(`<?xml version="1.0"?><svg/>`), "image/svg+xml; utf-8"],
  ["an SVG that is called a picture", "a.png", "image/png", svg, "text/plain; utf-8"],
  ["a PDF", "a.pdf", undefined, pdf, "application/pdf"],
  ["a PDF that is called text", "a.html", "text/html", pdf, "application/pdf"],
  ["text that is called a PDF", "a.pdf", "application/pdf", text("hello"), "text/plain; utf-8"],
  [
    "an office document",
    "a.docx",
    undefined,
    zip,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
  ],
  ["text that begins like a bitmap", "a.md", undefined, text("BM is an abbreviation"), "text/markdown; utf-8"],
  [
    "text in a declared character set",
    "a.txt",
    "text/plain; charset=iso-8859-1",
    text("a"),
    "text/plain; charset=iso-8859-1; utf-8"
  ],
  ["text that is not UTF-8", "a.txt", undefined, bytes([0xe4, 0x20, 0x61]), "text/plain"],
  ["text without an ending", "LICENSE", undefined, text("You may"), "text/plain; utf-8"],
  ["text cut within a character", "a.txt", undefined, text("ää").subarray(0, 3), "text/plain; utf-8"],
  ["unknown bytes", "a", undefined, noise, "application/octet-stream"],
  ["unknown bytes that are called a picture", "a.png", "image/png", noise, "application/octet-stream"],
  ["unknown bytes of a known ending", "a.wasm", undefined, noise, "application/wasm"],
  ["nothing", "a.png", undefined, new Uint8Array(), "image/png"]
]

describe("the type of a file", () => {
  it.effect.each(cases)("of %s", ([, name, declared, prefix, expected]) =>
    Effect.gen(function* () {
      const { charset, contentType } = yield* fileKind(name, declared, prefix)
      expect(charset === undefined ? contentType : `${contentType}; ${charset}`).toBe(expected)
    })
  )

  it.effect("comes with the size of pictures, as they are shown", () =>
    Effect.gen(function* () {
      const dimensions = (name: string, prefix: Uint8Array) =>
        Effect.map(fileKind(name, undefined, prefix), (kind) => kind.dimensions)
      expect(yield* dimensions("a.png", png)).toEqual({ width: 3, height: 2 })
      expect(yield* dimensions("a.svg", svg)).toEqual({ width: 7, height: 9 })
      expect(yield* dimensions("a.jpg", jpeg(1))).toEqual({ width: 2, height: 3 })
      expect(yield* dimensions("a.jpg", jpeg(6))).toEqual({ width: 3, height: 2 })
      expect(yield* dimensions("a.png", png.slice(0, 18))).toBeUndefined()
      expect(yield* dimensions("a.png", html)).toBeUndefined()
    })
  )
})
