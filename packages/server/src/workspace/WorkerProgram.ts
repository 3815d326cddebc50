/** The program of the server's worker threads: every task of the engine. */
import { tasks } from "@lectern/core/engine/Tasks"
import { tasks as importing } from "@lectern/importers/Tasks"
import { serve } from "@lectern/node/workers/Serve"

serve([...tasks, ...importing])
