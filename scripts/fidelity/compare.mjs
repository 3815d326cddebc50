/** Compares an imported site with its source. */
import { keyOfAddress } from "./source.mjs"
import { bagOf, cellCodeOf, compareLists, keyOf, wordsOf } from "./words.mjs"

const counted = ["words", "headings", "codes", "tables", "links", "pictures"]

/** Compares code blocks. Blocks in table cells are compared line by line, since cells cannot contain blocks. */
const compareCodes = (source, imported, cellCodes) => {
  const blocks = compareLists(source, imported)
  const inCells = bagOf(cellCodes)
  const lost = blocks.lost.filter((code) => {
    const key = cellCodeOf(code)
    const left = inCells.get(key) ?? 0
    inCells.set(key, left - 1)
    return left <= 0
  })
  return { ...blocks, lost, kept: blocks.total - lost.length }
}

/** Compares one page with its source. `imported` is absent if the page was not imported. */
export const comparePage = (source, imported) => {
  const title = imported === undefined ? [] : [keyOf(imported.title)]
  const of = (kind) => (imported === undefined ? [] : imported[kind])
  const words = compareLists(
    wordsOf(source.text),
    imported === undefined ? [] : wordsOf(`${imported.title}\n${imported.text}`)
  )
  return {
    words,
    headings: compareLists(source.headings, [...title, ...of("headings")]),
    codes: compareCodes(source.codes, of("codes"), of("cellCodes")),
    tables: compareLists(source.tables, of("tables")),
    links: compareLists(source.links, of("links")),
    pictures: compareLists(source.pictures, of("pictures")),
    hints: { total: source.hints, kept: Math.min(source.hints, imported?.hints ?? 0) }
  }
}

const sum = (list, of) => list.reduce((total, each) => total + of(each), 0)

/** The pages whose title another page has as well, although their titles and headings in the source are unique. */
const sharedTitles = (pairs) => {
  const times = (of) => {
    const counts = new Map()
    for (const pair of pairs) counts.set(of(pair), (counts.get(of(pair)) ?? 0) + 1)
    return (pair) => counts.get(of(pair))
  }
  const [imported, titles, headings] = [
    times((pair) => pair.imported.title),
    times((pair) => pair.source.title),
    times((pair) => pair.source.heading)
  ]
  return pairs.filter((pair) => imported(pair) > 1 && titles(pair) === 1 && headings(pair) === 1)
}

/** The pages whose title is neither one of their headings nor a part of their `<title>`. */
const foreignTitles = (pairs) =>
  pairs.filter(({ imported, source }) => {
    const title = keyOf(imported.title)
    return !source.headings.includes(title) && !` ${keyOf(source.title)} `.includes(` ${title} `)
  })

/** The depth of each page in the source, from the parent that it names; pages at the top level have depth 1. */
const sourceDepths = (parents) => {
  const depths = new Map()
  const depthOf = (key, seen) => {
    if (!depths.has(key)) {
      const up = parents.get(key)
      depths.set(key, up === undefined || seen.has(up) ? 1 : depthOf(up, seen.add(up)) + 1)
    }
    return depths.get(key)
  }
  for (const key of parents.keys()) depthOf(key, new Set([key]))
  return depths
}

/** Compares the tree with that of the source, for pages that name their parent. */
const compareTrees = (pairs, source, start) => {
  const named = (key) => (key === start ? undefined : key)
  const parents = new Map()
  for (const { source: page } of pairs) {
    const up = page.up === undefined ? undefined : keyOfAddress(page.up)
    const known = up !== undefined && up !== page.key ? (source.aliases.get(up) ?? up) : undefined
    parents.set(page.key, known !== undefined && source.pages.has(known) ? named(known) : undefined)
  }
  const stated = pairs.filter(({ source: page }) => page.up !== undefined && page.key !== start)
  const wrong = stated.filter(({ imported, source: page }) => named(imported.parent) !== parents.get(page.key))
  return {
    stated: stated.length,
    kept: stated.length - wrong.length,
    wrong: wrong.map(({ imported, source: page }) => ({
      path: page.path,
      parent: imported.parent,
      up: parents.get(page.key)
    })),
    sourceDepth: Math.max(0, ...sourceDepths(parents).values())
  }
}

/** The number of levels of the tree. Children of the first page count as its siblings. */
const depthBelow = (pages, start) => {
  const byKey = new Map(pages.map((page) => [page.key, page]))
  const underStart = ({ key, parent }) =>
    key !== start && (parent === start || (parent !== undefined && underStart(byKey.get(parent))))
  return Math.max(0, ...pages.map((page) => page.depth - (underStart(page) ? 1 : 0)))
}

/** Compares an import with its source. */
export const compareSites = (source, imported, asked) => {
  const start = source.aliases.get(asked) ?? asked
  const byKey = new Map(imported.pages.map((page) => [page.key, page]))
  const aliased = (key) => {
    const seen = new Set()
    let at = key
    while (at !== undefined && !byKey.has(at) && !seen.has(at)) {
      seen.add(at)
      at = imported.aliases[at]
    }
    return byKey.get(at)
  }
  const pages = [...source.pages.values()].map((page) => {
    const found = aliased(page.key)
    return { path: page.path, source: page, imported: found, ...comparePage(page, found) }
  })
  const there = pages.filter((page) => page.imported !== undefined)
  const own = there.filter((page) => page.imported.key === page.source.key)
  const totals = Object.fromEntries(
    counted.map((kind) => [
      kind,
      {
        total: sum(pages, (page) => page[kind].total),
        kept: sum(pages, (page) => page[kind].kept),
        added: sum(there, (page) => page[kind].added)
      }
    ])
  )
  const known = new Set([...source.pages.keys(), ...source.other])
  const shared = sharedTitles(own)
  const titleOf = ({ imported: { title }, path }) => ({ path, title })
  return {
    pages,
    tree: imported.tree,
    summary: {
      pages: { total: pages.length, kept: there.length },
      ...totals,
      hints: { total: sum(pages, ({ hints }) => hints.total), kept: sum(pages, ({ hints }) => hints.kept) },
      titles: { distinct: new Set(own.map((page) => page.imported.title)).size, of: own.length, shared: shared.length },
      tree: compareTrees(own, source, start),
      depth: depthBelow(imported.pages, start),
      others: imported.pages.filter(({ key }) => source.other.has(key)).length,
      strangers: imported.pages.filter(({ key }) => !known.has(key)).map(({ key }) => key),
      languages: [...new Set(there.map(({ source: { language } }) => language).filter((each) => each !== undefined))],
      problems: imported.problems
    },
    shared: shared.map(titleOf),
    foreign: foreignTitles(own).map(titleOf)
  }
}
