/** The commands on accounts: on users, their rights, their tokens, and their actions. */
import type { Command } from "./Declaration.js"
import { json, workspace } from "./Options.js"

const tokenOwner = {
  user: { value: "user", description: "Id or e-mail address of the token's user (default: the first administrator)." },
  organization: { value: "id", description: "Id of the organization whose own token it is, in place of a user's." }
} as const

/** The commands on accounts by the words that invoke them. */
export const accountCommands = {
  "user add": {
    summary: "Create a user and add it to an organization.",
    args: {},
    options: {
      email: { value: "address", required: true, description: "The user's e-mail address." },
      name: { value: "name", required: true, description: "The user's name, as shown." },
      role: {
        value: "role",
        default: "read",
        description: "Role in the organization (default read).",
        choices: ["admin", "create", "review", "edit", "comment", "read", "guest"]
      },
      organization: { value: "id", description: "Id of the organization to join (default: the only one)." },
      ...json,
      ...workspace
    }
  },
  "user link": {
    summary: "Create a link with which a user sets a password.",
    about: "The link works once, for 24 hours. Earlier links of the user stop working; other credentials stay.",
    args: {},
    options: {
      user: { value: "user", description: "Id or e-mail address of the user (default: the first administrator)." },
      administrator: { description: "Make the user an administrator of the server, like the first user." },
      ...json,
      ...workspace
    }
  },
  "user erase": {
    summary: "Erase a user for good.",
    about:
      "Credentials, tokens, memberships, name and e-mail address are removed, and the address can be used again. What the user wrote stays, attributed to a deleted user. The last administrator of the server or of an organization cannot be erased.",
    args: { user: { value: "user", description: "Id or e-mail address of the user." } },
    options: {
      yes: { description: "Confirm. Without this option, the command only says whom it would erase." },
      ...json,
      ...workspace
    }
  },
  "access explain": {
    summary: "Show which level a member has on something, and why.",
    about: "Names the rule that decides, and those that it overrules or that do not apply.",
    args: {},
    options: {
      user: { value: "user", required: true, description: "Id or e-mail address of the member." },
      space: { value: "id", description: "Id of the space." },
      collection: { value: "id", description: "Id of the collection." },
      site: { value: "id", description: "Id of the site." },
      organization: { value: "id", description: "Id of the organization (default: the only one)." },
      ...json,
      ...workspace
    }
  },
  "token create": {
    summary: "Create an API token and print it.",
    args: {},
    options: {
      ...tokenOwner,
      label: { value: "label", default: "command line", description: "What the token is for." },
      expires: { value: "time", description: "When it stops working, as a date and time (default: never)." },
      scope: {
        value: "scope",
        description: "What it may do (default: admin, everything that its user may do; read for an organization).",
        choices: ["read", "write", "admin"]
      },
      space: { value: "id", description: "Id of the only space that it reaches (default: all)." },
      ...json,
      ...workspace
    }
  },
  "token list": {
    summary: "List a user's API tokens, without their secrets.",
    args: {},
    options: { ...tokenOwner, ...json, ...workspace }
  },
  "token rotate": {
    summary: "Create a token that replaces another one, and print it.",
    args: { id: { value: "token", description: "The token's id, from the list." } },
    options: {
      ...tokenOwner,
      overlap: { value: "seconds", description: "How long the old one keeps working (default 86400, a day)." },
      ...json,
      ...workspace
    }
  },
  "token revoke": {
    summary: "Revoke an API token.",
    args: { id: { value: "token", description: "The token's id, from the list." } },
    options: { ...tokenOwner, ...json, ...workspace }
  },
  audit: {
    summary: "List audit events, newest first.",
    about: "Those of the server, or with --organization those of an organization.",
    args: {},
    options: {
      organization: { value: "id", description: "Id of the organization (default: the events of the server)." },
      actor: { value: "user", description: "Only what this user did, by id; system for the server itself." },
      action: { value: "action", description: "Only this action, such as member.updated." },
      target: { value: "id", description: "Only what was done to this, by id." },
      from: { value: "time", description: "Only what happened at this date and time or later." },
      to: { value: "time", description: "Only what happened before this date and time." },
      limit: { value: "count", default: "50", description: "How many events at most, up to 1000 (default 50)." },
      ...json,
      ...workspace
    }
  }
} as const satisfies Readonly<Record<string, Command>>
