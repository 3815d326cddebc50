/** What stands in the places of paths: a parameter means the same in every path that has it. */

/** The descriptions of the parameters of paths, by name. */
export const pathParameters: Readonly<Record<string, string>> = {
  changeRequestId: "The id of the change request, or its number in the space.",
  collectionId: "The id of a collection that the caller can see.",
  commentId: "The id of the comment that begins the thread.",
  commentReplyId: "The id of a reply in the thread.",
  emailDomain: "A domain of e-mail addresses, such as `example.com`.",
  fileId: "The id of the file, which is the same in every revision.",
  importId: "The id of the import, as its `Location` has it.",
  inviteId: "The id of the invite link, which is all that somebody needs to join with it.",
  organizationId: "The id of an organization, which the caller is normally a member of.",
  pageId: "The id of the page, which is the same in every revision, through renames and moves.",
  pagePath: "The path of the page: the slugs from the root, joined by `/`.",
  revisionId: "The id of any revision of the space, old or current.",
  samlProviderId: "The id of a SAML provider of the organization.",
  serviceTokenId: "The id of a token of the organization, which is not the token itself.",
  shareLinkId: "The id of the share link, which is not its key.",
  signingKeyId: "The id of an earlier signing key, as the visitor authentication of the site lists it.",
  siteId: "The id of a site of the organization.",
  siteRedirectId: "The id of a redirect, as the redirects of the site are listed.",
  siteSectionGroupId: "The id of a group, as the section groups of the site are listed.",
  siteSectionId: "The id of a section, as the sections of the site are listed.",
  siteSpaceId: "The id of the place of a space on a site, which is not the id of the space.",
  spaceId: "The id of a space that the caller can read.",
  specSlug: "The slug of the specification in its organization.",
  teamId: "The id of a team of the organization.",
  tokenId: "The id of a token, which is not the token itself.",
  translationSettingsId: "The id of translation settings of the organization.",
  uploadId: "The id of an upload of the caller.",
  userId: "The id of the user, which is also the id of the member.",
  versionId: "The id of a version of this specification."
}
