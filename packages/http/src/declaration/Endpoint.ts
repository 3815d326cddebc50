/** How endpoints are declared: by method, name (which is the operation's id), path, and what the reader should know. */
import { HttpApiEndpoint, OpenApi } from "@effect/platform"

type Path = HttpApiEndpoint.PathSegment

const documented = (identifier: string, summary: string, description: string | undefined) =>
  OpenApi.annotations({ identifier, summary, ...(description !== undefined && { description }) })

/** An endpoint that reads. */
export const get = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.get(name, path).annotateContext(documented(name, summary, description))

/** An endpoint that creates or acts. */
export const post = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.post(name, path).annotateContext(documented(name, summary, description))

/** An endpoint that changes what is given. */
export const patch = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.patch(name, path).annotateContext(documented(name, summary, description))

/** An endpoint that makes a thing what is given. */
export const put = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.put(name, path).annotateContext(documented(name, summary, description))

/** An endpoint that removes; it answers 204, also where there is nothing to remove. */
export const remove = <const Name extends string>(name: Name, path: Path, summary: string, description?: string) =>
  HttpApiEndpoint.del(name, path).annotateContext(documented(name, summary, description))
