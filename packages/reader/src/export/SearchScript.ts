/** The scripts for searching an exported site, which are loaded on the first search. */
import { shortHash } from "@lectern/http/internal/foundation/dispatcher/EntityTag"
import { scriptWith } from "../theme/Script.js"

/** The folder of the index, below the site. */
export const searchFolder = "assets/search"

/** A shard of the index as a script: its name, which changes with its content, and its text. */
export interface Shard {
  readonly path: string
  readonly text: string
}

/** Creates the script that passes a shard to the code that requested it by name. */
export const shardOf = (name: string, value: unknown): Shard => ({
  path: `${searchFolder}/${name}.js`,
  text: `lecternShard(${JSON.stringify(name)},${JSON.stringify(value)})\n`
})

/** The name of a shard with this value. */
export const shardName = (kind: string, value: unknown): string => `${kind}-${shortHash(JSON.stringify(value))}`

/**
 * The name of the directory, which every search reads. It is constant, so that pages need not change with the index.
 */
export const directoryName = "index"

const ask = (code: string): string => `const shards = {}
globalThis.lecternShard = (name, value) => shards[name].done(value)
const load = (name) => {
  if (shards[name]) return shards[name].value
  const shard = (shards[name] = {})
  return (shard.value = new Promise((done, failed) => {
    shard.done = done
    const onerror = () => {
      delete shards[name]
      failed(new Error(name))
    }
    document.head.append(make("script", { src: root + "${searchFolder}/" + name + ".js", onerror }))
  }))
}
const ask = async (query) => {
  const [directory] = await Promise.all([load("${directoryName}"), load(${JSON.stringify(code)})])
  return lecternSearch(directory, load, query, root, words)
}
const searching = $("main>.searching")
const wanted = searching && new URLSearchParams(location.search).get("q")
if (wanted) {
  const list = $("main>.said")
  searching.q.value = wanted
  if (list) list.textContent = words[6]
  ask(wanted).then(
    (text) => list?.replaceWith(...new DOMParser().parseFromString(text, "text/html").body.childNodes),
    () => list && (list.textContent = words[5])
  )
}`

/** The script of the pages, and the one that searches, whose text is `code`. */
export const searchScripts = (code: string): { readonly page: Shard; readonly search: Shard } => {
  const name = `search-${shortHash(code)}`
  const page = scriptWith(ask(name))
  return {
    page: { path: `assets/script-${shortHash(page)}.js`, text: page },
    search: { path: `${searchFolder}/${name}.js`, text: `${code}\nlecternShard(${JSON.stringify(name)})\n` }
  }
}
