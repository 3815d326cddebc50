/** Reads the statements of a folder's files about order, titles and nesting, in the formats of common generators. */
import { basename, directory, join } from "@lectern/core/internal/content/git-layout/Paths"
import { isYamlMap, type YamlValue } from "@lectern/core/internal/text/markdown/FrontMatter"
import { leadingHeading } from "@lectern/core/internal/text/markdown/Heading"
import { parse, parseYaml } from "@lectern/core/internal/text/markdown/Yaml"
import { type Archive, configText } from "../archive/Archive.js"
import { isHtml } from "../archive/Texts.js"
import { withYaml } from "../markdown/HeadMatter.js"

/** Statements about a page or folder. A property that is not stated is absent. */
export interface Note {
  readonly position?: number | undefined
  /** The title in the navigation. */
  readonly label?: string | undefined
  /** The title of the parent page. */
  readonly parent?: string | undefined
  readonly title?: string | undefined
  /** Paths without extension by which links may refer to the page; a leading `/` denotes the root. */
  readonly addresses: ReadonlyArray<string>
}

type Values = { readonly [key: string]: YamlValue }

const text = (value: YamlValue | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

const number = (value: YamlValue | undefined): number | undefined => {
  const stated = text(value)
  return stated !== undefined && Number.isFinite(Number(stated)) ? Number(stated) : undefined
}

const record = (value: YamlValue | undefined): Values => (isYamlMap(value) ? value : {})

/** Reads the statements of a page's front matter about its position. */
export const pageNote = (archive: Archive, path: string): Note => {
  if (isHtml(path)) return { addresses: [] }
  const markdown = withYaml(archive.text(path) ?? "")
  const { values } = parse(markdown)
  const sidebar = record(values.sidebar)
  const folder = directory(path)
  const id = text(values.id)
  const address = text(values.slug) ?? text(values.permalink) ?? text(values.url)
  const addresses = [
    ...(id === undefined || id.includes("..") ? [] : [join(folder, id) ?? id]),
    ...(address === undefined ? [] : [address.startsWith("/") ? address : (join(folder, address) ?? address)])
  ].map((each) => each.replace(/(?<=.)\/$|\.html?$/g, ""))
  return {
    position:
      number(values.sidebar_position) ??
      number(values.nav_order) ??
      number(values.weight) ??
      number(sidebar.order) ??
      number(values.order) ??
      number(values.position),
    label:
      text(values.sidebar_label) ??
      text(values.nav_title) ??
      text(sidebar.label) ??
      text(values.linkTitle) ??
      undefined,
    parent: text(values.parent),
    title: leadingHeading(markdown)?.text ?? text(values.title),
    addresses
  }
}

const values = (archive: Archive, path: string): Values | undefined => {
  const found = configText(archive, path)
  return found === undefined ? undefined : parseYaml(found).values
}

const under = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`)

/** Statements about a folder. `order` lists its files and folders in order, without extensions. */
export interface FolderNote extends Pick<Note, "position" | "label"> {
  readonly order: ReadonlyArray<string>
  /** Titles by file or folder name. */
  readonly titles: ReadonlyMap<string, string>
}

const bare = (name: string): string => basename(name.replace(/\/$/, "")).replace(/\.(?:md|mdx|markdown|html?)$/i, "")

/** The names and titles in a list such as `- intro.md` or `- Title: intro.md`. */
const listed = (value: YamlValue | undefined): ReadonlyArray<readonly [string, string | undefined]> => {
  const items: ReadonlyArray<YamlValue> = Array.isArray(value) ? value : []
  return items.flatMap((item): ReadonlyArray<readonly [string, string | undefined]> => {
    const plain = text(item)
    if (plain !== undefined) return [[bare(plain), undefined]]
    return Object.entries(record(item)).flatMap(([title, target]): ReadonlyArray<readonly [string, string]> => {
      const name = text(target)
      return name === undefined ? [] : [[bare(name), title]]
    })
  })
}

/** Reads `_category_.json`, `.pages`, `_meta.json` and `.order` of a folder. */
export const folderNote = (archive: Archive, folder: string): FolderNote => {
  const named = (...names: ReadonlyArray<string>): Values => {
    for (const name of names) {
      const found = values(archive, under(folder, name))
      if (found !== undefined) return found
    }
    return {}
  }
  const category = named("_category_.json", "_category_.yml", "_category_.yaml")
  const pages = named(".pages", ".nav.yml")
  const meta = Object.entries(named("_meta.json"))
  const orderPath = under(folder, ".order")
  const order = archive.paths.has(orderPath) ? (archive.text(orderPath) ?? "").split(/\r?\n/) : []
  const entries = [
    ...listed(pages.nav ?? pages.arrange),
    ...meta.map(([name, value]) => [name, text(value) ?? text(record(value).title)] as const),
    ...order.filter((name) => name.trim() !== "").map((name) => [name.trim(), undefined] as const)
  ]
  return {
    position: number(category.position),
    label: text(category.label) ?? text(pages.title),
    order: entries.map(([name]) => name),
    titles: new Map(entries.flatMap(([name, title]) => (title === undefined ? [] : [[name, title] as const])))
  }
}
