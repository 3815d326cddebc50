/** The job of webhooks. */
import { jobKind } from "../../storage/jobs/JobKind.js"

/** The job that sends the events of all webhooks, as long as there are any. One process does it. */
export const webhookJob = jobKind<Record<never, never>>("Webhooks", () => "webhooks")
