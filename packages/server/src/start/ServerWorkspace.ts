/** The engine of a server, with its durable jobs. Commands run without these, and do not load the code of workflows. */
import type { WorkflowEngine } from "@effect/workflow/WorkflowEngine"
import * as Engine from "@lectern/core/engine/Engine"
import * as InProcess from "@lectern/core/engine/InProcess"
import type { Jobs } from "@lectern/core/jobs/Jobs"
import { Layer } from "effect"
import type { Settings } from "../config/Settings.js"
import * as WorkflowStore from "../jobs/WorkflowStore.js"
import * as Workflows from "../jobs/Workflows.js"
import type { Failed } from "../output/Failures.js"
import { outsideWorld } from "../workspace/OutsideWorld.js"
import { ports, type WorkspaceServices } from "../workspace/Workspace.js"
import { type Pause, pausedMailer } from "./Pausing.js"

const pausing = ({ mailer, ...others }: InProcess.Outside, pause: Pause): InProcess.Outside =>
  mailer === undefined ? others : { ...others, mailer: pausedMailer(mailer, pause) }

/** Opens the workspace for a server: jobs continue in the next process if this one ends. */
export const serverLayer = (
  settings: Settings,
  base: string,
  pause: Pause
): Layer.Layer<WorkspaceServices | WorkflowEngine | Jobs, Failed> =>
  Workflows.workers.pipe(
    Layer.provideMerge(Engine.layer),
    Layer.provide(InProcess.outside(pausing(outsideWorld(settings), pause))),
    Layer.provideMerge(ports(settings, base)),
    Layer.provideMerge(Workflows.jobs),
    Layer.provideMerge(WorkflowStore.layer(settings))
  )
