/** Compares two versions of a part of the content, field by field. */

import type { File } from "../files/File.js"
import type { PageItem, ReusableContentItem, VariablesItem } from "../items/Item.js"
import { sameValue } from "../items/SameValue.js"
import { defaultLayout } from "../pages/PageLayout.js"
import type { Change, ChangedPage } from "./Change.js"

/** The values before and after of each field that differs. */
type Differences<A> = { readonly [K in keyof A]?: { readonly before?: A[K]; readonly after?: A[K] } }

/** The values of each field that differs; nothing if none does. */
export const differences = <A extends object>(before: A, after: A): Differences<A> | undefined => {
  const found: { [K in keyof A]?: { before?: A[K]; after?: A[K] } } = {}
  let differs = false
  for (const key of Object.keys({ ...before, ...after }) as Array<keyof A>) {
    if (sameValue(before[key], after[key])) continue
    differs = true
    found[key] = {
      ...(before[key] !== undefined && { before: before[key] }),
      ...(after[key] !== undefined && { after: after[key] })
    }
  }
  return differs ? found : undefined
}

/** The identification of a page. */
export const changedPage = ({ id, path, title, type }: PageItem): ChangedPage => ({
  id,
  type,
  title,
  ...(path !== "" && { path })
})

/** The identification of a file. */
export const changedFile = ({ id, name, contentType, downloadURL }: File) => ({ id, name, contentType, downloadURL })

/** The identification of a reusable content. */
export const changedReusableContent = ({ id, title, document }: ReusableContentItem) => ({ id, title, document })

const pageFields = (page: PageItem) => {
  const { type, slug, title, description, document, cover, emoji, icon, layout, variables, target } = page
  const { hidden, label, noIndex, noRobotsIndex, condition, computed } = page
  return {
    type,
    title,
    ...(label !== undefined && { label }),
    ...(type !== "link" && { slug }),
    ...(description !== undefined && { description }),
    ...(document !== undefined && { document }),
    ...(cover !== undefined && { cover }),
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(layout !== undefined && { layout: { ...defaultLayout, ...layout } }),
    ...(variables !== undefined && { variables }),
    ...(target !== undefined && { target }),
    ...(computed !== undefined && { computed }),
    ...(hidden !== undefined && { hidden }),
    ...(noIndex !== undefined && { noIndex }),
    ...(noRobotsIndex !== undefined && { noRobotsIndex }),
    ...(condition !== undefined && { condition })
  }
}

const fileFields = ({ name, downloadURL, size, contentType, dimensions }: File) => ({
  name,
  downloadURL,
  size,
  contentType,
  ...(dimensions !== undefined && { dimensions })
})

/** The differences between the fields of a page, if any; its place in the tree is not one of them. */
export const pageDifferences = (before: PageItem, after: PageItem) => differences(pageFields(before), pageFields(after))

/** The differences between the fields of a file, if any. */
export const fileDifferences = (before: File, after: File) => differences(fileFields(before), fileFields(after))

/** The differences of a reusable content, if any. */
export const reusableContentDifferences = (before: ReusableContentItem, after: ReusableContentItem) =>
  differences({ title: before.title, document: before.document }, { title: after.title, document: after.document })

type VariablesEdited = Extract<Change, { readonly type: "variables_edited" }>

/** The differences of variables, if any. */
export const variableDifferences = (
  before: VariablesItem | undefined,
  after: VariablesItem | undefined
): VariablesEdited["variables"] | undefined => {
  const [old, young] = [new Map(Object.entries(before?.values ?? {})), new Map(Object.entries(after?.values ?? {}))]
  const names = [...new Set([...old.keys(), ...young.keys()])].filter((name) => old.get(name) !== young.get(name))
  const sides = names.map((name) => {
    const [from, to] = [old.get(name), young.get(name)]
    return [name, { ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) }] as const
  })
  return names.length === 0 ? undefined : Object.fromEntries(sides)
}
