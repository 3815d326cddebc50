/** The program of a worker thread: every task of core. */
import { tasks } from "@lectern/core/workers/Tasks"
import { serve } from "./Serve.js"

serve(tasks)
