/** The engine of a server. */
import * as Engine from "@lectern/core/engine/Engine"
import * as InProcess from "@lectern/core/engine/InProcess"
import * as Layer from "effect/Layer"
import type { Settings } from "../config/Settings.js"
import type { Failed } from "../output/Failures.js"
import { outsideWorld } from "../workspace/OutsideWorld.js"
import { ports, type WorkspaceServices } from "../workspace/Workspace.js"
import { type Pause, pausedMailer } from "./Pausing.js"

const pausing = ({ mailer, ...others }: InProcess.Outside, pause: Pause): InProcess.Outside =>
  mailer === undefined ? others : { ...others, mailer: pausedMailer(mailer, pause) }

/** Opens the workspace for a server. */
export const serverLayer = (settings: Settings, base: string, pause: Pause): Layer.Layer<WorkspaceServices, Failed> =>
  Engine.layer.pipe(
    Layer.provide(InProcess.outside(pausing(outsideWorld(settings), pause))),
    Layer.provideMerge(ports(settings, base))
  )
