import { describe, expect, it } from "vitest"
import { secretComparisons } from "../lib/secretComparisons.mjs"

describe("comparisons of secrets", () => {
  it.each([
    "sent === secretHash(kept)",
    "secretHash(sent) !== kept",
    "(yield* keyring.digest(purpose, sent)) === kept",
    "token == sent",
    "record.hash === sent",
    "record?.signature !== sent",
    "(form.token ?? fallback) === sent",
    "sent === record.privateKey!",
    "digests.includes(sent)",
    "kept.startsWith(shareKey)",
    "kept.indexOf(csrf) >= 0"
  ])("are found: %s", (text) => {
    expect(secretComparisons("File.ts", `function* of() { return ${text} }`)).toHaveLength(1)
  })

  it("are found where the secret has another name", () => {
    const text = "const known = formTokenOf(request)\nconst isOwn = sent === known"
    expect(secretComparisons("File.ts", text)).toEqual(["sent === known"])
  })

  it.each([
    "token === undefined",
    'record.hash === "none"',
    "typeof token === kind",
    "sameSecret(token, sent)",
    "record.id === id",
    "tokens.length === count",
    'signature.includes(".")',
    "entry.key === key"
  ])("are not found where nothing is told: %s", (text) => {
    expect(secretComparisons("File.ts", `function* of() { return ${text} }`)).toEqual([])
  })
})
