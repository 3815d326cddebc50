/** The names of the settings of signing in. */
import type { SettingName } from "./SettingName.js"

/** The settings of signing in with SAML and of second factors by name. */
export const signInNames = {
  samlKeyFile: {
    variable: "LECTERN_SAML_KEY_FILE",
    flag: "--saml-key-file",
    value: "file",
    description:
      "PEM file with the key and certificate that sign requests to SAML providers (default: none are signed)."
  },
  secondFactor: {
    variable: "LECTERN_SECOND_FACTOR",
    flag: "--second-factor",
    value: "rule",
    description: "Whether people who sign in need a second factor: optional (default) or required.",
    choices: ["optional", "required"]
  }
} as const satisfies Readonly<Record<string, SettingName>>

/** The settings of signing in with OpenID Connect by name. */
export const openIdNames = {
  openIdIssuer: {
    variable: "LECTERN_OPENID_ISSUER",
    flag: "--openid-issuer",
    value: "url",
    description: "Issuer of the OpenID provider that people sign in to this server with (default: none)."
  },
  openIdClientId: {
    variable: "LECTERN_OPENID_CLIENT_ID",
    flag: "--openid-client-id",
    value: "id",
    description: "Id under which the provider knows this server."
  },
  openIdClientSecret: {
    variable: "LECTERN_OPENID_CLIENT_SECRET",
    flag: "--openid-client-secret",
    value: "secret",
    description: "Secret that goes with the id (default: none, for a public client)."
  },
  openIdLabel: {
    variable: "LECTERN_OPENID_LABEL",
    flag: "--openid-label",
    value: "name",
    description: "Name of the provider on the page to sign in (default single sign-on)."
  },
  openIdDomains: {
    variable: "LECTERN_OPENID_DOMAINS",
    flag: "--openid-domains",
    value: "domains",
    description: "Comma-separated e-mail domains whose people the provider may sign in (default: none)."
  },
  openIdIssuers: {
    variable: "LECTERN_OPENID_ISSUERS",
    flag: "--openid-issuers",
    value: "urls",
    description: "Comma-separated issuers that organizations may use at private addresses and over plain HTTP."
  }
} as const satisfies Readonly<Record<string, SettingName>>
