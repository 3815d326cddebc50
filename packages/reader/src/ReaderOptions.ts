/** @since 0.1.0 */
import type { CardRenderer } from "@lectern/core/cards/CardRenderer"
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import type { HostAuthenticate } from "@lectern/http/LecternHttp"

/** The sites to serve, and their URLs. */
export interface ReaderOptions {
  /** The public base URL, the same as the engine's. */
  readonly baseUrl: string
  /**
   * The origin of sites without a host name of their own, the same as the engine's; they are at the base URL when absent.
   * Its host name is not that of the base URL, so that what writers put into sites cannot reach the console there.
   */
  readonly sitesUrl?: string | undefined
  /** The name of the site that is also served at the root: its basename, or its id if it has none. */
  readonly home?: string | undefined
  /** The SVG of an icon by its name; icons are not shown when absent. `fontAwesome` of `node/Icons` has them on Node. */
  readonly icons?: (name: string) => string | undefined
  /**
   * The script of Mermaid, with which browsers draw the diagrams that the server does not. These are shown as code when
   * absent. `mermaid` of `node/Mermaid` has it on Node.
   */
  readonly mermaid?: (() => string) | undefined
  /** Draws the pictures for previews of links to pages that have no cover; there are none when absent. */
  readonly cards?: CardRenderer | undefined
  /**
   * The rate limits of network addresses. With limits, wrong share keys and tokens in URLs delay further ones from the
   * same address. Nothing is limited when absent.
   */
  readonly limits?: Limits | undefined
  /**
   * Finds the user of a request by a session of the embedding host's own, as for `LecternHttp`: members read the sites
   * that admit only visitors with a token, and see previews. When absent, previews need a session of the console.
   */
  readonly authenticate?: HostAuthenticate | undefined
  /**
   * Where the host of `authenticate` signs people in: an absolute URL, or a path of the origin of `baseUrl`. Who is not
   * signed in is sent there from what is not open to everybody, with the path as the query parameter `next`, which the
   * host must check. When absent, they get a 404 page.
   */
  readonly signInUrl?: string | undefined
}
