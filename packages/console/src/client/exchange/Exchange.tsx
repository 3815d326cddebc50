/** The dialog of importing or exporting that is open. */
import "../parts/shared.js"
import type { JSX } from "preact"
import type { PageNode } from "../api/Objects.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { ExportDialog } from "./ExportDialog.js"
import { ImportDialog } from "./ImportDialog.js"

/** The dialog. */
export const Exchange = (given: {
  readonly kind: "import" | "export"
  readonly model: SpaceModel
  readonly page: PageNode | undefined
}): JSX.Element =>
  given.kind === "import" ? (
    <ImportDialog model={given.model} />
  ) : (
    <ExportDialog model={given.model} page={given.page} />
  )
