import type { HttpRequest } from "./Exchange.js"

const authority = /^https?:\/\/([^/?#]*)/i

/**
 * The name of the host that a request was sent to, in lower case, without a port and a final dot: that of an absolute
 * URL, or else of the header `Host`; empty if there is neither. Headers in which proxies forward a host do not count,
 * since proxies and caches that do not know them pass on what clients wrote there.
 */
export const hostNameOf = ({ header, url }: Pick<HttpRequest, "header" | "url">): string =>
  (authority.exec(url)?.[1] ?? header("host") ?? "")
    .toLowerCase()
    .replace(/^.*@/, "")
    .replace(/:\d*$/, "")
    .replace(/\.$/, "")
