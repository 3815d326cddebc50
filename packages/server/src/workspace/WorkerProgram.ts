/** The program of the server's worker threads: every task of the engine, of imports and of pages. */
import { tasks } from "@lectern/core/engine/Tasks"
import { tasks as importing } from "@lectern/importers/Tasks"
import { serve } from "@lectern/node/workers/Serve"
import { tasks as rendering } from "@lectern/reader/Tasks"

serve([...tasks, ...importing, ...rendering])
