/** The services of this floor, each with the way to load it. */

import * as JobQueue from "./jobs/JobQueue.js"
import { lazyService } from "./services/LazyService.js"
import * as EventLog from "./trail/EventLog.js"
import * as Transactions from "./transactions/Transactions.js"

/** Queues jobs. */
export const jobs = lazyService("Jobs", () => import("./jobs/Submitting.js"), undefined, { wake: JobQueue.wake })

/** Runs transactions of the embedding program. */
export const transactions = Transactions.service

/** Values that services share and nobody else uses, each made from the preceding ones. */
export const shared = [
  lazyService("Refusals", () => import("./trail/Refusals.js")),
  EventLog.service,
  jobs,
  transactions
] as const
