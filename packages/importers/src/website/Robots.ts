/** Reads the rules for crawlers in a site's robots.txt. */
import type { Invalid } from "@lectern/core/errors/Errors"
import * as Effect from "effect/Effect"
import robotsParser from "robots-parser"
import { unreadable } from "../Source.js"
import type { PoliteOutbound } from "./PoliteOutbound.js"
import { mayPass } from "./RequestRetry.js"

/** The crawler's name in robots.txt. */
const agent = "Lectern"

type Parse = typeof robotsParser.default

/** The package exports a CommonJS function, contrary to its types. */
const isParse = (module: unknown): module is Parse => typeof module === "function"
const parse: Parse = isParse(robotsParser) ? robotsParser : robotsParser.default

const maxBytes = 512 * 1024
const maxDelay = 5

/** The rules of a site. */
export interface Robots {
  readonly allows: (url: string) => boolean
  /** The seconds to wait between two requests; 0 if not stated, at most 5. */
  readonly delay: number
  readonly sitemaps: ReadonlyArray<string>
}

/**
 * Reads the robots.txt of an origin. If there is none, everything is allowed. If it cannot be read, the import fails
 * with `Invalid`, since the whole site then counts as disallowed.
 */
export const readRobots = (polite: PoliteOutbound, origin: string): Effect.Effect<Robots, Invalid> => {
  const url = `${origin}/robots.txt`
  return polite.fetchBytes({ url, maxBytes }).pipe(
    Effect.mapError((error) => unreadable(error.message)),
    Effect.flatMap(({ bytes, status }) => {
      if (mayPass(status) || status >= 500) return unreadable(`${url} answered ${status}, so nothing may be read`)
      const rules = parse(url, status < 300 ? new TextDecoder().decode(bytes) : "")
      return Effect.succeed({
        allows: (each: string) => rules.isAllowed(each, agent) !== false,
        delay: Math.min(Math.max(rules.getCrawlDelay(agent) ?? 0, 0), maxDelay),
        sitemaps: rules.getSitemaps()
      })
    })
  )
}
