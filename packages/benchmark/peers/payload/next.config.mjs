import { dirname } from "node:path"
import { withPayload } from "@payloadcms/next/withPayload"

export default withPayload({ turbopack: { root: dirname(import.meta.dirname) } })
