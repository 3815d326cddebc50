/** How endpoints are declared: by method, name (which is the operation's id), path, and description. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as OpenApi from "@effect/platform/OpenApi"

type Path = HttpApiEndpoint.PathSegment

const documented = (identifier: string, summary: string, description: string | undefined) =>
  OpenApi.annotations({ identifier, summary, ...(description !== undefined && { description }) })

/** An endpoint that reads. */
export const get = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.get(name, path).annotateContext(documented(name, summary, description))

/** An endpoint that creates or acts. */
export const post = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.post(name, path).annotateContext(documented(name, summary, description))

/** An endpoint that changes the given fields. */
export const patch = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.patch(name, path).annotateContext(documented(name, summary, description))

/** An endpoint that replaces or creates an object. */
export const put = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.put(name, path).annotateContext(documented(name, summary, description))

/** An endpoint that removes; it answers 204 even if there is nothing to remove. */
export const remove = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.del(name, path).annotateContext(documented(name, summary, description))
