/** What stands in the places of paths: a parameter means the same in every path that has it. */

/** The descriptions of the parameters of paths, by name. */
export const pathParameters: Readonly<Record<string, string>> = {
  changeRequestId: "The id of the change request, or its number in the space.",
  collectionId: "The id of the collection.",
  commentId: "The id of the comment that begins the thread.",
  commentReplyId: "The id of the reply.",
  emailDomain: "A domain of e-mail addresses, such as `example.com`.",
  fileId: "The id of the file, which is the same in every revision.",
  importId: "The id of the import, as its `Location` has it.",
  inviteId: "The id of the invite link, which is all that somebody needs to join with it.",
  organizationId: "The id of the organization.",
  pageId: "The id of the page, which is the same in every revision, through renames and moves.",
  pagePath: "The path of the page: the slugs from the root, joined by `/`.",
  revisionId: "The id of the revision.",
  samlProviderId: "The id of the SAML provider.",
  shareLinkId: "The id of the share link, which is not its key.",
  siteId: "The id of the site.",
  siteRedirectId: "The id of the redirect.",
  siteSectionGroupId: "The id of the section group.",
  siteSectionId: "The id of the section.",
  siteSpaceId: "The id of the place of a space on a site, which is not the id of the space.",
  spaceId: "The id of the space.",
  specSlug: "The slug of the specification in its organization.",
  teamId: "The id of the team.",
  translationSettingsId: "The id of the translation settings.",
  uploadId: "The id of the upload.",
  userId: "The id of the user. A member has the id of its user.",
  versionId: "The id of the version of the specification."
}
