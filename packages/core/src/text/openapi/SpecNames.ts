/** The specifications that texts name in block tags. */
import { tagAt } from "../markdown/BlockTag.js"
import { isOfKind } from "../markdown/ContentNode.js"
import { documentReference } from "../markdown/DocumentReference.js"

/** A specification as a text names it: by its slug, as a file of the space, or by its URL. */
export interface SpecName {
  readonly kind: "slug" | "file" | "url"
  readonly name: string
}

/** The specification that a destination refers to. */
export const specAt = (destination: string): SpecName => {
  const reference = documentReference(destination)
  if (reference.kind === "file") return { kind: "file", name: reference.file }
  const slug = /^\/openapi\/([\w.-]+)$/.exec(destination)?.[1]
  return slug === undefined ? { kind: "url", name: destination } : { kind: "slug", name: slug }
}

/** The specifications that the tags of a text name. */
export const specNames = (text: string): ReadonlyArray<SpecName> => {
  const found: Array<SpecName> = []
  for (let at = text.indexOf("{%"); at >= 0; at = text.indexOf("{%", at + 2)) {
    const tag = tagAt(text, at)
    if (tag === undefined || !isOfKind(tag.name, "operation")) continue
    for (const { key, value } of tag.arguments) {
      if (key === "spec") found.push({ kind: "slug", name: value })
      if (key === "src" || key === "url") found.push(specAt(value))
    }
  }
  return found
}
