/** The glossary terms of organizations. */
export const glossaryTerms: ReadonlyArray<string> = [
  `create table if not exists "glossary_terms" ("organization" text not null, "id" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "glossary_terms_key" on "glossary_terms" ("organization", "id")`
]
