/** Every text of the interface. Components take their words from here, and from nowhere else. */
export const texts = {
  product: "Lectern",
  home: "Home",
  search: "Search or run a command",
  account: "Account",
  signOut: "Sign out",
  loading: "Loading…",
  retry: "Try again",
  close: "Close",
  undo: "Undo",
  undone: "Undone.",
  menu: "Pages",
  more: "More",
  notFound: "This does not exist, or you may not see it.",
  failed: (message: string) => `This did not work: ${message}.`,

  recent: "Recently opened",
  noRecent: "Pages that you open are listed here.",
  spaces: "Spaces",
  noSpaces: "There are no spaces yet. A space is a set of pages that is written and published together.",
  newSpace: "New space",
  newSpaceTitle: "Untitled space",
  changed: (when: string) => `changed ${when}`,
  ungrouped: "Other spaces",

  newPage: "New page",
  newPageInside: "New page inside",
  untitled: "Untitled",
  rename: "Rename",
  duplicate: "Duplicate",
  remove: "Delete",
  moveUp: "Move up",
  moveDown: "Move down",
  moveIn: "Move into the page above",
  moveOut: "Move out",
  copyOf: (title: string) => `${title} (copy)`,
  noPages: "This space has no pages yet.",
  firstPage: "Write the first page",
  pick: "Choose a page, or write a new one.",
  created: (title: string) => `“${title}” was created.`,
  renamed: (title: string) => `The page is called “${title}” now.`,
  moved: (title: string) => `“${title}” was moved.`,
  removed: (title: string) => `“${title}” was deleted.`,
  duplicated: (title: string) => `“${title}” was duplicated.`,
  tooManyToDuplicate: "Only the page itself was duplicated: there are too many pages below it.",
  treeHelp:
    "Arrow keys move through the pages, Enter opens one, F2 renames it, Delete deletes it, Ctrl+Z undoes that. With Alt, the arrow keys move the page itself.",

  needs: (right: string) => `This needs the right to ${right}.`,
  rights: { edit: "edit this space" },
  readOnly: "You may read this page, but not edit it.",
  locked: "Pages of this space are changed in change requests.",
  editInRequest: "Edit in a change request",
  requestSubject: (title: string) => `Changes of ${title}`,
  inRequest: (number: number, status: string) => `Change request ${number}, ${status}`,
  leaveRequest: "Leave it",
  noText: "This page has no text of its own.",
  linkPage: "This is a link in the list of pages.",

  saved: "Saved",
  saving: "Saving…",
  offline: (changes: number, isKept: boolean) =>
    `Offline: ${changes === 1 ? "1 change" : `${changes} changes`} ${isKept ? "kept" : "not saved; keep this tab open"}`,
  ended: (reason: string) => `This page cannot be edited any more: ${reason}. What you typed is still here.`,
  copyText: "Copy the text",
  copied: "The text is copied.",
  recovered: "What was not saved the last time is here again.",
  conflicted: "Somebody changed the same place meanwhile. The text below has both versions; keep what is right.",
  goesPublic: "Published: what you type is public about a minute after you stop.",
  source: "Markdown source",
  preview: "Formatted",
  others: (names: string) => `Also here: ${names}`,

  unsent: (titles: string) =>
    `Some of what you typed was not sent yet (${titles}). It is deleted if you sign out now. Sign out all the same?`,
  signedOut: "You are signed out",
  signInAgain: "Sign in again to go on. What you typed is kept.",
  signIn: "Sign in",

  palette: {
    placeholder: "Type the name of a page, a space or a command",
    none: "Nothing has this name.",
    page: "Page",
    text: "In the text",
    space: "Space",
    command: "Command"
  },
  toggleSource: "Switch between formatted text and markdown source",
  openPreview: "Open the reader's view",
  ago: {
    now: "just now",
    minutes: (n: number) => (n === 1 ? "a minute ago" : `${n} minutes ago`),
    hours: (n: number) => (n === 1 ? "an hour ago" : `${n} hours ago`),
    days: (n: number) => (n === 1 ? "yesterday" : `${n} days ago`)
  }
} as const

/** How long ago a time was, in words. */
export const ago = (time: string, now = Date.now()): string => {
  const minutes = Math.floor((now - Date.parse(time)) / 60_000)
  if (minutes < 1) return texts.ago.now
  if (minutes < 60) return texts.ago.minutes(minutes)
  if (minutes < 60 * 24) return texts.ago.hours(Math.floor(minutes / 60))
  return texts.ago.days(Math.floor(minutes / (60 * 24)))
}
