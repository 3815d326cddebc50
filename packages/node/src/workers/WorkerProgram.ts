/** The program of a worker thread: every task of core. */
import { tasks } from "@lectern/core/engine/Tasks"
import { serve } from "./Serve.js"

serve(tasks)
