/** A text that somebody wrote about a change request, such as a description or a comment. */
import type { JSX } from "preact"
import type { DocumentNode } from "../api/Objects.js"
import { Nodes, noPictures } from "../comparison/DocumentView.js"

/** The text. Pictures are shown by their names, since they may be anywhere. */
export const DocumentView = ({ nodes }: { readonly nodes: ReadonlyArray<DocumentNode> }): JSX.Element => (
  <div class="words">
    <Nodes nodes={nodes} view={noPictures} />
  </div>
)
