/** Orders the texts of a folder that has no table of contents. */
import { humanize } from "@lectern/core/git-layout/Folder"
import { type FolderTree, folderTree } from "@lectern/core/internal/content/git-layout/FolderTree"
import { basename, compareNames } from "@lectern/core/internal/content/git-layout/Paths"
import { fileSlug } from "@lectern/core/internal/text/markdown/Slug"
import type { Archive } from "../archive/Archive.js"
import type { PlannedPage } from "../archive/Landing.js"
import { isFolderPage, isHtml, textName, withoutExtension, withoutNumber } from "../archive/Texts.js"
import { folderNote, type Note } from "./FolderNotes.js"

interface Sorted {
  readonly name: string
  readonly position: number | undefined
  readonly place: PlannedPage
}

const rank = (path: string): number => {
  const name = basename(path).toLowerCase()
  return (isHtml(path) ? 10 : 0) + (name.startsWith("_index") ? 0 : name.startsWith("index") ? 1 : 2)
}

const ownPage = (files: ReadonlyArray<string>): string | undefined =>
  files.filter(isFolderPage).sort((left, right) => rank(left) - rank(right) || compareNames(left, right))[0]

/** How deep pages may nest by the parents that they name. */
const depthLimit = 30

/** Moves pages that name a parent below it. */
const nestByParent = (
  places: ReadonlyArray<PlannedPage>,
  notes: ReadonlyMap<string, Note>
): ReadonlyArray<PlannedPage> => {
  const parentOf = (place: PlannedPage): string | undefined => notes.get(place.path ?? "")?.parent
  const byTitle = new Map<string, PlannedPage>()
  const visit = (place: PlannedPage): void => {
    const title = notes.get(place.path ?? "")?.title
    if (title !== undefined && !byTitle.has(title)) byTitle.set(title, place)
    place.places.forEach(visit)
  }
  places.forEach(visit)
  const wanted = new Map<PlannedPage, Array<PlannedPage>>()
  const moved = new Set<PlannedPage>()
  const collect = (place: PlannedPage): void => {
    const title = parentOf(place)
    let above = title === undefined ? undefined : byTitle.get(title)
    const parent = above
    const seen = new Set<PlannedPage>([place])
    while (above !== undefined && !seen.has(above) && seen.size < depthLimit) {
      seen.add(above)
      above = byTitle.get(parentOf(above) ?? "")
    }
    if (parent !== undefined && above === undefined && place.places.length === 0) {
      const below = wanted.get(parent)
      if (below === undefined) wanted.set(parent, [place])
      else below.push(place)
      moved.add(place)
    }
    place.places.forEach(collect)
  }
  places.forEach(collect)
  if (moved.size === 0) return places
  const rebuild = (place: PlannedPage): PlannedPage => ({
    ...place,
    places: [...place.places.filter((each) => !moved.has(each)), ...(wanted.get(place) ?? [])].map(rebuild)
  })
  return places.filter((place) => !moved.has(place)).map(rebuild)
}

/**
 * The places of the texts below a root. A folder becomes the page of its index or README, otherwise the page of the
 * file with the same name next to it. Its files and folders are in their stated order, then sorted by name.
 */
export const folderPlaces = (
  archive: Archive,
  paths: Iterable<string>,
  root: string,
  notes: ReadonlyMap<string, Note>
): ReadonlyArray<PlannedPage> => {
  const document = (path: string, places: ReadonlyArray<PlannedPage>, label?: string): PlannedPage => ({
    path,
    title: notes.get(path)?.label ?? label,
    slug: fileSlug(textName(path)),
    places
  })
  const children = (folder: FolderTree): ReadonlyArray<PlannedPage> => {
    const own = ownPage(folder.files)
    const { order, titles } = folderNote(archive, folder.path)
    const sorted: Array<Sorted> = []
    const beside = new Map<string, FolderTree>()
    for (const [name, child] of folder.folders) {
      const file = folder.files.find((path) => path !== own && basename(withoutExtension(path)) === name)
      if (file !== undefined && ownPage(child.files) === undefined) beside.set(file, child)
      else sorted.push(folderEntry(child, name, titles.get(name)))
    }
    for (const path of folder.files) {
      if (path === own) continue
      const child = beside.get(path)
      const name = basename(withoutExtension(path))
      const place = document(path, child === undefined ? [] : children(child), titles.get(name))
      sorted.push({ name, position: notes.get(path)?.position, place })
    }
    const stated = new Map(order.map((name, index) => [name, index]))
    const first = ({ name, position }: Sorted): number => stated.get(name) ?? position ?? Number.POSITIVE_INFINITY
    sorted.sort((left, right) => {
      const [before, after] = [first(left), first(right)]
      return before === after ? compareNames(left.name, right.name) : before < after ? -1 : 1
    })
    return sorted.map(({ place }) => place)
  }
  const folderEntry = (folder: FolderTree, name: string, title: string | undefined): Sorted => {
    const own = ownPage(folder.files)
    const { position, label = title } = folderNote(archive, folder.path)
    const places = children(folder)
    const place =
      own === undefined ? { title: label ?? humanize(withoutNumber(name)), places } : document(own, places, label)
    return { name, position: position ?? (own === undefined ? undefined : notes.get(own)?.position), place }
  }
  const top = folderTree(paths, root)
  const home = ownPage(top.files)
  const places = children(top)
  return nestByParent(home === undefined ? places : [document(home, []), ...places], notes)
}
