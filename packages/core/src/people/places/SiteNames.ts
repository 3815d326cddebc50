/** The names of a site in its URLs. */
import * as Schema from "effect/Schema"
import { isDots } from "../../foundation/ids/Names.js"
import { text } from "../../foundation/schema/Text.js"
import { hostNamePattern } from "./HostNames.js"

/** A name in the path of the server's URL: one segment. */
export const Basename = text(1, 100).pipe(
  Schema.filter((name) => (/^[^\s\p{Cc}/?#%\\]+$/u.test(name) && !isDots(name)) || "expected one segment of a path")
)

/** A host name that a site can have of its own. */
export const HostName = text(1, 512).pipe(
  Schema.pattern(hostNamePattern, { message: () => "expected a host name in lower case, such as docs.example.com" })
)

/** A host with a path, where a proxy shows a site. */
export const Proxy = text(1, 512).pipe(
  Schema.pattern(/^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/, {
    message: () => "expected a host with a path, such as example.com/docs"
  })
)
