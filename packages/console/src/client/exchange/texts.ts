/** The texts of importing and exporting, which are loaded with them. */
export const texts = {
  export: {
    title: "Export",
    what: "What",
    all: (title: string) => `All of ${title}`,
    page: (title: string) => `“${title}” and the pages below it`,
    as: "As",
    pdf: "PDF",
    folder: "Folder of markdown (zip)",
    only: "A folder always has all pages.",
    changes: "Mark what the change request changed",
    start: "Export",
    making: "It is being made…",
    done: "Your browser saves it now.",
    problems: "Not all of it could be written as it is:"
  },
  import: {
    title: "Import",
    address: "Address",
    hint: "The address of a website, a document or an archive, which the server reads.",
    file: "Choose a file",
    folder: "Choose a folder",
    dropping: "You can also drop a folder, an archive or a document here.",
    several: (count: number) => `${count} files and folders`,
    chosen: (name: string, files: number | undefined) =>
      `“${name}” is imported${files === undefined ? "" : `: ${files === 1 ? "1 file" : `${files} files`}`}.`,
    leftOut: (names: ReadonlyArray<string>) => `Left out: ${names.join(", ")}.`,
    drop: "Import an address instead",
    reading: "It is being read…",
    sending: "It is being sent…",
    nothing: "There is nothing to import in this folder.",
    source: "What it is",
    sources: {
      website: "A website",
      markdown: "Markdown",
      html: "A web page",
      docx: "A Word document",
      zip: "A zip archive of markdown or web pages",
      notion: "An export of Notion",
      confluence: "An export of Confluence",
      "github-wiki": "A wiki of GitHub",
      "google-docs": "A Google document"
    } as Readonly<Record<string, string>>,
    where: "Where to",
    main: "The end of this space",
    here: "This change request",
    request: "A new change request",
    subject: (what: string) => `Import of ${what}`,
    start: "Import",
    waiting: "It begins soon.",
    progress: (read: number, found: number) => `${read} of ${found} pages and files are read.`,
    cancel: "Cancel the import",
    cancelled: "The import is cancelled. Nothing was changed.",
    failed: (reason: string) => `Nothing was imported: ${reason}.`,
    complete: (imported: number) =>
      imported === 1 ? "1 page or file is imported." : `${imported} pages and files are imported.`,
    problems: "Not everything could be imported:",
    open: "Go there",
    again: "Import something else"
  }
} as const
