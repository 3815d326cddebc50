/** The commands on content: they bring it into spaces, or take it out of them. */
import type { Command } from "./Declaration.js"
import { fetching, json, workspace } from "./Options.js"

const space = { value: "space", description: "The id of the space." } as const

const { "base-url": _, ...kept } = workspace

/** The commands on content by the words that invoke them. */
export const contentCommands = {
  import: {
    summary: "Import a folder, an archive, a document or an address.",
    about:
      "Creates a space, and a workspace if there is none yet. With --space, a folder or file replaces the content of that space in one revision, and the content of an address is appended.",
    args: {
      from: {
        value: "folder|file|address",
        description:
          "A folder of markdown or AsciiDoc, a zip archive of one, a .docx, .odt, .epub or .adoc file, or an http or https address.",
        path: "file"
      }
    },
    options: {
      space: { value: "id", description: "Id of the space to update (default: a new space)." },
      title: {
        value: "title",
        description:
          "Title of the new space (default: that of the document, the name of the folder or file, or the host)."
      },
      organization: {
        value: "id",
        description: "Id of the organization of the new space (default: the only one)."
      },
      source: {
        value: "kind",
        description: "The format of the content at the address (default: website).",
        choices: ["website", "docx", "markdown", "html", "zip", "confluence", "github-wiki", "notion", "google-docs"]
      },
      ...json,
      ...fetching
    }
  },
  export: {
    summary: "Write the content of a space as a folder of markdown.",
    args: {
      space,
      folder: { value: "folder", description: "Where to write: new, empty, or an earlier export.", path: "folder" }
    },
    options: {
      force: { description: "Write into a folder that contains other files." },
      ...json,
      ...workspace
    }
  },
  publish: {
    summary: "Write a published site as a folder of files.",
    about:
      "The files are what readers of the site see, with links that work without a server. Only changed files are written, and files of pages that are no longer visible are removed.",
    args: {
      site: { value: "site", description: "The basename of the site, or its id if it has none." },
      folder: { value: "folder", description: "Where to write: new, empty, or an earlier export.", path: "folder" }
    },
    options: {
      "base-url": {
        value: "url",
        description: "URL at which the files will be served (default: unknown, so there is no sitemap).",
        setting: true
      },
      pictures: { description: "Also draw a picture of each page for previews of links; needs --base-url." },
      compress: { description: "Also write compressed .gz and .br files, for servers that send these." },
      private: { description: "Export a site that is not public. Anybody with the files can read them." },
      claims: {
        value: "file",
        description: "A JSON file with the claims of the visitor for whom a private site is exported.",
        path: "file"
      },
      "allow-active-files": {
        description: "Write uploaded files as they are, even those that can run scripts on the site's origin."
      },
      force: { description: "Write into a folder that contains other files." },
      ...json,
      ...kept
    }
  },
  preview: {
    summary: "Show a folder of markdown as a site, without a workspace.",
    about: "Pages reload as files change. Nothing is stored, and only this machine can read it.",
    args: { folder: { value: "folder", description: "The folder, laid out as for an import.", path: "folder" } },
    options: {
      port: { value: "port", description: "The port to listen on (default 4001; 0: any free one).", setting: true }
    }
  },
  rollback: {
    summary: "Restore the content of a space to an older revision.",
    about: "This creates a new revision, so nothing is lost.",
    args: { space, revision: { value: "revision", description: "The id of the revision to go back to." } },
    options: { ...json, ...workspace }
  }
} as const satisfies Readonly<Record<string, Command>>
