/** The glossary terms of organizations. */
export const glossaryTerms: ReadonlyArray<string> = [
  `create table "glossary_terms" ("organization" text collate "C" not null, "id" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "glossary_terms_key" on "glossary_terms" ("organization", "id")`
]
