/**
 * The API of an open engine on `node:http`, alone or among the middleware of a framework such as Express.
 * @since 0.1.0
 */
import type { RequestListener } from "node:http"
import type { Lectern } from "@lectern/core/Lectern"
import * as LecternHttp from "../LecternHttp.js"
import { gzip, handleListener } from "./HandleListener.js"

/**
 * Serves an open engine: `createServer(nodeListener(lectern))`, or `app.use(nodeListener(lectern))`, also after
 * `express.json()`. A framework that mounts it under a path strips that path; if nothing does, pass it as the option
 * `basePath`.
 */
export const nodeListener = (lectern: Lectern, options: LecternHttp.MountOptions = {}): RequestListener =>
  handleListener(LecternHttp.handle(lectern, { gzip, ...options }))
