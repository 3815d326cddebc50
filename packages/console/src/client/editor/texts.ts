/** Every word that the editor shows or has read out. */

/** The words of the editor. In a text, `$` stands for what the editor fills in. */
export interface EditorTexts {
  /** The name of the field that holds the page. */
  readonly label: string
  /** Shown in a page without text. */
  readonly placeholder: string
  /** The name of the menu that suggests blocks, pages and people. */
  readonly suggestions: string
  /** Read out when Escape lets Tab leave the editor. */
  readonly leaving: string
  /** The names of blocks, as their labels show them. */
  readonly blocks: Readonly<Record<BlockWord, string>>
  /** The names of the slash menu. */
  readonly slash: Readonly<Record<SlashWord, string>>
  /** The popover of a link. */
  readonly link: Readonly<
    Record<"title" | "text" | "address" | "apply" | "remove" | "cancel" | "pages" | "applied" | "removed", string>
  >
  /** The popover of a table, and what is read out after each of its actions. */
  readonly table: Readonly<Record<TableWord, string>>
  /** What a file that is being sent shows, with its name and the percentage. */
  readonly uploading: string
  /** Read out when a file is in its place, and when it could not be sent. */
  readonly uploaded: string
  readonly failed: string
  /** The name of the box of a task. */
  readonly task: string
  /** Find and replace, and the other words of the editor's libraries, by their English text. */
  readonly phrases: Readonly<Record<string, string>>
}

/** A block that has a label. */
export type BlockWord =
  | "info"
  | "success"
  | "warning"
  | "danger"
  | "tabs"
  | "tab"
  | "stepper"
  | "step"
  | "columns"
  | "column"
  | "embed"
  | "file"
  | "content-ref"
  | "include"
  | "openapi"
  | "swagger"
  | "part"
  | "update"
  | "code"
  | "if"
  | "details"
  | "cards"
  | "figure"
  | "diagram"
  | "maths"
  | "settings"
  | "html"

/** An entry of the slash menu. */
export type SlashWord =
  | "heading1"
  | "heading2"
  | "heading3"
  | "list"
  | "numbered"
  | "tasks"
  | "quote"
  | "code"
  | "table"
  | "rule"
  | "picture"
  | "maths"
  | "diagram"
  | "hint"
  | "tabs"
  | "stepper"
  | "columns"
  | "cards"
  | "details"
  | "embed"
  | "file"
  | "content-ref"
  | "openapi"
  | "include"

/** A word of the popover of a table. */
export type TableWord =
  | "title"
  | "rowAbove"
  | "rowBelow"
  | "deleteRow"
  | "columnBefore"
  | "columnAfter"
  | "deleteColumn"
  | "left"
  | "center"
  | "right"
  | "done"

/** The words in English. */
export const editorTexts: EditorTexts = {
  label: "Text of the page",
  placeholder: "Write, or press / for blocks",
  suggestions: "Suggestions",
  leaving: "Press Tab to leave the editor",
  blocks: {
    info: "Info",
    success: "Success",
    warning: "Warning",
    danger: "Danger",
    tabs: "Tabs",
    tab: "Tab",
    stepper: "Steps",
    step: "Step",
    columns: "Columns",
    column: "Column",
    embed: "Embed",
    file: "File",
    "content-ref": "Page",
    include: "Reusable content",
    openapi: "API",
    swagger: "API",
    part: "Part",
    update: "Update",
    code: "Code",
    if: "Shown if",
    details: "Expandable",
    cards: "Cards",
    figure: "Picture",
    diagram: "Diagram",
    maths: "Formula",
    settings: "Page settings",
    html: "HTML"
  },
  slash: {
    heading1: "Heading 1",
    heading2: "Heading 2",
    heading3: "Heading 3",
    list: "List",
    numbered: "Numbered list",
    tasks: "Task list",
    quote: "Quote",
    code: "Code",
    table: "Table",
    rule: "Divider",
    picture: "Picture",
    maths: "Formula",
    diagram: "Diagram",
    hint: "Hint",
    tabs: "Tabs",
    stepper: "Steps",
    columns: "Columns",
    cards: "Cards",
    details: "Expandable",
    embed: "Embed",
    file: "File",
    "content-ref": "Link to a page",
    openapi: "API operation",
    include: "Reusable content"
  },
  link: {
    title: "Link",
    text: "Text",
    address: "Address or page",
    apply: "Apply",
    remove: "Remove",
    cancel: "Cancel",
    pages: "Pages",
    applied: "Link set",
    removed: "Link removed"
  },
  table: {
    title: "Table",
    rowAbove: "Add a row above",
    rowBelow: "Add a row below",
    deleteRow: "Delete the row",
    columnBefore: "Add a column before",
    columnAfter: "Add a column after",
    deleteColumn: "Delete the column",
    left: "Align left",
    center: "Align in the middle",
    right: "Align right",
    done: "Done: $"
  },
  uploading: "Sending $",
  uploaded: "$ is in the page",
  failed: "$ could not be sent",
  task: "Task",
  phrases: {
    Find: "Find",
    Replace: "Replace with",
    next: "Next",
    previous: "Previous",
    all: "Select all",
    "match case": "Match case",
    regexp: "Pattern",
    "by word": "Whole words",
    replace: "Replace",
    "replace all": "Replace all",
    close: "Close",
    "current match": "Current match",
    "on line": "on line",
    "replaced match on line $": "Replaced the match on line $",
    "replaced $ matches": "Replaced $ matches",
    "Selection deleted": "Selection deleted",
    "Control character": "Control character"
  }
}
