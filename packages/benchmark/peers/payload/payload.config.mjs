/** Documents in SQLite, with earlier versions of each, for users with an API key. `PEER_FILE` is the database. */
import { sqliteAdapter } from "@payloadcms/db-sqlite"
import { buildConfig } from "payload"

export default buildConfig({
  secret: "a secret for measurements",
  telemetry: false,
  typescript: { autoGenerate: false },
  graphQL: { disable: true },
  db: sqliteAdapter({
    client: { url: `file:${process.env.PEER_FILE}` },
    wal: { synchronous: "NORMAL" }
  }),
  collections: [
    { slug: "users", auth: { useAPIKey: true }, fields: [] },
    {
      slug: "documents",
      versions: { maxPerDoc: 0 },
      fields: [
        { name: "title", type: "text", required: true },
        { name: "slug", type: "text", required: true },
        { name: "section", type: "number", index: true },
        { name: "body", type: "textarea" }
      ]
    }
  ]
})
