/** The addresses that mdBook gives the pages of a book. */
import type { Problem } from "../../git-layout/Folder.js"
import type { Entry } from "../../git-layout/Outline.js"
import { basename, decodePath, directory, join } from "../../git-layout/Paths.js"
import { isExternal } from "../../git-layout/Resolver.js"
import type { DialectOutline } from "../Dialect.js"
import type { BookRedirect } from "./BookToml.js"

/** The address of the page of a file under the root: a README is the index of its folder. */
const addressOf = (file: string): string => {
  const name = basename(file)
  const folder = file.slice(0, file.length - name.length)
  const stem = name.replace(/\.[^.]*$/, "")
  return `${folder}${/^readme$/i.test(stem) ? "index" : stem}.html`
}

const documentsIn = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  entries.flatMap((entry) => [...(entry.path === undefined ? [] : [entry.path]), ...documentsIn(entry.entries)])

/** A path of an address as the address of a page: without a `/` before it, and the index of a folder by its name. */
const plain = (address: string): string => {
  const path = decodePath(address).replace(/^\/+/, "")
  return path === "" || path.endsWith("/") ? `${path}index.html` : path
}

/** The maximum number of redirects that lead to a page one after another. */
const hopLimit = 10

/**
 * The addresses of pages, with the paths of their files: `chapter/page.html`, `chapter/index.html` for a README, and
 * `index.html` and `print.html` for the first page; and those that redirect to one of them. Others are reported.
 */
export const bookAliases = (
  entries: ReadonlyArray<Entry>,
  root: string,
  redirects: ReadonlyArray<BookRedirect>,
  file: string
): Pick<DialectOutline, "aliases" | "problems"> => {
  const problems: Array<Problem> = []
  const found = new Map<string, string>()
  const documents = documentsIn(entries)
  for (const path of documents) {
    const address = addressOf(root === "" ? path : path.slice(root.length + 1))
    if (!found.has(address)) found.set(address, path)
  }
  const [first] = documents
  for (const address of ["index.html", "print.html"])
    if (first !== undefined && !found.has(address)) found.set(address, first)

  const next = new Map<string, string>()
  const warn = ({ from, line, to }: BookRedirect, message: string): void => {
    problems.push({ file, line, message: `output.html.redirect: ${from} to ${to}: ${message}`, severity: "warning" })
  }
  const wanted = redirects.filter((redirect) => {
    const { from, to } = redirect
    if (from.includes("#")) warn(redirect, "only whole pages have redirects")
    else if (isExternal(to)) warn(redirect, "it leads out of the book")
    else return true
    return false
  })
  const pathOf = ({ from, to }: BookRedirect): string | undefined => {
    const [path = ""] = to.split(/[?#]/)
    return path.startsWith("/") ? plain(path) : join("", plain(`${directory(plain(from))}/${path}`))
  }
  for (const redirect of wanted) next.set(plain(redirect.from), pathOf(redirect) ?? "")
  for (const redirect of wanted) {
    const from = plain(redirect.from)
    let to = pathOf(redirect)
    for (let hops = 0; hops < hopLimit && to !== undefined && !found.has(to); hops++) to = next.get(to)
    const page = to === undefined ? undefined : found.get(to)
    if (page === undefined) warn(redirect, "there is no such page")
    else if (!found.has(from)) found.set(from, page)
  }
  return { aliases: Object.fromEntries(found), problems }
}
