/** Imports a website into a space in memory, and reads the result back. */
import { Importer } from "@lectern/core/imports/Importer"
import * as Lectern from "@lectern/core/Lectern"
import { Outbound } from "@lectern/core/outbound/Outbound"
import * as Importers from "@lectern/importers/Importers"
import { parseRanges } from "@lectern/node/internal/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Layer, Stream } from "effect"
import { readImported } from "./imported.mjs"

/**
 * The importers, which store in `record` the URL at which they found each page. The description of a page is replaced
 * with its index in `record`, by which the imported page is recognized.
 */
const recording = (record) =>
  Layer.effect(
    Importer,
    Effect.map(Importer, (importer) => ({
      read: (request, sink) => {
        const page = (found) => {
          record.keys.push(found.key)
          return sink.page({ ...found, description: String(record.keys.length - 1) })
        }
        const read = importer.read(request, { ...sink, page })
        return Effect.tap(read, ({ aliases = {} }) =>
          Effect.sync(() => {
            record.aliases = aliases
          })
        )
      }
    }))
  ).pipe(Layer.provide(Importers.layer))

/** The outbound port of the import, which stores responses in `answers` by the requested URL. */
const listening = (layer, answers) =>
  Layer.effect(
    Outbound,
    Effect.map(Outbound, ({ fetch }) => ({
      fetch: (request) =>
        Effect.map(fetch(request), (response) => {
          const { headers, status, url } = response
          if (!/html/.test(headers["content-type"] ?? "")) return response
          const chunks = []
          const body = Stream.ensuring(
            Stream.tap(response.body, (chunk) => Effect.sync(() => chunks.push(chunk))),
            Effect.sync(() => answers.set(request.url, { status, headers, url, bytes: Buffer.concat(chunks) }))
          )
          return { ...response, body }
        })
    }))
  ).pipe(Layer.provide(layer))

const limits = { pages: 10_000, time: "1 hour" }

/**
 * The pages imported from a URL, in tree order. Each has its key, its title, the text that it shows, the key of its
 * parent and its depth. `tree` also includes groups. `local` permits URLs on this machine; responses from elsewhere are
 * stored in `answers`.
 */
export const importSite = async (url, { answers = new Map(), local = false, source = "website" } = {}) => {
  const record = { keys: [], aliases: {} }
  const lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    importer: recording(record),
    outbound: local
      ? GuardedFetch.layer({ allow: parseRanges("127.0.0.0/8") })
      : listening(GuardedFetch.layer(), answers)
  })
  try {
    const user = await lectern.asSystem().users.create({ displayName: "Fidelity", email: "fidelity@example.com" })
    const { contentSync, imports, organizations, spaces } = lectern.as(user.id)
    const organization = await organizations.create({ title: "Fidelity" })
    const space = await spaces.create(organization.id, { title: "Imported" })
    const { problems } = await imports.run(space.id, { url, source }, { limits })
    const { files, pages: roots } = await contentSync.snapshot(space.id)
    const names = new Map(files.map(({ id, name }) => [id, name.toLowerCase()]))
    const pages = []
    const tree = []
    const visit = (page, parent, depth) => {
      const key = page.description === undefined ? undefined : record.keys[Number(page.description)]
      const markdown = page.markdown ?? ""
      tree.push({ depth, title: page.title, key })
      if (key !== undefined) {
        pages.push({
          key,
          title: page.title,
          markdown,
          parent,
          depth,
          ...readImported(markdown, (id) => names.get(id))
        })
      }
      for (const each of page.pages) visit(each, key ?? parent, depth + 1)
    }
    for (const page of roots) visit(page, undefined, 1)
    return { pages, tree, problems, aliases: record.aliases }
  } finally {
    await lectern.close()
  }
}
