/**
 * Every text of the interface; those of change requests are in `review/texts.ts`. Components take their words from
 * there, and from nowhere else.
 */
export const texts = {
  product: "Lectern",
  home: "Home",
  search: "Search or run a command",
  account: "Account",
  signOut: "Sign out",
  loading: "Loading…",
  retry: "Try again",
  unreachable: "The server cannot be reached. This page tries again by itself.",
  close: "Close",
  undo: "Undo",
  undone: "Undone.",
  menu: "Pages",
  more: "More",
  notFound: "This does not exist, or you may not see it.",
  failed: (message: string) => `This did not work: ${message}.`,

  recent: "Recently opened",
  noRecent: "Pages that you open are listed here.",
  whatChanged: "What changed",
  changedBy: (name: string | undefined) => (name === undefined ? "Changes in" : `${name} changed`),
  drafts: {
    title: "Not sent yet",
    help: "This browser has kept what you typed. Open the page to send it.",
    open: "Open the page",
    discard: "Discard",
    confirm: "What you typed there is lost then. Discard it?"
  },
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

  readOnly: (grantors: ReadonlyArray<string>) =>
    grantors.length === 0
      ? "You may read this space, but not edit it."
      : `You may read this space, but not edit it. ${grantors.join(" or ")} can grant it.`,
  requestClosed: "This change request is closed.",
  locked: "Pages of this space are changed in change requests.",
  protected: "Rules of approval hold here: pages of this space are changed in change requests.",
  stopped: "Writing has ended here, for the reason above. What you typed before is saved, or kept in this browser.",
  editInRequest: "Edit in a change request",
  requestSubject: (title: string) => `Changes of ${title}`,
  inRequest: (number: number, status: string) => `Change request ${number}, ${status}`,
  leaveRequest: "Leave it",
  requests: "Change requests",
  noText: "This page has no text of its own.",
  linkPage: "This is a link in the list of pages.",

  saved: "Saved",
  saving: "Saving…",
  offline: (changes: number, isKept: boolean) =>
    `Offline: ${changes === 1 ? "1 change" : `${changes} changes`} ${isKept ? "kept" : "not saved; keep this tab open"}`,
  ended: (reason: string) => `This page cannot be edited any more: ${reason}. What you typed is still here.`,
  pastedPicture: (number: number) => `pasted-picture-${number}`,
  copyText: "Copy the text",
  copied: "The text is copied.",
  notices: {
    recovered: "What was not saved the last time is here again.",
    conflicted: "Somebody changed the same place meanwhile. The text below has both versions; keep what is right.",
    refused: "The server does not take what was not saved the last time. The home page of the console still has it."
  },
  goesPublic: "Published: what you type is public about a minute after you stop, or when you leave.",
  source: "Markdown source",
  preview: "Formatted",
  others: (names: string) => `Also here: ${names}`,

  unsentComments: "comments",
  unsent: (titles: string) =>
    `Some of what you typed was not sent yet (${titles}). It is deleted if you sign out now. Sign out all the same?`,
  signedOut: "You are signed out",
  signInAgain: "Sign in again to go on. What you typed is kept.",
  signIn: "Sign in",

  palette: {
    placeholder: "Type the name of a page, a space or a command",
    none: "Nothing has this name.",
    settings: "Settings of this page",
    links: "Links of this page",
    history: "History of this space",
    page: "Page",
    text: "In the text",
    space: "Space",
    file: "File",
    command: "Command"
  },
  panels: { settings: "Settings", links: "Links", comments: "Comments", files: "Files", reader: "Reader’s view" },
  openReader: "Open in a tab of its own",
  settings: {
    saved: (name: string) => `“${name}” is saved.`,
    layout: "Layout",
    visibility: "Who finds it",
    wide: "Use the whole width",
    fullCover: "Cover as wide as the window",
    uploadCover: "Upload a picture",
    slugHint: (path: string) => `The address of the page: /${path}`,
    labelHint: "A shorter title for lists of pages. The page itself keeps its title.",
    emojiHint: "One emoji, shown before the title.",
    iconHint: "The name of an icon, such as gear.",
    coverHint: "The address of a picture, or /files/… for one of this space.",
    conditionHint: 'Only visitors for whom this is true see the page, such as visitor.claims.plan == "pro".',
    names: {
      title: "Title",
      label: "Title in the navigation",
      slug: "Last part of the address",
      description: "Description",
      emoji: "Emoji",
      icon: "Icon",
      cover: "Cover",
      condition: "Condition",
      hidden: "Leave out of the navigation",
      noIndex: "Leave out of search",
      noRobotsIndex: "Ask search engines to leave it out"
    },
    shows: {
      title: "Show the title",
      description: "Show the description",
      tableOfContents: "Show the list of pages",
      outline: "Show the headings beside the text",
      pagination: "Show links to the next page",
      metadata: "Show when it was changed",
      cover: "Show the cover"
    }
  },
  links: {
    broken: "Broken links",
    noBroken: "Every link of this page leads somewhere.",
    backlinks: "Pages that lead here",
    noBacklinks: "No other page leads here.",
    ofSpace: "Broken links of this space",
    noneInSpace: "Every link of this space leads somewhere.",
    more: (count: number) => `and ${count} more`
  },
  files: "Files of this space",
  administration: {
    title: "Administration",
    published: "Published site",
    organizations: "Organizations and their rules",
    people: "People of this server",
    audit: "Audit trail",
    account: "Your account and its tokens"
  },
  history: "History",
  rules: "Rules of approval",
  import: "Import",
  export: "Export",
  toggleSource: "Switch between formatted text and markdown source",
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
