/** Profiles of texts, as numbers by which two texts can be compared in time linear in their lengths. */

/** The pieces of a text by hash, and the size of each. */
export interface TextProfile {
  /** The bytes of the text as written. */
  readonly bytes: number
  /** The spans of these bytes by hash, ascending: a line each, or 64 bytes of a longer one. */
  readonly spans: Uint32Array
  /** The bytes of all spans with the same hash. */
  readonly spanBytes: Uint32Array
  /** The characters of all words. */
  readonly characters: number
  /**
   * For each word its length, and the hash and the number of words of the phrase that begins with it; 0 if none does.
   */
  readonly lengths: Uint8Array
  readonly phrases: Uint32Array
  readonly phraseWords: Uint8Array
}

const encoder = new TextEncoder()
const spanLimit = 64
const wordsInPhrase = 3

const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193)

const finish = (hash: number): number => {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** The spans by which git compares texts: carriage returns before line feeds are ignored. */
const spansOf = (bytes: Uint8Array): Pick<TextProfile, "spans" | "spanBytes"> => {
  const found = new Map<number, number>()
  let hash = 0
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 13 && bytes[at + 1] === 10) continue
    hash = mix(hash, byte)
    length++
    if (length < spanLimit && byte !== 10 && at < bytes.length - 1) continue
    const key = finish(hash)
    found.set(key, (found.get(key) ?? 0) + length)
    hash = 0
    length = 0
  }
  const spans = Uint32Array.from(found.keys()).sort()
  return { spans, spanBytes: spans.map((key) => found.get(key) ?? 0) }
}

const space = 0
const line = 1
const letter = 2
const sign = 3

/** Each letter of a script without spaces between words is a word. */
const kindOf = (code: number): number => {
  if (code < 128) {
    if (code === 10) return line
    if (code <= 32) return space
    const isLetter =
      (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
    return isLetter ? letter : sign
  }
  if (code === 160 || code === 0x3000 || code === 0xfeff) return space
  const isDense = (code >= 0x0e00 && code < 0x1000) || (code >= 0x2e80 && code < 0xa4d0)
  return isDense || (code >= 0x2000 && code < 0x2070) ? sign : letter
}

/**
 * The hashes and lengths of the words of a text, and the words at which its blocks begin; blank lines separate blocks.
 */
const wordsOf = (text: string) => {
  const hashes: Array<number> = []
  const lengths: Array<number> = []
  const blocks: Array<number> = [0]
  let hash = 0
  let length = 0
  let lines = 0
  const end = (): void => {
    if (length === 0) return
    if (lines > 1 && hashes.length > 0) blocks.push(hashes.length)
    lines = 0
    hashes.push(hash)
    lengths.push(Math.min(length, 0xff))
    hash = 0
    length = 0
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind !== letter) end()
    if (kind === line) lines++
    if (kind === letter || kind === sign) {
      hash = mix(hash, code)
      length++
    }
    if (kind === sign) end()
  }
  end()
  return { hashes, lengths, blocks }
}

/** The length of the phrase that begins at a word of a block, in words: the last words of a block begin none. */
const phraseLength = (start: number, end: number, at: number): number => {
  if (end - start < wordsInPhrase) return at === start ? end - start : 0
  return at + wordsInPhrase <= end ? wordsInPhrase : 0
}

/**
 * The profile of a text: `raw` as written in a file, `normal` with its links in a form that is equal for equal targets.
 */
export const profileOf = (raw: string, normal: string): TextProfile => {
  const bytes = encoder.encode(raw)
  const { blocks, hashes, lengths } = wordsOf(normal)
  const phrases = new Uint32Array(hashes.length)
  const phraseWords = new Uint8Array(hashes.length)
  let characters = 0
  for (let block = 0; block < blocks.length; block++) {
    const start = blocks[block]!
    const end = blocks[block + 1] ?? hashes.length
    for (let at = start; at < end; at++) {
      characters += lengths[at]!
      const size = phraseLength(start, end, at)
      if (size === 0) continue
      let hash = size
      for (let word = at; word < at + size; word++) hash = mix(hash, finish(hashes[word]!))
      phrases[at] = finish(hash)
      phraseWords[at] = size
    }
  }
  return { bytes: bytes.length, ...spansOf(bytes), characters, lengths: Uint8Array.from(lengths), phrases, phraseWords }
}

/** The distinct hashes of all spans and phrases of a text. */
export const featuresOf = ({ phrases, phraseWords, spans }: TextProfile): Iterable<number> => {
  const features = new Set(spans)
  for (let at = 0; at < phrases.length; at++) if (phraseWords[at] !== 0) features.add(phrases[at]!)
  return features
}

/** The number of characters in words covered by phrases of a set. */
const covered = ({ lengths, phrases, phraseWords }: TextProfile, shared: ReadonlySet<number>): number => {
  let sum = 0
  let until = 0
  for (let at = 0; at < phrases.length; at++) {
    if (phraseWords[at] !== 0 && shared.has(phrases[at]!)) until = Math.max(until, at + phraseWords[at]!)
    if (at < until) sum += lengths[at]!
  }
  return sum
}

const sameSpans = (left: TextProfile, right: TextProfile): number => {
  let sum = 0
  for (let a = 0, b = 0; a < left.spans.length && b < right.spans.length; ) {
    const order = left.spans[a]! - right.spans[b]!
    if (order === 0) sum += Math.min(left.spanBytes[a]!, right.spanBytes[b]!)
    if (order <= 0) a++
    if (order >= 0) b++
  }
  return sum
}

const samePhrases = (left: TextProfile, right: TextProfile): number => {
  const known = new Set(left.phrases)
  const shared = new Set<number>()
  for (const phrase of right.phrases) if (known.has(phrase)) shared.add(phrase)
  return shared.size === 0 ? 0 : Math.min(covered(left, shared), covered(right, shared))
}

/**
 * The share of the longer of two texts that is in the other one, from 0 to 1: by its lines as written, and by its
 * words.
 */
export interface Similarity {
  readonly lines: number
  readonly words: number
}

/** Compares two texts. */
export const similarity = (left: TextProfile, right: TextProfile): Similarity => {
  const bytes = Math.max(left.bytes, right.bytes)
  const characters = Math.max(left.characters, right.characters)
  return {
    lines: bytes === 0 ? 0 : sameSpans(left, right) / bytes,
    words: characters === 0 ? 0 : samePhrases(left, right) / characters
  }
}

/** An upper bound of the greater part of {@link similarity}, without comparing. */
export const similarityBound = (left: TextProfile, right: TextProfile): number => {
  const ratio = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : Math.min(a, b) / Math.max(a, b))
  return Math.max(ratio(left.bytes, right.bytes), ratio(left.characters, right.characters))
}
