/** Finds comparisons of secrets that do not take constant time; they must use `sameSecret`. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"

/** Matches the names of secrets, and of values derived from them. */
const secretName = /(?:secret|token|hash|digest|signature|mac|csrf|nonce|challenge|password|key|state)(?:s|Of)?$/i

const mayName = /secret|token|hash|digest|signature|mac\b|csrf|nonce|challenge|password|Key/i

/** Matches names that only look like names of secrets. */
const otherName = /^(?:key|state|without\w+|.*(?:Id|By|sort|claims|file|last|page|item|group|row)Key)$/

const packages = ["console", "core", "http", "node", "reader", "server"]

/** Comparisons that do not involve secrets, as they are written. */
export const harmless = {
  "core/content/sync/Snapshot.ts": ["document === emptyDocument"],
  "core/content/sync/TreeWriting.ts": ["before?.hash !== file.taken.hash"],
  "core/content/git-layout/ZipEntries.ts": [
    "view.getUint32(offset, true) !== localSignature",
    "view.getUint32(at, true) === endSignature",
    "view.getUint32(at, true) !== entrySignature"
  ],
  "core/operations/integrity/checks/Blobs.ts": ["bytesToHex(actual.digest()) !== hash"],
  "core/content/items/DocumentRows.ts": ["documentHash(markdown) === hash"],
  "core/text/markdown/Parser.ts": ["token.type === tagToken", "token.type === nodeToken"],
  "core/content/merge/MergeItems.ts": ["ours.hash === hash"],
  "core/content/openapi-registry/SpecProcessing.ts": ["last?.value.digest === files.digest"],
  "core/publishing/pdf/PdfRepository.ts": ["before.value.hash !== pdf.hash"],
  "core/people/scim/ScimFilter.ts": ["found !== wanted"],
  "core/text/tokenization/KeptWords.ts": ["initials.includes(asked.token)"],
  "core/text/tokenization/WordTable.ts": ["found.hash === hash"],
  "core/text/retrieval/Match.ts": ["token.startsWith(beginning)"],
  "core/publishing/sites/customization/CustomCss.ts": ["open.pop() !== token"],
  "core/content/reading/FileContents.ts": ["value.hash === hash"],
  "core/content/uploads/Claiming.ts": ["found.value.whole.hash !== whole.hash"],
  "node/blobs/S3BlobStore.ts": ["previous.value.hash === next.value.hash"],
  "node/blobs/s3/Reading.ts": ['hash.digest("hex") !== copy.hash'],
  "reader/site/Serve.ts": ["read.hash.startsWith(hash)"],
  "server/backup/ReadBackup.ts": ["written !== hash"],
  "server/backup/WriteBackup.ts": ["hash !== blob.hash"],
  "server/copy/CopyFiles.ts": ["stored.hash !== hash", 'sum.digest("hex") === hash'],
  "server/output/Redaction.ts": ["id.includes(secret)"]
}

const operators = new Set(["===", "!==", "==", "!="])
const lookingMethods = new Set(["includes", "indexOf", "lastIndexOf", "startsWith", "endsWith", "localeCompare"])

/** The last name in an expression: the name of a variable, a member or a called function. */
const nameOf = (node) => {
  switch (node?.type) {
    case "Identifier":
      return node.name
    case "MemberExpression":
      return node.computed ? nameOf(node.object) : node.property.name
    case "CallExpression":
      return nameOf(node.callee)
    case "YieldExpression":
    case "AwaitExpression":
      return nameOf(node.argument)
    case "LogicalExpression":
      return nameOf(node.left)
    case "ChainExpression":
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return nameOf(node.expression)
    default:
      return ""
  }
}

const isFixed = (node) =>
  node.type === "Literal" ||
  (node.type === "TemplateLiteral" && node.expressions.length === 0) ||
  (node.type === "UnaryExpression" && (node.operator === "typeof" || isFixed(node.argument))) ||
  (node.type === "Identifier" && node.name === "undefined")

const isSecretName = (name) => secretName.test(name) && !otherName.test(name)

const childrenOf = (node) => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]))

/** Calls a function with every node of a tree. */
const walk = (node, visit) => {
  if (typeof node?.type !== "string") return
  visit(node)
  for (const child of childrenOf(node)) walk(child, visit)
}

/** The comparisons in a source text that look like comparisons of secrets, as they are written. */
export const secretComparisons = (file, text) => {
  const { program } = parseSync(file, text)
  const variables = new Set()
  walk(program, ({ id, init, type }) => {
    if (type === "VariableDeclarator" && id.type === "Identifier" && isSecretName(nameOf(init))) variables.add(id.name)
  })
  const isSecret = (node) => isSecretName(nameOf(node)) || (node.type === "Identifier" && variables.has(node.name))
  const compares = (node) => {
    if (node.type === "BinaryExpression" && operators.has(node.operator)) {
      const { left, right } = node
      return !isFixed(left) && !isFixed(right) && (isSecret(left) || isSecret(right))
    }
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false
    const [first] = node.arguments
    if (!lookingMethods.has(node.callee.property.name) || first === undefined || isFixed(first)) return false
    return isSecret(node.callee.object) || isSecret(first)
  }
  const found = []
  walk(program, (node) => {
    if (compares(node)) found.push(text.slice(node.start, node.end).replaceAll(/\s+/g, " "))
  })
  return found
}

/** The problems with how the packages of a workspace compare secrets, and with the list of harmless comparisons. */
export const checkSecretComparisons = (root) => {
  const problems = []
  const unseen = new Set(Object.entries(harmless).flatMap(([file, all]) => all.map((each) => `${file}: ${each}`)))
  for (const name of packages) {
    const source = join(root, "packages", name, "src")
    for (const file of readdirSync(source, { recursive: true })) {
      if (!file.endsWith(".ts")) continue
      const text = readFileSync(join(source, file), "utf8")
      for (const comparison of mayName.test(text) ? secretComparisons(file, text) : []) {
        const found = `${name}/${file}: ${comparison}`
        if (!unseen.delete(found)) problems.push(`${found}: compare secrets with sameSecret of core/src/foundation/ids`)
      }
    }
  }
  for (const each of unseen) problems.push(`${each}: is not there any more; take it out of secretComparisons.mjs`)
  return problems
}
