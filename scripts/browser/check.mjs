/**
 * A program that exercises an engine in a browser, from a page of plain text to everything that is loaded on first use.
 */
import { Unavailable } from "@lectern/core/errors/Errors"
import { encode } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"

const equal = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)
  }
}

const lectern = await Lectern.open({ storage: MemoryStorage.open() })
const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const all = lectern.as(ada.id)
const { changeRequests, comments, contentEdits, contents, contentSync, openAPISpecs, organizations, search, spaces } =
  all
const organization = await organizations.create({ title: "Example" })
const space = (await spaces.create(organization.id, { title: "Handbook" })).id
const titles = async (query) => (await search.space(space, { query })).items.map(({ title }) => title)
const markdownOf = async (path, at) => (await contents.pageByPath(space, path, at)).markdown

const steps = {
  /** The server of this check refuses the chunk of comments. */
  "a module that cannot be loaded makes its calls Unavailable, and no others": async () => {
    for (const _ of ["first", "second"]) {
      const failure = await comments.list({ space }, {}).catch((error) => error)
      equal(failure instanceof Unavailable, true, "the failure is Unavailable")
    }
    equal((await spaces.list(organization.id, {})).items.length, 1, "what does not need the module")
    const missing = await Lectern.preload().catch((error) => error)
    equal(missing instanceof Unavailable, true, "loading all fails for it")
  },
  "pages with front matter and links": async () => {
    const install = '---\ntitle: "Install it"\nicon: gear\n---\n\nRun the installer.\n'
    await contentEdits.apply(space, {
      changes: [
        { operation: "insert_page", ref: "install", slug: "install", document: { markdown: install } },
        { operation: "insert_page", document: { markdown: "# Welcome\n\nFirst [install](./install) it.\n" } }
      ]
    })
    const { icon, title } = await contents.pageByPath(space, "install")
    equal([title, icon], ["Install it", "gear"], "the fields of the page")
    equal(await titles("installing"), ["Install it", "Welcome"], "what is found")
  },
  "an edit, a change request and its merge": async () => {
    const { id } = await contents.pageByPath(space, "install")
    const request = await changeRequests.create(space, { subject: "Shorter" })
    const at = { changeRequest: request.id }
    const write = (markdown, options) =>
      contentEdits.apply(space, { changes: [{ operation: "update_page", page: id, document: { markdown } }] }, options)
    await write("# Install\n\nRun it.\n\nThen wait.\n")
    await changeRequests.pull(space, request.id)
    await write("# Install\n\nRun it at once.\n\nThen wait.\n", at)
    await write("# Install\n\nRun it.\n\nThen wait an hour.\n")
    equal((await changeRequests.merge(space, request.id)).result, "merge", "the merge")
    equal(await markdownOf("install"), "# Install\n\nRun it at once.\n\nThen wait an hour.\n", "the merged text")
  },
  "a folder of markdown": async () => {
    const file = (path, text) => ({ path, bytes: encode(text) })
    const { problems, tree } = readLayout([
      file("README.md", "# Home\n\nSee the [guide](guide.md).\n"),
      file("guide.md", "---\ndescription: All of it\n---\n\n# Guide\n\nImported words.\n"),
      file("SUMMARY.md", "# Summary\n\n* [Home](README.md)\n* [Guide](guide.md)\n")
    ])
    equal(problems, [], "the problems of the folder")
    await contentSync.apply(space, tree)
    equal(
      (await contents.pages(space)).pages.map(({ title }) => title),
      ["Home", "Guide"],
      "the pages of the folder"
    )
    equal(await titles("imported"), ["Guide"], "what is found of the folder")
  },
  "a specification": async () => {
    const paths = { "/pets": { get: { tags: ["pets"], responses: { 200: { description: "Fine" } } } } }
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths })
    await openAPISpecs.create(organization.id, { slug: "pets", source: { text } })
    let spec
    do {
      await new Promise((resolve) => setTimeout(resolve, 10))
      spec = await openAPISpecs.get(organization.id, "pets")
    } while (spec.processingState !== "complete")
    equal(spec.lastProcessErrorCode, undefined, "the error of the specification")
    const document = { ref: { kind: "openapi", spec: "pets" } }
    const computed = { type: "builtin:openapi", dependencies: { spec: document }, props: {} }
    await contentEdits.apply(space, { changes: [{ operation: "insert_page", title: "API", slug: "api", computed }] })
    const { pages } = await contents.pageByPath(space, "api")
    equal(
      pages.map(({ title }) => title),
      ["pets"],
      "the pages of the specification"
    )
  },
  "every service answers": async () => {
    const site = await all.sites.create(organization.id, { spaces: [space] })
    await all.sites.publish(organization.id, site.id)
    equal((await all.siteStructures.get(organization.id, site.id)).type, "siteSpaces", "the structure of a site")
    equal(
      (await all.pdfs.ofSpace(space, {}).catch(String)).startsWith("Conflict: "),
      true,
      "a PDF without a typesetter"
    )
    equal((await all.teams.list(organization.id, {})).items, [], "teams")
    const { count } = await lectern.asSystem().integrity.check()
    equal(count, 0, "what the check of integrity finds")
  }
}

globalThis.results = (async () => {
  const done = []
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step()
      done.push({ name })
    } catch (error) {
      done.push({ name, error: String(error?.stack ?? error) })
    }
  }
  await lectern.close()
  return done
})()
