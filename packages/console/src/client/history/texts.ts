/** The texts of the history, which are loaded with it. */
export const texts = {
  of: (title: string) => `History of ${title}`,
  help: "Mark two revisions to compare them.",
  none: "Nothing has changed here yet.",
  more: "Show older revisions",
  server: "The server",
  created: "The space was created",
  did: {
    edits: "edited",
    merge: "merged",
    update: "brought in main",
    rollback: "restored an older revision"
  },
  request: (number: number, subject: string) => `#${number} ${subject}`,
  revisions: (count: number) => `${count} revisions`,
  open: (what: string) => `Single revisions: ${what}`,
  mark: (what: string) => `Compare: ${what}`,
  compare: "What changed",
  compareMarked: "Compare the two",
  onlyNamed: "Only those with a name",
  wholeSpace: "History of the whole space",
  changes: {
    title: "What changed",
    none: "Nothing differs.",
    more: (count: number) => `and ${count} more`,
    pages: (count: number) => (count === 1 ? "1 page changed" : `${count} pages changed`),
    kinds: {
      page_created: "new",
      page_deleted: "deleted",
      page_moved: "moved",
      page_edited: "edited",
      file_created: "new file",
      file_deleted: "deleted file",
      file_edited: "changed file",
      reusable_content_created: "new reusable content",
      reusable_content_deleted: "deleted reusable content",
      reusable_content_edited: "changed reusable content",
      variables_edited: "variables",
      redirects_edited: "redirects",
      layout_edited: "layout of the folder"
    } as Readonly<Record<string, string>>
  },
  name: {
    title: "Name of the revision",
    give: "Name",
    name: "Name",
    description: "Description",
    save: "Save",
    remove: "Remove the name",
    saved: (name: string) => `The revision is called “${name}”.`,
    removed: (name: string) => `The name “${name}” is removed.`
  },
  restore: {
    title: "Restore a revision",
    give: "Restore",
    help: "This makes a new revision; nothing of the history is lost.",
    what: "What to restore",
    whole: "Everything",
    page: (title: string) => `The page “${title}”`,
    some: "Some pages",
    same: "No page differs from how it is now.",
    where: "Where to",
    main: "The space itself",
    request: "A new change request",
    subject: "Restore an older revision",
    confirm: "Restore",
    done: "It is restored."
  }
} as const
