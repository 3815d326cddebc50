/**
 * The `Importer` service with all its sources.
 * @since 0.1.0
 */
import { Importer, type ImportRequest, type ImportSource } from "@lectern/core/imports/Importer"
import { Outbound, OutboundError, type OutboundService } from "@lectern/core/outbound/Outbound"
import { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Source } from "./Source.js"

/** The reader of each source. Libraries are loaded on first use. */
const sources: Readonly<Record<ImportSource, () => Promise<Source>>> = {
  website: async () => (await import("./website/WebsiteSource.js")).websiteSource,
  docx: async () => (await import("./docx/Docx.js")).readDocument,
  markdown: async () => (await import("./markdown/MarkdownSource.js")).markdownSource,
  html: async () => (await import("./html/Html.js")).readPage,
  zip: async () => (await import("./zip/ZipSource.js")).zipSource,
  confluence: async () => (await import("./confluence/ConfluenceSource.js")).confluenceSource,
  "github-wiki": async () => (await import("./github-wiki/GithubWikiSource.js")).githubWikiSource,
  notion: async () => (await import("./notion/NotionSource.js")).notionSource,
  "google-docs": async () => (await import("./google-docs/GoogleDocs.js")).readGoogleDocument
}

/** Answers with the content of a request that has it in place of fetching it; nothing else is at its host. */
const given = ({ content, source, url: address }: ImportRequest, outbound: OutboundService): OutboundService => {
  if (content === undefined) return outbound
  const { bytes, size } = content
  const failed = (reason: "too-large" | "unreachable", problem: string) =>
    new OutboundError({ reason, message: `${address}: ${problem}` })
  const body = Stream.mapError(bytes, ({ message }) => failed("unreachable", message))
  const headers = source === "html" ? { "content-type": "text/html" } : {}
  return {
    ...outbound,
    fetch: ({ url, ...rest }) => {
      if (new URL(url).host !== new URL(address).host) return outbound.fetch({ url, ...rest })
      if (url !== address) return Effect.succeed({ url, status: 404, headers: {}, body: Stream.empty })
      return size > rest.maxBytes
        ? Effect.fail(failed("too-large", `has more than ${rest.maxBytes} bytes`))
        : Effect.succeed({ url, status: 200, headers, body })
    }
  }
}

/** The importer of all sources; it fetches URLs through {@link Outbound}. @public */
export const layer: Layer.Layer<Importer, never, Outbound | Workers> = Layer.effect(
  Importer,
  Effect.map(Effect.all([Outbound, Workers]), ([outbound, workers]) => ({
    read: (request, sink) =>
      Effect.promise(sources[request.source]).pipe(
        Effect.flatMap((read) => read(request, sink, given(request, outbound))),
        Effect.provideService(Workers, workers)
      )
  }))
)
