/** Makes browsers reload changed pages, and serves them to this machine only. */
import type { RequestListener, ServerResponse } from "node:http"
import { type Answer, isStreamed } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type { Pages } from "@lectern/http/internal/foundation/dispatcher/Route"
import * as Effect from "effect/Effect"

const paths = { changes: "/~/changes", script: "/~/reload.js" } as const

const script = `new EventSource("${paths.changes}").addEventListener("change", () => location.reload())\n`

const added = `<script src="${paths.script}" defer></script></head>`

/** Whether a host is a name of this machine, which protects against DNS rebinding. */
const isLocal = (host = ""): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host)

const decoder = new TextDecoder()

const reloading = ({ compressed: _, ...answer }: Answer): Answer => {
  const { body } = answer
  if (body === undefined || isStreamed(body)) return answer
  const text = typeof body === "string" ? body : decoder.decode(body)
  return { ...answer, body: text.replace("</head>", added) }
}

/** Pages that reload. */
export const makeReloading = (pages: Pages) => {
  const open = new Set<ServerResponse>()

  const follow = (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
    response.write(":\n\n")
    open.add(response)
    response.on("close", () => open.delete(response))
  }

  const withScript: Pages = {
    ...pages,
    answer: (params, request) =>
      Effect.map(pages.answer(params, request), (answer) =>
        answer.contentType?.startsWith("text/html") === true ? reloading(answer) : answer
      )
  }

  return {
    pages: withScript,
    /** Answers the requests by which browsers follow changes, and passes on all others. */
    listener:
      (others: RequestListener): RequestListener =>
      (request, response) => {
        if (!isLocal(request.headers.host)) response.writeHead(421).end()
        else if (request.url === paths.changes) follow(response)
        else if (request.url === paths.script) {
          response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-cache" }).end(script)
        } else others(request, response)
      },
    /** Notifies browsers of a change. */
    tell: (): void => {
      for (const response of open) response.write("event: change\ndata:\n\n")
    },
    /** Disconnects browsers. */
    close: (): void => {
      for (const response of open) response.end()
    }
  }
}
