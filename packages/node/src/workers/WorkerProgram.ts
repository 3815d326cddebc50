/** The program of a worker thread: every task of core. */
import { tasks } from "@lectern/core/engine/Tasks"
import { markdownIt } from "@lectern/core/internal/markdown/Parser"
import { makeTokensQuickly } from "@lectern/core/internal/markdown/QuickTokens"
import { serve } from "./Serve.js"

makeTokensQuickly(markdownIt)
serve(tasks)
